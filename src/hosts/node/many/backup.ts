import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { messageOf } from '../../../kernel/message-of'
import { readThrough } from '../../../sandbox/sql-storage'
import { checkTarget } from './backup-target'
import { makePrivate } from './database'
import type { SqliteDatabase } from './sqlite-database'
import { DATABASE } from './sqlite-file'
import { damageIn, layoutOf, singleNumber, sqlOf } from './sqlite-opening'

/** The content of a backup. */
export interface BackupReport {
  /** The number of sandboxes in it. */
  readonly sandboxes: number
  /** Its size. */
  readonly bytes: number
}

type Open = (path: string) => SqliteDatabase

/**
 * Writes a backup file that exists only if it is whole, checked and on the disk. `fill` writes a draft that
 * `open` opens for the check. The file replaces an earlier backup and nothing else.
 * @param directory of the sandboxes
 * @throws Error; then the target is unchanged. A backup with a damaged sandbox lies beside it
 */
export async function makeBackup(
  target: string,
  directory: string,
  fill: (draft: string) => Promise<unknown>,
  open: Open,
): Promise<BackupReport> {
  const beside = `${target}.damaged`
  const check = () => checkTarget(target, join(directory, DATABASE))
  try {
    return await made(target, (draft) => fill(draft).then(check), open, beside)
  } catch (error) {
    const rest = error instanceof DamagedSandbox ? `. ${beside} has all that there is` : ''
    throw new Error(`${target} could not be made: ${messageOf(error)}${rest}`, { cause: error })
  }
}

/** @param beside path for a backup that has a damaged sandbox */
async function made(
  target: string,
  fill: (draft: string) => Promise<unknown>,
  open: Open,
  beside?: string,
): Promise<BackupReport> {
  const draft = `${target}.${process.pid}.part`
  try {
    makePrivate(draft)
    await fill(draft)
    const report = await checkBackup(draft, open)
    const handle = openSync(draft, 'r+')
    fsyncSync(handle)
    closeSync(handle)
    renameSync(draft, target)
    return report
  } catch (error) {
    if (error instanceof DamagedSandbox && beside !== undefined) renameSync(draft, beside)
    throw error
  } finally {
    if (existsSync(draft))
      for (const end of ['', '-wal', '-shm', '-journal']) rmSync(draft + end, { force: true })
  }
}

/** Some rows of one sandbox are damaged. The other sandboxes are whole. */
class DamagedSandbox extends Error {}

/** @throws Error if the file is not a whole database of sandboxes with their secret and with readable rows */
async function checkBackup(path: string, open: Open): Promise<BackupReport> {
  const database = open(path)
  try {
    layoutOf(database)
    const damage = damageIn(database)
    if (damage !== undefined) throw new Error(`it is damaged: ${damage}`)
    const secret = database.prepare("SELECT 1 FROM notes WHERE name = 'secret'").all()
    if (secret.length === 0) throw new Error('it has no secret')
    await checkRows(database)
    return { sandboxes: singleNumber(database, 'SELECT count(*) FROM head'), bytes: statSync(path).size }
  } finally {
    database.close()
  }
}

/** @throws DamagedSandbox */
async function checkRows(database: SqliteDatabase): Promise<void> {
  const sql = sqlOf(database)
  // A sandbox without tables is still being made and belongs to nobody yet.
  for (const { id, team } of sql.all('SELECT id, team FROM head WHERE tables IS NOT NULL ORDER BY id'))
    try {
      // Yields to the event loop between rows, so that a serving process still answers requests.
      for (const _ of readThrough(sql, String(id))) await new Promise(setImmediate)
    } catch (error) {
      throw new DamagedSandbox(`the sandbox ${id} of the team ${team} is damaged (${messageOf(error)})`, {
        cause: error,
      })
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
  open: Open,
): Promise<BackupReport> {
  const target = join(directory, DATABASE)
  for (const end of ['', '-wal', '-seen'])
    if (existsSync(target + end))
      throw new Error(`${target + end} is there already: move it away, or restore into another directory`)
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 })
  try {
    return await made(target, (draft) => copy(file, draft), open)
  } catch (error) {
    const rest =
      error instanceof DamagedSandbox
        ? '. Restore another backup, or copy this one there yourself to go on without that sandbox'
        : ''
    const failed = `${file} cannot be restored, and ${target} could not be made`
    throw new Error(`${failed}: ${messageOf(error)}${rest}`, { cause: error })
  }
}
