import { randomBytes } from 'node:crypto'
import type { SqliteFile } from './sqlite-file'

const BYTES = 32

/**
 * The secret that proves the ids of the sandboxes. It is a row beside them: it is stored whole or not at all, and a
 * backup of the file has it. The first one stays.
 * @throws Error for another one than that with which the sandboxes were made
 */
export function keptSecret(file: SqliteFile, given: string | undefined): string {
  const [row] = file.all("SELECT text FROM notes WHERE name = 'secret'")
  const kept = row && String(row.text)
  if (kept !== undefined && given !== undefined && given !== kept)
    throw new Error('the secret is not the one with which the sandboxes of this directory were made')
  if (kept !== undefined) return kept
  const secret = given ?? randomBytes(BYTES).toString('base64url')
  file.transaction(() => file.run("INSERT INTO notes VALUES ('secret', ?)", secret))
  return secret
}
