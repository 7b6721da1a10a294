import { createSimulator } from 'accounting-simulator'
import { type Experiment, explore, type Stage } from 'accounting-simulator/explore'
import { afterEach, expect, it, vi } from 'vitest'
import { INVOICES, tiny } from './tiny'

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

afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

it.each([
  [true, '', /^plan 3 of 6, 1 places? reached, \d+ steps seen( \(\d+ new\))?, \d+ s left$/],
  [true, 'true', undefined],
  [false, '', undefined],
])('how far the search is: on a terminal %j, with CI=%j', async (isTTY, ci, expected) => {
  const lines: string[] = []
  vi.stubEnv('CI', ci)
  const { stderr } = process
  const before = stderr.isTTY
  vi.spyOn(stderr, 'write').mockImplementation((text) => lines.push(String(text)) > 0)
  try {
    stderr.isTTY = isTTY
    await explore(nightly({ budget: { runs: 6 } }))
  } finally {
    stderr.isTTY = before
  }
  const texts = lines.map((line) => line.replace('\r\u001b[K', ''))
  // The last one takes the line away.
  if (expected) expect(texts).toEqual([...Array(4).fill(expect.stringContaining('plan ')), ''])
  expect([texts[0]]).toEqual([expected ? expect.stringMatching(expected) : undefined])
})

it.each([
  ['network', 6, 'new ones until shortly before the end: a larger budget is worth it'],
  [['unavailable'], 60, 'no new one in the last'],
] as const)('a report counts the steps of the program, under %j in %i plans', async (faults, runs, text) => {
  const report = await explore(nightly({ faults, budget: { runs } }))
  expect(report.edges).toBeGreaterThan(3)
  expect(String(report)).toContain(`${report.edges} different steps of the program seen, ${text}`)
})

it.each<[faults: NonNullable<Experiment['faults']>, runs: number, left: string[]]>([
  ['orders', 2, ['other orders', 'random plans']],
  [['cut'], 2, ['each misfortune alone', 'the same at each request', 'two misfortunes', 'random plans']],
  [
    ['cut', 'hold'],
    2,
    ['each misfortune alone', 'other orders', 'the same at each request', 'two misfortunes', 'random plans'],
  ],
  [['shift'], 2, []],
  [['delivery-lost'], 2, []],
  [['cut'], 5, ['two misfortunes', 'more random plans']],
  [['cut', 'cut'], 5, ['two misfortunes', 'more random plans']],
])('what is left has the stages of the profile: %j after %i plans', async (faults, runs, left) => {
  const start = ({ fetch, apiKey }: Stage) => ({
    async run() {
      const headers = { 'X-API-KEY': apiKey() }
      await Promise.allSettled([1, 2].map((id) => fetch(`/public/v1/customers/${id}/`, { headers })))
    },
  })
  const report = await explore(tiny({ start, check: () => [], faults, budget: { runs } }))
  expect([...new Set(report.left)].sort()).toEqual([...left].sort())
})
