import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

const ROOM = 'tests-'

/** A folder of its own, which goes when all tests have ended. */
export const temporaryFolder = (named = 'test-'): string => realpathSync(mkdtempSync(join(tmpdir(), named)))

/** Whatever the tests and their programs write lies in one folder, so that nothing stays where one of them is killed. */
export default function setUp(): () => void {
  const before = tmpdir()
  // Each project of vitest sets up.
  if (basename(before).startsWith(ROOM)) return () => undefined
  const room = temporaryFolder(ROOM)
  process.env.TMPDIR = room
  return () => {
    process.env.TMPDIR = before
    rmSync(room, { recursive: true, force: true })
  }
}
