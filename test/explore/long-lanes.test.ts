import { describe, expect, it } from 'vitest'
import { lanesOf } from '../../src/tools/explore/report/lanes'
import { lanesPage } from '../../src/tools/explore/report/lanes-page'
import { outcomeOf, request } from './made-outcome'
import { ROUTE } from './tiny'

/** Deaths of a program at each second, and one request in between that is struck. */
const long = (deaths: number, given: object = {}) =>
  outcomeOf({
    plan: [{ on: ROUTE, request: 1, do: 'lose' }],
    events: Array.from({ length: deaths }, (_, at) => ({
      kind: 'program' as const,
      at: at * 1000,
      did: 'died' as const,
    })),
    ...given,
  })

describe('a long failure', () => {
  it.each([
    [60, 60, []],
    [61, 60, ['… 1 left out']],
    [100, 60, ['… 40 left out']],
  ])('of %i marks shows %i, the first and the last ones', (deaths, shown, gaps) => {
    const lanes = lanesOf(long(deaths))
    expect(lanes).toHaveLength(shown)
    expect([lanes[0]?.after, lanes.at(-1)?.after]).toEqual([0, (deaths - 1) * 1000])
    expect(lanesPage('wrong', lanes, '').match(/… \d+ left out/g) ?? []).toEqual(gaps)
  })

  it('shows its misfortunes, wherever they are', () => {
    const { events } = long(100)
    const first = request(1, { misfortune: 0, sentAt: 500, at: 500 })
    const later = request(2, { misfortune: 1, sentAt: 50_500, at: 50_500 })
    const plan = [1, 2].map((number) => ({ on: ROUTE, request: number, do: 'lose' as const }))
    const inOrder = [...events, first, later].sort((one, other) => one.at - other.at)
    const lanes = lanesOf(outcomeOf({ plan, events: inOrder, met: [0, 1] }))
    expect(lanes.flatMap(({ misfortune }) => misfortune ?? [])).toEqual([1, 2])
    expect(lanes.filter(({ leftOut }) => leftOut !== undefined)).toHaveLength(2)
  })

  it('of a program in real time tells the order only, so that two runs tell the same', () => {
    const lanes = lanesOf(long(3, { isReal: true }))
    expect(lanes.map(({ after }) => after)).toEqual([undefined, undefined, undefined])
    const page = lanesPage('wrong', lanes, '')
    expect(page).toContain('in the order of real time')
    expect(page).toContain('<th scope="row">3</th>')
    expect(page).not.toContain('virtual time')
  })
})
