import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { rulesWithTests } from '../../scripts/prove/coverage'

const OPEN = new URL('./open-rules.txt', import.meta.url)

const rules = rulesWithTests()
const open = rules.filter(({ tests }) => tests.length === 0).map(({ section, text }) => `${section} ${text}`)

test('each section of docs/service.md has a test', () => {
  const sections = new Set(rules.map(({ section }) => section))
  const named = new Set(rules.filter(({ tests }) => tests.length > 0).map(({ section }) => section))
  expect([...sections].filter((section) => !named.has(section))).toEqual([])
  expect(sections.size).toBeGreaterThan(80)
})

/** A new rule fails here until a test cites its section and has its words, or it is listed, which a reader of the change sees. */
test('a rule that no test names is listed in open-rules.txt (UPDATE=1 rewrites it)', () => {
  if (process.env.UPDATE) writeFileSync(OPEN, `${open.join('\n')}\n`)
  const listed = new Set(readFileSync(OPEN, 'utf8').split('\n'))
  expect(open.filter((rule) => !listed.has(rule))).toEqual([])
})
