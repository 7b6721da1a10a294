import { expect, it } from 'vitest'
import type { Line } from '../../src/tools/inspector/entries'
import { appended, incremental } from '../../src/tools/inspector/incremental'

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
