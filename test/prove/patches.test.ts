import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { PATCHES } from './patches'

test.each(PATCHES)('$name: stands once in $file', ({ file, from, to }) => {
  const text = readFileSync(file, 'utf8')
  expect(text.split(from)).toHaveLength(2)
  expect(text.replace(from, () => to)).not.toBe(text)
})

test('names are file names of results', () => {
  expect(PATCHES.length).toBeGreaterThanOrEqual(40)
  expect(new Set(PATCHES.map(({ name }) => name)).size).toBe(PATCHES.length)
})
