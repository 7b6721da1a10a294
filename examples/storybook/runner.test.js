import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { serveBuilt } from './serve-built.js'

/** The stories in Storybook's test runner, and what the error of a failing one tells, there and in the vitest addon. */

const { url, close } = await serveBuilt()

function run(program, args, env = {}) {
  return new Promise((resolve) => {
    const child = spawn('npx', [program, ...args], { env: { ...process.env, ...env, FORCE_COLOR: '0' } })
    let text = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (part) => {
        text += part
      })
    child.on('close', (code) => resolve({ code, text }))
  })
}

const runner = (...args) => run('test-storybook', ['--url', url, '--maxWorkers', '1', ...args])

/** What src/fails.stories.tsx does, as the error of its test tells it. */
const TIMELINE = [/Timeline:/, /GET \/public\/v1\/invoices\/\s+503\s+.*fault/]

try {
  const passing = await runner()
  assert.equal(passing.code, 0, passing.text)
  console.log('ok  the stories pass in the test runner')

  for (const [name, { code, text }] of [
    ['test runner', await runner('--includeTags', 'fails')],
    ['vitest addon', await run('vitest', ['run'], { STORIES: 'fails' })],
  ]) {
    assert.notEqual(code, 0, text)
    for (const line of TIMELINE) assert.match(text, line)
    console.log(`ok  the error of a failing story tells its timeline in the ${name}`)
  }
} finally {
  close()
}
