import { expect, test } from 'vitest'
import { fresh } from './fresh'
import { examplesOf } from './pages'
import { runFiles } from './run-files'

/** The error without its stack, and the timeline of the test. */
function saidBy(failure: string, printed: string): string {
  const error = failure.split(/\n\s+at /)[0]?.trimEnd() ?? ''
  const [, after = ''] = printed.split(/^Timeline of /m)
  const timeline = after.slice(0, after.search(/\n\s*\n/))
  return `${error}\n\nTimeline of ${timeline}`
}

test('README.md shows what the first example prints when the client is wrong (UPDATE=1 rewrites it)', async () => {
  const [first] = examplesOf('README.md')
  const wrong = first?.run.replace(/^.*'Idempotency-Key'.*\n/m, '') ?? ''
  expect(wrong).not.toBe(first?.run)
  const { files, printed } = await runFiles([{ file: 'invoices.test.ts', run: wrong }])
  const [failure = ''] = files[0]?.assertionResults[0]?.failureMessages ?? []
  fresh('README.md', 'failure', `\`\`\`\n${saidBy(failure, printed)}\n\`\`\``)
}, 240_000)
