import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { EQUIVALENT_MUTANTS } from './equivalent-mutants'

test('each equivalent mutant stands in its file, has another text and a reason', () => {
  const stale = EQUIVALENT_MUTANTS.filter(({ file, line, from, to, reason }) => {
    const lines = readFileSync(file, 'utf8').split('\n')
    const first = from.split(' ')[0] ?? from
    return !lines.some((one) => one.trim() === line && one.includes(first)) || from === to || reason === ''
  })
  expect(stale).toEqual([])
})
