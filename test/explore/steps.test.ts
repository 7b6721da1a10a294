import { createSimulator } from 'accounting-simulator'
import { type Experiment, explore, type Stage } from 'accounting-simulator/explore'
import { expect, it } from 'vitest'
import { INVOICES } from './tiny'

/** Reads a list each night. */
const nightly = (options: Partial<Experiment>): Experiment => ({
  world: createSimulator(),
  rounds: 4,
  start: ({ fetch, apiKey }: Stage) => ({
    run: () => fetch(INVOICES, { headers: { 'X-API-KEY': apiKey() } }).catch(() => undefined),
  }),
  check: () => [],
  ...options,
})

it.each([
  ['network', 6, 'new ones until shortly before the end: a larger budget is worth it'],
  [['unavailable'], 60, 'no new one in the last'],
] as const)('a report counts the steps of the program, under %j in %i plans', async (faults, runs, text) => {
  const report = await explore(nightly({ faults, budget: { runs } }))
  expect(report.edges).toBeGreaterThan(3)
  expect(String(report)).toContain(`${report.edges} different steps of the program seen, ${text}`)
})
