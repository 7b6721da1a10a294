import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { EQUIVALENT_MUTANTS } from './equivalent-mutants'

test.each(EQUIVALENT_MUTANTS)('$file: $reason', ({ file, mutants }) => {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.trim())
  for (const [line, from, to] of mutants) {
    expect(lines.filter((one) => one.startsWith(line))).not.toEqual([])
    // A block that goes may be longer than its line.
    if (to !== '{}') expect(line).toContain(from)
    expect(to).not.toBe(from)
  }
})
