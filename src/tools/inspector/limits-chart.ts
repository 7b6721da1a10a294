import { html, nothing, svg, type TemplateResult } from 'lit/html.js'
import type { BucketState } from '../../index'
import { instantText } from './widgets'

/** The tokens that were left after one request. */
export interface Level {
  readonly at: string
  readonly limit: number
  readonly remaining: number
  readonly status: number | null
  /** Method and path. */
  readonly call: string
  readonly key: string
  /** The bucket that the response tells of. */
  readonly bucket: string
  readonly route: string | null
  /** Others, whose responses tell of another bucket, may have taken tokens since the level before. */
  readonly isApart?: boolean
}

const WIDTH = 600
const HEIGHT = 120
const TICK = 8
/** A chart as wide as most panels shows no more. */
const POINTS_AT_MOST = 1500

interface Point {
  readonly x: number
  readonly y: number
  readonly isRefused: boolean
  readonly isApart?: boolean | undefined
}

/**
 * The tokens of one bucket over virtual time, from nothing to full. Refused requests are marked. A response tells of
 * the bucket that decided; where others may have taken from this one, there is no line.
 */
export function limitsChart(
  bucket: string,
  { burst, refillPerSecond }: Pick<BucketState, 'burst' | 'refillPerSecond'>,
  all: readonly Level[],
): TemplateResult {
  const levels = all.slice(-POINTS_AT_MOST)
  const places = placesOf(levels)
  const points = levels.map(({ remaining, status, isApart }, at) => ({
    isApart,
    x: WIDTH * (places[at] ?? 0),
    y: HEIGHT - (HEIGHT * Math.min(burst, remaining)) / burst,
    isRefused: status === 429,
  }))
  const refused = levels.filter(({ status }) => status === 429).length
  const span = Date.parse(levels.at(-1)?.at ?? '') - Date.parse(levels[0]?.at ?? '')
  // In heights of the chart for each of its widths.
  const pace = span > 0 ? ((refillPerSecond * span) / 1000 / burst) * (HEIGHT / WIDTH) : 0
  const name = `Tokens left in the buckets, here the ${bucket}: ${levels.length} requests, ${refused} refused`
  return html`<h2>${bucket}</h2>
    <svg
      class="chart"
      role="img"
      aria-label=${name}
      viewBox="-4 -4 ${WIDTH + 8} ${HEIGHT + TICK + 8}"
      preserveAspectRatio="none"
    >
      <path class="axis" d="M0 0H${WIDTH}M0 ${HEIGHT / 2}H${WIDTH}M0 0V${HEIGHT}H${WIDTH}" />
      ${svg`<path class="line line-0" d=${refilled(points, pace)} />
        <path class="refused" d=${marks(points)} />`}
    </svg>
    <p class="axis-x"><span>${instantOf(levels[0])}</span><span>${instantOf(levels.at(-1))}</span></p>
    <p class="legend">
      <span class="quiet">From 0 to ${burst} tokens</span>
      <span class="key key-0">left after ${levels.length} requests</span>
      ${refused > 0 ? html`<span class="key key-refused">${refused} refused</span>` : nothing}
    </p>`
}

const instantOf = (level: Level | undefined): string => (level ? instantText(level.at) : '')

/** From 0 to 1 by time; by order if no time has passed. */
function placesOf(levels: readonly Level[]): number[] {
  const times = levels.map(({ at }) => Date.parse(at))
  const [begin = 0, end = 0] = [times[0], times.at(-1)]
  if (end === begin) return levels.map((_, at) => (at + 1) / levels.length)
  return times.map((time) => (time - begin) / (end - begin))
}

/** Between requests it rises to full, as the bucket refills, where it is known. */
export const refilled = (points: readonly Omit<Point, 'isRefused'>[], pace: number): string =>
  points
    .map(({ x, y, isApart }, at) => {
      const before = points[at - 1]
      if (!before || isApart) return `M${x} ${y}`
      const full = pace > 0 ? before.x + before.y / pace : x
      const end = Math.min(x, full)
      return `L${end} ${before.y - pace * (end - before.x)}H${x}V${y}`
    })
    .join('')

const marks = (points: readonly Point[]): string =>
  points
    .filter(({ isRefused }) => isRefused)
    .map(({ x, y }) => `M${x} ${y}v${TICK}`)
    .join('')
