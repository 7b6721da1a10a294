import { copyFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import type { BackupReport } from '../../hosts/node'
import { makeBackup, restoreBackup } from '../../hosts/node/many/backup'
import { openDatabase } from '../../hosts/node/many/database'
import { keptSecret } from '../../hosts/node/many/kept-secret'
import { fetchBackup } from '../../hosts/node/many/operator-door'
import { DATABASE, SqliteFile } from '../../hosts/node/many/sqlite-file'
import { earlierSecret } from './secret-file'

/** Beside the program. */
const BUILT = new URL('./', import.meta.url)
const open = (path: string) => openDatabase(path, BUILT)

/** Copies what the process that serves the directory has; the file itself, if none does. */
export const backUp = (directory: string, target: string): Promise<BackupReport> =>
  makeBackup(
    target,
    async (draft) => (await fetchBackup(directory, draft)) || copyUnserved(directory, draft),
    open,
  )

export const restore = (file: string, directory: string): Promise<BackupReport> =>
  restoreBackup(file, directory, copyOf, open)

async function copyUnserved(directory: string, draft: string): Promise<void> {
  const path = join(directory, DATABASE)
  if (!existsSync(path)) throw new Error(`there are no sandboxes in ${directory}`)
  const file = new SqliteFile(open(path))
  try {
    await keptSecret(file, earlierSecret(directory))
    await file.copyTo(draft)
  } finally {
    file.close()
  }
}

/** A file that was copied as it is has a part of its rows in its write-ahead log. */
async function copyOf(from: string, to: string): Promise<void> {
  if (!existsSync(from)) throw new Error(`there is no ${from}`)
  for (const end of ['', '-wal']) if (existsSync(from + end)) copyFileSync(from + end, to + end)
}
