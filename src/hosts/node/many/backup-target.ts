import { closeSync, openSync, readSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** @throws Error where something else than an earlier backup would be lost */
export function checkTarget(target: string, database: string): void {
  const [there, served] = [target, database].map((path) => statSync(path, { throwIfNoEntry: false }))
  if (there === undefined) return
  const isBeside = ENDS.some((end) => placeOf(target) === placeOf(database) + end)
  if (isBeside || (there.ino === served?.ino && there.dev === served.dev))
    throw new Error('it is the database itself, or a file of it')
  if (there.isDirectory() || (there.size > 0 && !isOfOurs(target)))
    throw new Error('it is there already, and it is no backup')
}

/** A database that was handed in may lie elsewhere, so that there is no such file. */
const placeOf = (path: string): string => join(realpathSync(dirname(path)), basename(path))

/** Files that SQLite and this process put beside a database. */
const ENDS = ['', '-wal', '-shm', '-journal', '-seen']

/** The head of a file of SQLite begins so, and has the number of its layout, which files of others rarely have. */
function isOfOurs(path: string): boolean {
  const [head, handle] = [Buffer.alloc(LAYOUT_AT + 4), openSync(path, 'r')]
  readSync(handle, head)
  closeSync(handle)
  return head.toString('latin1').startsWith('SQLite format 3') && head.readUInt32BE(LAYOUT_AT) > 0
}

const LAYOUT_AT = 60
