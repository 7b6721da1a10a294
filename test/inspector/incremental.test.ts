import { expect, it } from 'vitest'
import type { Line } from '../../src/tools/inspector/entries'
import { appended, fitting, incremental, isGrown } from '../../src/tools/inspector/incremental'
import { folded, folding } from '../../src/tools/inspector/timeline-row'

const line = {} as Line
const counted = () => {
  let added = 0
  const read = incremental(
    () => 0,
    () => {
      added += 1
    },
    () => added,
  )
  return (lines: readonly Line[]): number => {
    const before = added
    read(lines)
    return added - before
  }
}

it('reads only what is new, and of a history that it lost sight of everything', () => {
  const read = counted()
  let lines: readonly Line[] = []
  const news = [1, 2, 1].map((count) => {
    lines = appended(lines, Array<Line>(count).fill(line))
    return read(lines)
  })
  expect(news).toEqual([1, 2, 1])
  // It saw `one` last: the links between are gone, so that no line holds those before it in memory.
  const late = counted()
  const first = appended([], [line])
  late(first)
  const second = appended(first, [line])
  expect(late(appended(second, [line]))).toBe(3)
})

it('finds the lines that fit among new ones alone, and hands on a list that has not changed', () => {
  const looked: number[] = []
  const numbered = (...sequences: readonly number[]) =>
    sequences.map((sequence) => ({ entry: { sequence } }) as Line)
  const find = fitting(({ entry }) => {
    looked.push(entry.sequence)
    return entry.sequence < 3 || entry.sequence > 4
  })
  const first = appended([], numbered(1, 2))
  expect(find(first)).toBe(first)
  const second = appended(first, numbered(3))
  expect(find(second)).toBe(first)
  const third = appended(second, numbered(4, 5))
  const found = find(third)
  expect(found.map(({ entry }) => entry.sequence)).toEqual([1, 2, 5])
  expect(isGrown(found, first)).toBe(true)
  expect(looked).toEqual([1, 2, 3, 4, 5])
  // Of other lines it looks at all.
  expect(find(numbered(3, 1)).map(({ entry }) => entry.sequence)).toEqual([1])
})

it('folds lines that grow as it folds them at once, and rows that are settled once', () => {
  // Storms, turns of two kinds, and lines alone; each path is a kind of its own.
  const paths = 'aaaaabcabababababcddddddeaaaaabbbbbabcabcabcabcabcabcxyzzzzzz'
  const all = [...paths].map(
    (path, at) =>
      ({
        entry: { sequence: at + 1, at: '2026-01-15' },
        method: 'GET',
        path,
        outcome: '200',
        why: '',
      }) as Line,
  )
  const grow = folding(() => false)
  let lines: readonly Line[] = []
  let before: readonly unknown[] = []
  for (const one of all) {
    lines = appended(lines, [one])
    const rows = grow(lines)
    expect(rows).toEqual(folded(lines, () => false))
    // Three kinds by turns may leave twelve rows open. The others are the same objects, folded ones too.
    const settled = before.slice(0, -12)
    expect(rows.slice(0, settled.length).filter((row, at) => row !== settled[at])).toEqual([])
    before = rows
  }
  expect(before.length).toBeLessThan(all.length)
})
