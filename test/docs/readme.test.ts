import { expect, test } from 'vitest'
import { fresh } from './fresh'
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
  fresh('README.md', 'failure', `\`\`\`\n${saidBy(failure)}\n\`\`\``)
}, 240_000)
