import { closeSync, openSync, readSync, statSync } from 'node:fs'

/** @throws Error where something else than an earlier backup would be lost */
export function checkTarget(target: string, database: string): void {
  const [there, served] = [target, database].map((path) => statSync(path, { throwIfNoEntry: false }))
  if (there === undefined || !(there.isDirectory() || there.size > 0)) return
  if (there.ino === served?.ino && there.dev === served.dev) throw new Error('it is the database itself')
  const [begin, handle] = [Buffer.alloc(SQLITE.length), there.isFile() ? openSync(target, 'r') : undefined]
  if (handle !== undefined) readSync(handle, begin)
  if (handle !== undefined) closeSync(handle)
  if (begin.toString() !== SQLITE) throw new Error('it is there already, and it is no backup')
}

/** Each file of SQLite begins with it. */
const SQLITE = 'SQLite format 3'
