import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { EQUIVALENT_MUTANTS } from './equivalent-mutants'

test.each(EQUIVALENT_MUTANTS)('$file, $line: $from -> $to: $reason', ({ file, line, from, to }) => {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .map((one) => one.trim())
    .filter((one) => one.startsWith(line))
  expect(lines).not.toEqual([])
  // A text that goes over several lines begins in the first of them.
  const begins = from.endsWith('…') ? from.slice(0, 1) : from
  expect(lines.some((one) => one.includes(begins))).toBe(true)
  expect(to).not.toBe(from)
})
