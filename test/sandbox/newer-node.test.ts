import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { nodeSqlite } from './storages'

/** The files of tests here that may keep sandboxes in SQLite; what the others show does not depend on it. */
const ON_SQLITE = readdirSync('test/sandbox')
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => `test/sandbox/${name}`)
  .filter((path) => /from '\.\/(storages|many-command|many-process)'/.test(readFileSync(path, 'utf8')))

/** SQLite is in Node 22.13 and later: they run there, too, where NEWER_NODE says that npm's may be fetched (190 MB). */
test.runIf(process.env.NEWER_NODE !== undefined && !nodeSqlite())(
  'all of it holds on a Node with SQLite',
  async () => {
    const vitest = 'node_modules/vitest/vitest.mjs'
    const args = ['-y', '-p', 'node@24', 'node', vitest, 'run', '--project', 'simulator', ...ON_SQLITE]
    const { stdout } = await promisify(execFile)('npx', args, { maxBuffer: 1e8 })
    expect(stdout).toMatch(/Test Files .*passed/)
  },
  600_000,
)
