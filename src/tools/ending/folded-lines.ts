import type { Simulator } from '../../index'

type Timeline = Simulator['timeline']

interface Run {
  readonly content: string
  readonly heading: readonly string[]
  readonly lines: string[]
  last: Timeline[number]
}

/** A run of three needs as many lines folded as whole. */
const LEAST = 4

/** The lines of the timeline. Of many equal requests in a row the first one stands, whatever their bodies. */
export function foldedLines(timeline: Timeline): string[] {
  const lines = String(timeline).split('\n')
  if (timeline.length === 0) return lines
  const runs: Run[] = []
  let next = 0
  for (const entry of timeline) {
    const before = runs.at(-1)
    const isNewDay = before?.last.at.slice(0, 10) !== entry.at.slice(0, 10)
    const heading = isNewDay ? [lines[next++] as string] : []
    const line = lines[next++] as string
    const content = contentOf(entry)
    if (!isNewDay && before && content !== '' && content === before.content) {
      before.lines.push(line)
      before.last = entry
    } else runs.push({ content, heading, lines: [line], last: entry })
  }
  return runs.flatMap(({ heading, lines: [first = '', ...others], last }) => {
    const rest =
      others.length + 1 < LEAST
        ? others
        : [`  ${last.at.slice(11, -1)}  ... ${others.length} more like it, to #${last.sequence}`]
    return [...heading, first, ...rest]
  })
}

/** Equal for requests that got the same answer for the same reason. */
function contentOf(entry: Timeline[number]): string {
  if (entry.kind !== 'request') return ''
  const { request, response, why, key, idempotencyKey, outcome } = entry
  return JSON.stringify([request.method, request.url, response?.status, why, key, idempotencyKey, outcome])
}
