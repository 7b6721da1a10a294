import { explore, type Plan, type Stage } from 'accounting-simulator/explore'
import { expect, it } from 'vitest'
import { pusher } from './clients/pusher'
import { INVOICES } from './tiny'

const at = (kind: string): Plan =>
  [{ on: 'GET /public/v1/invoices/', request: 1, attempt: 1, do: kind }] as unknown as Plan

it.each([
  ['none', 'run-overlaps', false],
  ['none', 'second-instance', false],
  ['a flag in memory', 'run-overlaps', true],
  ['a flag in memory', 'second-instance', false],
  ['keys', 'run-overlaps', true],
  ['keys', 'second-instance', true],
] as const)('care: %s; %s is survived: %s', async (care, kind, isSurvived) => {
  const report = await explore.once(pusher(care), at(kind))
  expect(report).toMatchObject({ survived: isSurvived, unreached: [] })
  if (!isSurvived)
    expect(report.failure?.complaint).toBe('the invoice with reference_number R-1 is there twice')
  const search = await explore({ ...pusher(care), faults: [kind] as never, budget: { runs: 40 } })
  expect(search.survived).toBe(isSurvived)
})

it('a run beside the first that does not come to an end is found to hang', async () => {
  let runs = 0
  const start = ({ fetch, apiKey }: Stage) => ({
    async run() {
      runs += 1
      const isSecond = runs % 2 === 0
      await fetch(INVOICES, { headers: { 'X-API-KEY': apiKey() } })
      if (isSecond) await new Promise(() => undefined)
    },
  })
  const report = await explore.once({ ...pusher('none'), start, rounds: 1 }, at('run-overlaps'))
  expect(report.failure?.complaint).toMatch(/does not come to an end/)
})
