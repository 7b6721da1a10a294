import { copyFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import type { BackupReport } from '../../hosts/node'
import { makeBackup, restoreBackup } from '../../hosts/node/many/backup'
import { openDatabase } from '../../hosts/node/many/database'
import { keptSecret } from '../../hosts/node/many/kept-secret'
import { fetchBackup, tellBackup } from '../../hosts/node/many/operator-socket'
import { DATABASE, SqliteFile } from '../../hosts/node/many/sqlite-file'
import type { ManyArguments } from './arguments'
import { earlierSecret } from './secret-file'

/** Makes or restores a backup, and says so. */
export async function copied(directory: string, { backup, restore: file }: ManyArguments): Promise<string> {
  if (backup !== undefined && file !== undefined) throw new Error('--backup and --restore cannot go together')
  const { sandboxes, bytes } =
    backup === undefined ? await restore(file ?? '', directory) : await backUp(directory, backup)
  const place = backup === undefined ? `${directory} from ${file}` : backup
  return `${sandboxes} sandbox${sandboxes === 1 ? '' : 'es'}, ${bytes} bytes: ${place}\n`
}

/** Beside the program. */
const BUILT = new URL('./', import.meta.url)
const open = (path: string) => openDatabase(path, BUILT)

/** Copies what the process that serves the directory has; the file itself, if none does. */
async function backUp(directory: string, target: string): Promise<BackupReport> {
  let isServed = false
  const fill = async (draft: string): Promise<void> => {
    isServed = await fetchBackup(directory, draft)
    if (!isServed) await copyUnserved(directory, draft)
  }
  const report = await makeBackup(target, directory, fill, open)
  if (isServed) await tellBackup(directory, report)
  return report
}

const restore = (file: string, directory: string): Promise<BackupReport> =>
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
