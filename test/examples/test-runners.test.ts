import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const text = readFileSync('docs/test-runners.md', 'utf8')
const quotes = [...text.matchAll(/```[jt]s\n\/\/ (examples\/\S+)\n([\s\S]*?)```/g)]

/** The projects themselves run from the packed tarball: `npm run pack:check`. */
test.each(quotes.map(([, file = '', quote = '']) => [file, quote]))(
  '%s is quoted as it is',
  (file, quote) => {
    expect(readFileSync(file, 'utf8')).toContain(quote)
  },
)

test('every project is quoted', () => {
  const folders = new Set(quotes.map(([, file = '']) => file.split('/')[1]))
  expect([...folders]).toEqual(['vitest-project', 'jest-project', 'node-test-project', 'playwright-project'])
})
