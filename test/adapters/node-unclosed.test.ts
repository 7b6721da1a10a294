import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bundlePrograms } from '../support/bundled'

const folder = mkdtempSync(join(tmpdir(), 'accounting-simulator-unclosed-'))
afterAll(() => rmSync(folder, { recursive: true }))
beforeAll(() => bundlePrograms(folder, { index: 'src/index.ts', node: 'src/hosts/node.ts' }), 60_000)

/** A server that hangs is killed then. */
const LIMIT = 20_000

const SERVES = `import { createSimulator } from './index.js'
import { serve } from './node.js'
const { url } = await serve(createSimulator())
`

function ran(name: string, text: string, args: readonly string[] = [], variables: NodeJS.ProcessEnv = {}) {
  writeFileSync(join(folder, name), text)
  const given = Object.entries(process.env).filter(([key]) => !/^(VITEST|NODE_TEST)/.test(key))
  return spawnSync(process.execPath, [...args, name], {
    cwd: folder,
    env: { ...Object.fromEntries(given), ...variables },
    encoding: 'utf8',
    timeout: LIMIT,
  })
}

test('a file of node:test that does not close its server ends, and its requests are answered', () => {
  const program = `${SERVES}import { test } from 'node:test'
import assert from 'node:assert'
import { setImmediate as turn } from 'node:timers/promises'
test('asks', async () => {
  for (let turns = 0; turns < 100; turns += 1) await turn()
  assert.equal((await fetch(url + '/public/v1/items/')).status, 401)
})
test('serves in a test', async () => {
  const other = await serve(createSimulator())
  assert.equal((await fetch(other.url + '/public/v1/items/', { headers: { connection: 'close' } })).status, 401)
})
`
  const { status, stdout } = ran('unclosed.test.mjs', program, ['--test'])
  expect(stdout).toMatch(/pass 2\b/)
  expect(status).toBe(0)
})

// A test may start a program of the user's, which inherits the variable and keeps serving.
test('a program that serves stays, also below node:test', () => {
  const program = `${SERVES}process.on('exit', () => console.log('ended'))
setTimeout(() => process.exit(7), 100).unref()
console.log(url)
`
  const { status, stdout } = ran('program.mjs', program, [], { NODE_TEST_CONTEXT: 'child-v8' })
  expect(stdout).toMatch(/^http:\/\/127\.0\.0\.1:\d+\nended\n$/)
  expect(status).toBe(7)
})
