import { createSimulator } from 'accounting-simulator'
import type { Plan } from 'accounting-simulator/explore'
import { describe, expect, it } from 'vitest'
import { searchPlans } from '../../src/tools/explore/search/search'
import { SecondMisfortunes } from '../../src/tools/explore/search/second-misfortunes'
import { shrink } from '../../src/tools/explore/search/shrink'
import { outcomeOf, request } from './made-outcome'
import { ROUTE } from './tiny'

const hold = (until: number): Plan[number] => ({
  on: ROUTE,
  request: 1,
  attempt: 1,
  do: 'hold',
  leg: 'back',
  until: { on: ROUTE, request: until, attempt: 1 },
})

/** A program that waits for a second: it fails only under a hold that is longer. */
const played = (plan: Plan) =>
  outcomeOf({
    plan,
    complaints: plan.some(({ do: kind, within }) => kind === 'hold' && within === undefined)
      ? ['too late']
      : [],
    events: [request(1)],
    arrivals: [
      { event: 0, leg: 'back', at: 250, latest: 9000, timers: [{ at: 0, due: 1000, hasFired: false }] },
    ],
    met: plan.map((_, index) => index),
  })

it.each([
  // two calm runs, then plans that accuse for nothing; each has one request
  [3, 3],
  [4, 4],
])('an accusation that was dropped counts in a budget of %i requests', async (requests, runs) => {
  const player = { width: 1, play: async (plan: Plan) => played(plan), close: async () => undefined }
  const kept = [[hold(2)], [hold(3)], [hold(4)]]
  const settings = { world: createSimulator(), kept, kinds: [], seed: 1, limits: { runs: 100, requests } }
  const found = await searchPlans(settings, player, () => false)
  expect(found).toMatchObject({ runs, endedBy: 'requests' })
  expect(found.failed).toBeUndefined()
})

describe('shrinking', () => {
  it('plays a plan without its holds once for all candidates that differ in them', async () => {
    const plays: Plan[] = []
    const plan = [hold(2), hold(3)].map((one) => ({ ...one, within: 10 }))
    const smallest = await shrink(outcomeOf({ ...played(plan), complaints: ['wrong'] }), async (smaller) => {
      plays.push(smaller)
      return outcomeOf({ ...played(smaller), complaints: ['wrong'] })
    })
    expect(smallest?.plan).toHaveLength(1)
    expect(plays.filter(({ length }) => length === 0)).toHaveLength(1)
  })
})

it('a crash at a write comes after each four second misfortunes, however few happen at one place', () => {
  const events = [
    request(1, { misfortune: 0 }),
    ...[2, 3, 4, 5, 6, 7, 8, 9, 10].map((number) => request(number)),
    { kind: 'write' as const, at: 20_000, after: [], on: 'WRITE one', write: 1 },
    { kind: 'write' as const, at: 21_000, after: [], on: 'WRITE two', write: 1 },
  ]
  const calm = outcomeOf({ events })
  const opening = outcomeOf({ events, plan: [{ on: ROUTE, request: 1, do: 'lose' }], met: [0] })
  const kinds = [...new SecondMisfortunes(calm, ['lose', 'write-crash']).after([opening])].map(
    ([, second]) => second?.do,
  )
  expect(kinds.slice(0, 10)).toEqual([
    ...['lose', 'lose', 'lose', 'lose', 'write-crash'],
    ...['lose', 'lose', 'lose', 'lose', 'write-crash'],
  ])
})
