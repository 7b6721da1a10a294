import { expect, test } from 'vitest'
import { readProjectFile } from '../tidy/source-tree'

const blocks = [...readProjectFile('docs/replay.md').matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(
  ([, code]) => code,
)

test.each(['recording-fetch.ts', 'agrees.test.ts'])(
  'the code of docs/replay.md is that of examples/record-traffic/%s',
  (name) => {
    expect(blocks).toContain(readProjectFile(`examples/record-traffic/${name}`))
  },
)

test('there is no other code', () => expect(blocks).toHaveLength(2))
