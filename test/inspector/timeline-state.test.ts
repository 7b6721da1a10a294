import { expect, it } from 'vitest'
import { entryLine } from '../../src/tools/inspector/entries'
import { timelineState } from '../../src/tools/inspector/timeline-state'

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
