import { expect, test } from 'vitest'
import { readProjectFile } from '../tidy/source-tree'
import { fresh, printedBlock } from './fresh'
import { EXAMPLES } from './pages'
import { runFiles } from './run-files'

/** The error, with the story of the test, without its stack. */
const saidBy = (failure: string): string => failure.split(/\n\s+at /)[0]?.trimEnd() ?? ''

test('README.md shows what the first example prints when the client is wrong (UPDATE=1 rewrites it)', async () => {
  const [first] = EXAMPLES.filter(({ file }) => file.startsWith('readme-'))
  const wrong = first?.run.replace(/^.*'Idempotency-Key'.*\n/m, '') ?? ''
  expect(wrong).not.toBe(first?.run)
  const { files } = await runFiles([{ file: 'invoices.test.ts', run: wrong }])
  const [failure = ''] = files[0]?.assertionResults[0]?.failureMessages ?? []
  fresh('README.md', 'failure', printedBlock(saidBy(failure)))
}, 240_000)

test('the two commands for a clone stand in the README under a heading of their own, and CI runs them', () => {
  const section = /^## In a clone\n(.*?)^## /ms.exec(readProjectFile('README.md'))?.[1] ?? ''
  const [, block = ''] = /```sh\n(.*?)\n```/s.exec(section) ?? []
  const commands = block.split('\n')
  expect(commands).toEqual(['npm ci && npm run demo', 'npm ci && npm test'])
  expect(readProjectFile('.ci/run').split('\n')).toEqual(expect.arrayContaining(commands))
})

test('README.md is read in some minutes', () => {
  expect(readProjectFile('README.md').split(/\s+/).length).toBeLessThanOrEqual(1200)
})
