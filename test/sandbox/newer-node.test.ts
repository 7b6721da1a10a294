import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { nodeSqlite } from './shelves'

/**
 * SQLite is in Node 22.13 and later. The tests of this folder run there, too, where NEWER_NODE says that npm's Node may
 * be fetched (190 MB).
 */
test.runIf(process.env.NEWER_NODE !== undefined && !nodeSqlite())(
  'all of it holds on a Node with SQLite',
  async () => {
    const vitest = 'node_modules/vitest/vitest.mjs'
    const args = ['-y', '-p', 'node@24', 'node', vitest, 'run', '--project', 'simulator', 'test/sandbox']
    const { stdout } = await promisify(execFile)('npx', args, { maxBuffer: 1e8 })
    expect(stdout).toMatch(/Test Files .*passed/)
  },
  600_000,
)
