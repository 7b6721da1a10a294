import { randomBytes } from 'node:crypto'
import { Ids } from '../../../sandbox/ids-and-tokens'
import type { SqliteFile } from './sqlite-file'

const BYTES = 32
const ANOTHER = 'the secret is not the one with which the sandboxes of this directory were made'
const LOST =
  'the secret with which the sandboxes of this directory were made is lost, and without it nobody reaches them: ' +
  'restore a backup, or put the file `secret` of an earlier version back'

/**
 * The secret that authenticates the ids of the sandboxes. It is a row of the same database, so it is stored
 * atomically and every backup has it. It never changes.
 * @throws Error if it is given and differs from the secret that made the sandboxes, or if that one is lost
 */
export async function keptSecret(file: SqliteFile, given: string | undefined): Promise<string> {
  const [row] = file.all("SELECT text FROM notes WHERE name = 'secret'")
  const kept = row && String(row.text)
  if (kept !== undefined && given !== undefined && given !== kept) throw new Error(ANOTHER)
  if (kept !== undefined) return kept
  const [made] = file.all('SELECT id FROM head LIMIT 1')
  // With a new secret no client could reach or delete the existing sandboxes.
  if (made && given === undefined) throw new Error(LOST)
  if (made && given !== undefined && !(await new Ids(given).isGenuine(String(made.id))))
    throw new Error(ANOTHER)
  const secret = given ?? randomBytes(BYTES).toString('base64url')
  file.transaction(() => file.run("INSERT INTO notes VALUES ('secret', ?)", secret))
  return secret
}
