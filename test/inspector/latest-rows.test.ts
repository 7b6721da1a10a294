import { expect, it } from 'vitest'
import type { Line } from '../../src/tools/inspector/entries'
import { latestRows } from '../../src/tools/inspector/timeline-row'

const lines = (...paths: readonly string[]): Line[] =>
  paths.map(
    (path, at) => ({ entry: { sequence: at + 1 }, method: 'GET', path, outcome: '200', why: '' }) as Line,
  )

const many = (count: number, path: string): string[] => Array.from({ length: count }, () => path)
const each = (count: number): string[] => Array.from({ length: count }, (_, at) => `/${at}`)

it.each([
  ['nothing', [], [], 0],
  ['three, the latest first', ['/a', '/b', '/c'], [3, 2, 1], 0],
  // The first of a run stands for it.
  ['a storm, whole', ['/a', ...many(1000, '/b')], ['2 ×1000', 1], 0],
  ['a storm that is over', [...many(1000, '/b'), '/a'], [1001, '1 ×1000'], 0],
  ['no more than forty rows', each(100), Array.from({ length: 40 }, (_, at) => 100 - at), 60],
])('%s', (_, paths, rows, earlier) => {
  const found = latestRows(lines(...paths))
  expect(
    found.rows.map(({ entry, repeats }) =>
      repeats ? `${entry.sequence} ×${repeats.length}` : entry.sequence,
    ),
  ).toEqual(rows)
  expect(found.earlier).toBe(earlier)
})
