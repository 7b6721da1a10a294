import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

const ROOM = 'tests-'

/** Whatever the tests and their programs write lies in one folder, so that nothing stays where one of them is killed. */
export default function setUp(): () => void {
  const before = tmpdir()
  // Each project of vitest sets up.
  if (basename(before).startsWith(ROOM)) return () => undefined
  const room = realpathSync(mkdtempSync(join(before, ROOM)))
  process.env.TMPDIR = room
  return () => {
    process.env.TMPDIR = before
    rmSync(room, { recursive: true, force: true })
  }
}
