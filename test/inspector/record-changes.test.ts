import { expect, it } from 'vitest'
import type { Line } from '../../src/tools/inspector/entries'
import { valueChanges } from '../../src/tools/inspector/record-changes'
import { folded } from '../../src/tools/inspector/timeline-row'

it.each([
  [{ memo: [null, 'late'] }, ['memo: nothing, late']],
  [{ paid: [false, true] }, ['paid: false, true']],
  [{ tags: [['a'], ['a', 'b']] }, ['tags: ["a"], ["a","b"]']],
  [
    {
      terms: [
        { days: 1, name: 'n' },
        { days: 2, name: 'n' },
      ],
    },
    ['terms days: 1, 2'],
  ],
  [
    {
      items: [
        [
          { id: 3, rate: '1.00' },
          { id: 4, rate: '2.00' },
        ],
        [
          { id: 4, rate: '2.50' },
          { id: 5, rate: '9.00' },
        ],
      ],
    },
    [
      'items 3: {"id":3,"rate":"1.00"}, nothing',
      'items 4 rate: 2.00, 2.50',
      'items 5: nothing, {"id":5,"rate":"9.00"}',
    ],
  ],
  [{ items: [[{ rate: '1.00' }], [{ rate: '2.00' }]] }, ['items no. 1 rate: 1.00, 2.00']],
  [{ items: [[{ id: 1, rate: '1.00' }], [{ id: 2, rate: '1.00' }]] }, ['items no. 1 id: 1, 2']],
] as const)('%j is told as %j', (changed, told) => {
  const changes = valueChanges(changed as Parameters<typeof valueChanges>[0])
  expect(changes.map(({ member, before, after }) => `${member}: ${before}, ${after}`)).toEqual(told)
})

/** 'health 1 ok shop' is entry 1 about /health, for the reason ok, by the key shop. */
const line = (text: string): Line => {
  const [path = '', sequence, why = '', key = ''] = text.split(' ')
  const entry = { sequence: Number(sequence), at: '2026-01-01T00:00:00.000Z', kind: 'request', key }
  return { entry, path, method: 'GET', outcome: '200', tone: 'good', why }
}

it.each([
  [['h 1', 'h 2', 'h 3', 'h 4', 'h 5'], ['h x5']],
  [
    ['h 1', 'h 2', 'h 3'],
    ['h', 'h', 'h'],
  ],
  // What stands between them is hidden by a filter.
  [
    ['h 1', 'h 3', 'h 5', 'h 7', 'h 9'],
    ['h', 'h', 'h', 'h', 'h'],
  ],
  [
    ['h 1 a', 'h 2 b', 'h 3 c', 'h 4 d'],
    ['h', 'h', 'h', 'h'],
  ],
  [
    ['i 1', 'h 2', 'h 3', 'h 4', 'h 5'],
    ['i', 'h x4'],
  ],
  // By turns, in whatever order.
  [
    ['i 1', 'h 2', 'j 3', 'h 4', 'h 5', 'j 6', 'j 7', 'h 8', 'j 9'],
    ['i', 'h x4', 'j x4'],
  ],
  [
    ['h 1', 'j 2', 'h 3', 'j 4', 'h 5', 'j 6', 'h 7'],
    ['h', 'j', 'h', 'j', 'h', 'j', 'h'],
  ],
  // Another line shortly behind them is none of them.
  [
    ['h 1', 'j 2', 'h 3', 'j 4', 'h 5', 'j 6', 'h 7', 'j 8', 'c 9', 'h 10', 'h 11', 'h 12'],
    ['h x4', 'j x4', 'c', 'h', 'h', 'h'],
  ],
  // One run after the other is in its order.
  [
    ['h 1', 'h 2', 'h 3', 'h 4', 'j 5', 'j 6', 'j 7', 'j 8', 'h 9'],
    ['h x4', 'j x4', 'h'],
  ],
  // Two keys that get the same refusal.
  [
    ['h 1 - a', 'h 2 - b', 'h 3 - a', 'h 4 - b', 'h 5 - a', 'h 6 - b', 'h 7 - a', 'h 8 - b'],
    ['h x4', 'h x4'],
  ],
])('%j becomes the rows %j', (lines, rows) => {
  const shown = folded(lines.map(line), () => false)
  expect(shown.map(({ path, repeats }) => path + (repeats ? ` x${repeats.length}` : ''))).toEqual(rows)
})
