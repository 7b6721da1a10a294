import { svg } from 'lit/html.js'
import type { Line } from './entries'

/** Requests stand above the base line, deliveries hang below it. */
const BASE = 28
const DEPTH = 12
export const HEIGHT = BASE + DEPTH
/** The least height of a bar: one entry is seen beside thousands. */
const LEAST = 2

/** The classes of what is drawn, from the base line outwards: its style, and what it is called. */
export const ABOVE = ['good', 'odd', 'bad', 'lost'] as const
export const BELOW = ['delivered', 'undelivered'] as const
export type Drawn = (typeof ABOVE)[number] | (typeof BELOW)[number]
export type Counted = Drawn | 'clock' | 'delivery' | 'error' | 'return'

export interface StripPart {
  readonly lines: readonly Line[]
  readonly counts: ReadonlyMap<Counted, number>
}

const sumIn = ({ counts }: StripPart, classes: readonly Drawn[]): number =>
  classes.reduce((sum, name) => sum + (counts.get(name) ?? 0), 0)

/** The most that stands in a bucket, above and below. */
export const highest = (buckets: readonly StripPart[]): readonly [number, number] => [
  Math.max(1, ...buckets.map((one) => sumIn(one, ABOVE))),
  Math.max(1, ...buckets.map((one) => sumIn(one, BELOW))),
]

/** Roots, so that a single request is seen beside a hundred. */
const sizeOf = (count: number, most: number, room: number): number =>
  count === 0 ? 0 : Math.max(LEAST, room * Math.sqrt(count / most))

/** All of them as one path. */
export function outline(buckets: readonly StripPart[]): string {
  const [up, down] = highest(buckets)
  return buckets
    .map((one, at) => {
      const top = sizeOf(sumIn(one, ABOVE), up, BASE)
      const bottom = sizeOf(sumIn(one, BELOW), down, DEPTH)
      return top + bottom === 0 ? '' : `M${at} ${BASE - top}h1V${BASE + bottom}h-1z`
    })
    .join('')
}

/** Each class is one path over all buckets. */
export function bars(
  buckets: readonly StripPart[],
  [up, down]: readonly [number, number],
): readonly unknown[] {
  const paths = new Map<Drawn, string>()
  const stack = (at: number, classes: readonly Drawn[], most: number, room: number, way: 1 | -1): void => {
    const bucket = buckets[at] as StripPart
    const total = sumIn(bucket, classes)
    let from = BASE
    for (const name of classes) {
      const count = bucket.counts.get(name) ?? 0
      const size = count === 0 ? 0 : Math.max(LEAST, (sizeOf(total, most, room) * count) / total)
      if (size > 0) paths.set(name, `${paths.get(name) ?? ''}M${at} ${from}h1v${way * size}h-1z`)
      from += way * size
    }
  }
  for (let at = 0; at < buckets.length; at++) {
    stack(at, ABOVE, up, BASE, -1)
    stack(at, BELOW, down, DEPTH, 1)
  }
  return [...paths].map(([name, path]) => svg`<path class="drawn-${name}" d=${path} />`)
}
