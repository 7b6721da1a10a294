import { execFileSync, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import * as rrule from 'rrule'
import { expect, test } from 'vitest'
import { isThorough } from '../support/thorough'
import { DATES_ASKED, randomCases } from './random-rules'

const PYTHON = '/usr/bin/python3'
const hasDateutil = spawnSync(PYTHON, ['-c', 'import dateutil']).status === 0
if (!hasDateutil)
  console.warn('dateutil is not installed (apt-get install python3-dateutil): it does not judge recurrences')

/** Another one on every run; SEED repeats one. */
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31))
const CASES = isThorough ? 600 : 200
const cases = randomCases(CASES, seed)

test(`there is something to judge (SEED=${seed})`, () => {
  expect(cases.length).toBeGreaterThan(CASES / 3)
  for (const frequency of ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'])
    expect(cases.filter(({ rule }) => rule.startsWith(`FREQ=${frequency}`)).length).toBeGreaterThan(
      CASES / 40,
    )
})

/**
 * rrule makes up dates for places that a period does not have, so BYSETPOS is left to dateutil and the fixed
 * dates.
 */
const withoutPlaces = cases.filter(({ rule }) => !rule.includes('BYSETPOS'))

test(`rrule finds the same dates (SEED=${seed})`, () => {
  for (const { rule, start, dates } of withoutPlaces) {
    const options = rrule.RRule.parseString(rule)
    const judge = new rrule.RRule({ ...options, dtstart: new Date(`${start}T00:00:00Z`) })
    const found = judge.all((_, index) => index < DATES_ASKED).map((date) => date.toISOString())
    // Its calendar goes on after the year 9999.
    const judged = found.filter((text) => !text.startsWith('+')).map((text) => text.slice(0, 10))
    expect({ rule, start, dates: judged }).toEqual({ rule, start, dates })
  }
})

test.runIf(process.env.CI)('dateutil is there in continuous integration', () => {
  expect(hasDateutil, 'install the Debian package python3-dateutil').toBe(true)
})

test.skipIf(!hasDateutil)(`dateutil finds the same dates (SEED=${seed})`, () => {
  const input = JSON.stringify({ asked: DATES_ASKED, cases })
  const script = fileURLToPath(new URL('dates.py', import.meta.url))
  const found = JSON.parse(execFileSync(PYTHON, [script], { input, encoding: 'utf8', maxBuffer: 2 ** 26 }))
  for (const [index, { rule, start, dates }] of cases.entries())
    expect({ rule, start, dates: found[index] }).toEqual({ rule, start, dates })
})
