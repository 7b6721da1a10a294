import type { Simulator } from '../../index'

/** A longer timeline keeps its beginning and its end: what led to the failure, and where it shows. */
const [FIRST, LAST] = [30, 70]

/** What happened in a test, for its error. */
export function storyOf({ timeline }: Simulator): string {
  const lines = String(timeline).split('\n')
  const left = lines.length - FIRST - LAST
  if (left <= 1) return `Timeline:\n${lines.join('\n')}`
  const gap = `  ... ${left} lines are left out; String(simulator.timeline) has them all ...`
  return `Timeline:\n${[...lines.slice(0, FIRST), gap, ...lines.slice(-LAST)].join('\n')}`
}
