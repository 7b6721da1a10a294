import { createSimulator } from 'accounting-simulator'
import { expect, test } from 'vitest'
import { runReplay } from '../../src/command/replay'
import { readProjectFile } from '../tidy/source-tree'
import { fresh } from './fresh'

const blocks = [...readProjectFile('docs/replay.md').matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(
  ([, code]) => code,
)

test.each(['recording-fetch.ts', 'recording-receiver.ts', 'agrees.test.ts'])(
  'the code of docs/replay.md is that of examples/record-traffic/%s',
  (name) => {
    expect(blocks).toContain(readProjectFile(`examples/record-traffic/${name}`))
  },
)

test('there is no other code', () => expect(blocks).toHaveLength(3))

test('the fetch that records has at most 20 lines', () => {
  const lines = readProjectFile('examples/record-traffic/recording-fetch.ts').trimEnd().split('\n')
  expect(lines.length).toBeLessThanOrEqual(20)
})

test('the output is that of the command (UPDATE=1 rewrites it)', { timeout: 120_000 }, async () => {
  let told = ''
  const out = (text: string): void => {
    told += text
  }
  const status = await runReplay(['examples/record-traffic/service-2026-05.jsonl'], {
    out,
    create: createSimulator,
    error: out,
  })
  expect(status).toBe(1)
  fresh('docs/replay.md', 'sample', `\`\`\`\n${told.trimEnd()}\n\`\`\``)
})
