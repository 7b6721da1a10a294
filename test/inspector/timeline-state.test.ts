import { expect, it } from 'vitest'
import { type EntryJson, entryLine, type Line } from '../../src/tools/inspector/entries'
import type { FilterField } from '../../src/tools/inspector/filter-field'
import { appended } from '../../src/tools/inspector/incremental'
import { ChosenRange } from '../../src/tools/inspector/time-range'
import { timelineState } from '../../src/tools/inspector/timeline-state'
import { chanceOf } from '../support/chance'

/** A timeline of requests with these statuses, and a filter that its test sets. */
function timelineOf(...statuses: readonly number[]) {
  const filter = {
    matches: (_: unknown) => true,
    text: 'any',
    set(text: string): void {
      filter.text = text
    },
  }
  const range = { current: undefined, of: <T>(lines: T) => lines, choose: () => undefined }
  const state = timelineState(filter, range)
  const lines = statuses.map((status, at) =>
    entryLine({
      sequence: at + 1,
      at: '2026-01-15T09:00:00.000Z',
      kind: 'request',
      request: { method: 'GET', url: `https://accounting.test/${at}/`, headers: {}, body: null },
      response: { status, headers: {}, body: '' },
    }),
  )
  state.read(lines)
  return { state, filter, lines }
}

it.each([
  ['the first', undefined, 'next', 2],
  ['the one after', 2, 'next', 4],
  ['none after the last', 4, 'next', undefined],
  ['the last', undefined, 'previous', 4],
  ['the one before', 4, 'previous', 2],
  ['none before the first', 2, 'previous', undefined],
] as const)('the error beside: %s', (_, details, direction, expected) => {
  const { state } = timelineOf(200, 422, 200, 503)
  state.details = details
  expect(state.errorBeside(direction)).toBe(expected)
})

it('selects only, also and the other way round, and forgets what is gone', () => {
  const { state, lines } = timelineOf(200, 200, 200)
  const [first, second, third] = state.look().rows
  if (!first || !second || !third) throw new Error('there are three rows')
  state.select([first, second], 'only')
  state.select([second, third], 'toggle')
  expect([...state.selected]).toEqual([1, 3])
  state.select([second], 'also')
  state.read(lines.slice(1))
  expect([...state.selected].sort()).toEqual([2, 3])
})

it('takes the filter away for an entry that it hides, and shows no details of one', () => {
  const { state, filter } = timelineOf(200, 422)
  filter.matches = (entry) => (entry as { sequence: number }).sequence === 2
  state.reveal({ entry: 2 })
  expect([filter.text, state.look().shown?.entry.sequence]).toEqual(['any', 2])
  state.reveal({ entry: 1 })
  expect([filter.text, state.look().shown]).toEqual(['', undefined])
})

const FILTERS: readonly FilterField['matches'][] = [
  () => true,
  () => false,
  ({ response }) => response?.status === 503,
  ({ sequence }) => sequence % 3 > 0,
]

it('shows rows for the first hits of a filter that had none', () => {
  const { state, filter, lines } = timelineOf(...Array<number>(20).fill(200))
  const found = () => [state.look().found.length, state.look().rows.length]
  expect(found()).toEqual([20, 20])
  filter.matches = (entry) => (entry as EntryJson).response?.status === 503
  expect(found()).toEqual([0, 0])
  const { lines: more } = timelineOf(...Array<number>(20).fill(200), 503)
  state.read(appended(lines, more.slice(20)))
  expect(found()).toEqual([1, 1])
})

// One state lives on over all that a person may do; each look is that of a state that has seen nothing before.
it.each([1, 2, 3])('looks as a state that begins with the same lines, whatever came before, %i', (seed) => {
  const { below, pick } = chanceOf(seed)
  let lines: readonly Line[] = []
  let [latest, minute, status] = [0, 0, 200]
  const next = (): Line => {
    latest += 1
    minute += pick([0, 1, 1, 400])
    const at = new Date(Date.UTC(2026, 0, 15, 9, minute)).toISOString()
    if (below(25) === 0) {
      const clock = { from: at, to: at, fired: null, after: latest - 1 - below(Math.min(latest, 12)) }
      return entryLine({ sequence: latest, at, kind: 'clock', move: 'restore', ...clock })
    }
    if (below(6) === 0) status = pick([200, 422, 503])
    return entryLine({
      ...{ sequence: latest, at, kind: 'request' },
      request: { method: 'GET', url: `https://accounting.test/${below(8) && 1}/`, headers: {}, body: null },
      response: { status, headers: {}, body: '' },
    })
  }
  const filter = { matches: pick(FILTERS), set: () => undefined }
  const range = new ChosenRange(() => undefined)
  const state = timelineState(filter, range)
  const grow = (count: number) => {
    lines = appended(
      lines,
      Array.from({ length: count }, () => next()),
    )
  }
  const steps = [
    ...[1, 1, 1, 2, 9, 0].map((count) => () => grow(count)),
    () => {
      filter.matches = pick(FILTERS)
    },
    () => range.choose(undefined),
    () => {
      const from = lines.length > 0 ? pick(lines).entry.at : ''
      range.choose({ from, to: below(2) ? '2027' : from })
    },
    () => {
      state.details = 1 + below(latest + 1)
    },
    () => state.unfolded.add(1 + below(latest + 1)),
    () => {
      state.isFolding = below(4) > 0
    },
    // The oldest entries go, as beyond the bound, or all, as by a reset.
    () => {
      lines = lines.slice(below(4))
    },
    () => {
      if (below(4) === 0) lines = []
    },
  ]
  for (let step = 0; step < 250; step++) {
    pick(steps)()
    state.read(lines)
    const again = new ChosenRange(() => undefined)
    again.choose(range.current)
    const fresh = timelineState(filter, again)
    Object.assign(fresh, { details: state.details, isFolding: state.isFolding })
    for (const one of state.unfolded) fresh.unfolded.add(one)
    fresh.read([...lines])
    const [seen, expected] = [state.look(), fresh.look()]
    for (const part of ['found', 'rows', 'heads', 'kept', 'hasKeys'] as const)
      expect(seen[part], `${part} of step ${step}`).toEqual(expected[part])
    const isShown = seen.rows.flatMap((row) => row.repeats ?? [row]).map(({ entry }) => entry.sequence)
    expect(isShown.sort((a, b) => a - b)).toEqual(seen.found.map(({ entry }) => entry.sequence))
  }
  expect(latest).toBeGreaterThan(100)
})
