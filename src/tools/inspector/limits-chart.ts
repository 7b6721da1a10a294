import { html, nothing, svg, type TemplateResult } from 'lit/html.js'
import type { BucketState } from '../../index'
import { instantText } from './widgets'

/** A request that buckets counted, as its response tells it. */
export interface Level {
  readonly sequence: number
  readonly at: string
  readonly remaining: number
  readonly status: number | null
  /** Method and path. */
  readonly call: string
  readonly key: string
  /** The bucket that the response tells of. */
  readonly bucket: string
  readonly route: string | null
  /** True if that bucket was empty. */
  readonly isRefused: boolean
}

/** A request that took from one bucket or found it empty. */
export interface Spent extends Level {
  /** The tokens that were left in it, with fractions. */
  readonly left: number
  /** False where the response tells of another bucket, so that what was left is reckoned. */
  readonly isTold: boolean
}

const WIDTH = 600
const HEIGHT = 120
const TICK = 8
/** A chart as wide as most panels shows no more. */
const POINTS_AT_MOST = 1500

interface Point {
  readonly x: number
  readonly y: number
}

/**
 * The tokens of one bucket over virtual time, from nothing to full, up to now or to where it was full again. Refused
 * requests are marked.
 */
export function limitsChart(
  bucket: BucketState | undefined,
  name: string,
  all: readonly Spent[],
): TemplateResult {
  const { burst, refillPerSecond, tokens } = bucket ?? { burst: 1, refillPerSecond: 0, tokens: 1 }
  const spent = all.slice(-POINTS_AT_MOST)
  const [first, last] = [spent[0], spent.at(-1)]
  const end = endOf(bucket, last)
  const places = placesOf(spent, end)
  const heightOf = (left: number): number => HEIGHT - (HEIGHT * Math.min(burst, Math.max(0, left))) / burst
  const points = spent.map(({ left }, at) => ({ x: WIDTH * (places[at] ?? 0), y: heightOf(left) }))
  const marks = spent.map(({ isRefused }, at) =>
    isRefused ? `M${points[at]?.x} ${points[at]?.y}v${TICK}` : '',
  )
  const span = end - Date.parse(first?.at ?? '')
  // In heights of the chart for each of its widths.
  const pace = span > 0 ? ((refillPerSecond * span) / 1000 / burst) * (HEIGHT / WIDTH) : 0
  const begin = heightOf(first ? first.left + (first.isRefused ? 0 : 1) : tokens)
  const told = spent.filter(({ isTold }) => isTold).length
  const refused = spent.filter(({ isRefused, isTold }) => isRefused && isTold).length
  const others = spent.length - told
  const alt = `Tokens left in the buckets, here the ${name}: ${told} requests, ${refused} refused`
  return html`<h2>${name}</h2>
    <svg
      class="chart"
      role="img"
      aria-label="${alt}${others > 0 ? `, ${others} that tell of other buckets` : ''}"
      viewBox="-4 -4 ${WIDTH + 8} ${HEIGHT + TICK + 8}"
      preserveAspectRatio="none"
    >
      <path class="axis" d="M0 0H${WIDTH}M0 ${HEIGHT / 2}H${WIDTH}M0 0V${HEIGHT}H${WIDTH}" />
      ${svg`<path class="line line-0" d=${refilled(begin, points, pace)} />
        <path class="refused" d=${marks.join('')} />`}
    </svg>
    <p class="axis-x"><span>${first ? instantText(first.at) : ''}</span>
      <span>${first ? instantText(new Date(end).toISOString(), first.at) : ''}</span></p>
    <p class="legend">
      <span class="quiet">From 0 to ${burst} tokens</span>
      <span class="key key-0">left after ${told} requests</span>
      ${others > 0 ? html`<span class="quiet">reckoned for ${others}, which tell of other buckets</span>` : nothing}
      ${refused > 0 ? html`<span class="key key-refused">${refused} refused</span>` : nothing}
    </p>`
}

/** Now, if the bucket is not full until then. At one instant only the order counts. */
function endOf(bucket: BucketState | undefined, last: Spent | undefined): number {
  const at = Date.parse(last?.at ?? '')
  if (!bucket || !last) return at
  const { burst, refillPerSecond, tokens, fullAt } = bucket
  const now = Date.parse(fullAt) - ((burst - tokens) / refillPerSecond) * 1000
  const end = Math.min(now, at + ((burst - last.left) / refillPerSecond) * 1000)
  return end > at ? Math.floor(end) : at
}

/** From 0 to 1 by time; by order if no time has passed between them. */
function placesOf(spent: readonly Spent[], end: number): number[] {
  const times = spent.map(({ at }) => Date.parse(at))
  const [begin = 0, last = 0] = [times[0], times.at(-1)]
  if (last === begin) return spent.map((_, at) => (at + 1) / (spent.length + (end > last ? 1 : 0)))
  return times.map((time) => (time - begin) / (end - begin))
}

/** Between requests the bucket rises to full, as it refills, and so it does behind the last one. */
export function refilled(begin: number, points: readonly Point[], pace: number): string {
  let y = begin
  let from = 0
  const risen = (x: number): string => {
    const full = pace > 0 ? from + y / pace : x
    const end = Math.min(x, full)
    const top = y - pace * (end - from)
    from = x
    y = top
    return `L${end} ${top}H${x}`
  }
  const drops = points.map((point, at) => {
    // Nothing is known of before the first.
    const rise = at === 0 ? `H${point.x}` : risen(point.x)
    from = point.x
    y = point.y
    return `${rise}V${y}`
  })
  return `M0 ${begin}${drops.join('')}${risen(WIDTH)}`
}
