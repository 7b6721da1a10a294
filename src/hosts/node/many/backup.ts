import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { messageOf } from '../../../kernel/message-of'
import { makePrivate } from './database'
import type { SqliteDatabase } from './sqlite-database'
import { DATABASE } from './sqlite-file'
import { damageIn, singleNumber } from './sqlite-opening'

/** The content of a backup. */
export interface BackupReport {
  /** The number of sandboxes in it. */
  readonly sandboxes: number
  /** Its size. */
  readonly bytes: number
}

/**
 * Makes a file that is there only whole, checked and on the disk. `fill` writes its draft, `open` opens it to check.
 * @throws Error; then there is no such file, or the one that was there before
 */
export async function makeBackup(
  target: string,
  fill: (draft: string) => Promise<unknown>,
  open: (path: string) => SqliteDatabase,
): Promise<BackupReport> {
  const draft = `${target}.${process.pid}.part`
  try {
    makePrivate(draft)
    await fill(draft)
    const report = checkBackup(draft, open)
    const handle = openSync(draft, 'r+')
    fsyncSync(handle)
    closeSync(handle)
    renameSync(draft, target)
    return report
  } catch (error) {
    throw new Error(`${target} could not be made: ${messageOf(error)}`, { cause: error })
  } finally {
    if (existsSync(draft)) for (const end of ['', '-wal', '-shm']) rmSync(draft + end, { force: true })
  }
}

/** @throws Error if it is not a whole file of sandboxes with their secret */
function checkBackup(path: string, open: (path: string) => SqliteDatabase): BackupReport {
  const database = open(path)
  try {
    const damage = damageIn(database)
    if (damage !== undefined) throw new Error(`it is damaged: ${damage}`)
    const secret = database.prepare("SELECT 1 FROM notes WHERE name = 'secret'").all()
    if (secret.length === 0) throw new Error('it has no secret')
    return { sandboxes: singleNumber(database, 'SELECT count(*) FROM head'), bytes: statSync(path).size }
  } finally {
    database.close()
  }
}

/**
 * Puts a backup into a directory that has no sandboxes. The file itself stays as it is.
 * @throws Error if the directory has sandboxes, or if the backup is not whole
 */
export async function restoreBackup(
  file: string,
  directory: string,
  copy: (from: string, to: string) => Promise<unknown>,
  open: (path: string) => SqliteDatabase,
): Promise<BackupReport> {
  const target = join(directory, DATABASE)
  for (const end of ['', '-wal', '-seen'])
    if (existsSync(target + end))
      throw new Error(`${target + end} is there already: move it away, or restore into another directory`)
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 })
  return makeBackup(target, (draft) => copy(file, draft), open)
}
