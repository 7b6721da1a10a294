import { closeSync, openSync, readSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** @throws Error if the target is a file other than an earlier backup, which would be overwritten */
export function checkTarget(target: string, database: string): void {
  const [there, served] = [target, database].map((path) => statSync(path, { throwIfNoEntry: false }))
  if (there === undefined) return
  const isBeside = ENDS.some((end) => placeOf(target) === placeOf(database) + end)
  if (isBeside || (there.ino === served?.ino && there.dev === served.dev))
    throw new Error('it is the database itself, or a file of it')
  if (there.isDirectory() || (there.size > 0 && !isOfOurs(target)))
    throw new Error('it is there already, and it is no backup')
}

/** Resolves links of the folder only: the database may be a handed-in one without a file at this path. */
const placeOf = (path: string): string => join(realpathSync(dirname(path)), basename(path))

/** Suffixes of the files that SQLite and this process put beside a database. */
const ENDS = ['', '-wal', '-shm', '-journal', '-seen']

/** True for an SQLite file with a layout number, which files of other programs rarely have. */
function isOfOurs(path: string): boolean {
  const [head, handle] = [Buffer.alloc(LAYOUT_AT + 4), openSync(path, 'r')]
  readSync(handle, head)
  closeSync(handle)
  return head.toString('latin1').startsWith('SQLite format 3') && head.readUInt32BE(LAYOUT_AT) > 0
}

const LAYOUT_AT = 60
