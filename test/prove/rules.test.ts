import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { begins, rulesWithTests } from '../../scripts/prove/rules'
import { NO_RULES, SHOWN } from './shown-rules'

const rules = rulesWithTests()

test('each section of docs/service.md has a test', () => {
  const sections = new Set(rules.map(({ section }) => section))
  const named = new Set(rules.filter(({ tests }) => tests.length > 0).map(({ section }) => section))
  expect([...sections].filter((section) => !named.has(section))).toEqual([])
  expect(sections.size).toBeGreaterThan(80)
})

/** A new rule fails here until a test cites its section and has its words, or `shown-rules.txt` names its case. */
test('each rule of docs/service.md is named by a test', () => {
  const open = rules.filter(({ tests }) => tests.length === 0)
  expect(open.map(({ section, text }) => `${section} ${text}`)).toEqual([])
})

test.each(SHOWN)('§%s, "%s": shown by %s', (section, start, file, named) => {
  expect(rules.filter((rule) => begins(rule, [section, start]))).toHaveLength(1)
  expect(readFileSync(`test/${file}`, 'utf8')).toContain(named)
})

test.each(NO_RULES)('§%s, "%s" is no rule: it %s', (section, start) => {
  expect(rules.filter((rule) => begins(rule, [section, start]))).toEqual([])
  const page = readFileSync('docs/service.md', 'utf8').replaceAll('`', '').replaceAll(/\s+/g, ' ')
  expect(page).toContain(start)
})
