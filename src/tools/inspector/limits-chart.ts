import { html, nothing, svg, type TemplateResult } from 'lit/html.js'
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
}

/** A stepped line of the tokens of one bucket over virtual time, from nothing to full. Refused requests are marked. */
export function limitsChart(bucket: string, burst: number, all: readonly Level[]): TemplateResult {
  const levels = all.slice(-POINTS_AT_MOST)
  const places = placesOf(levels)
  const points = levels.map(({ remaining, status }, at) => ({
    x: WIDTH * (places[at] ?? 0),
    y: HEIGHT - (HEIGHT * Math.min(burst, remaining)) / burst,
    isRefused: status === 429,
  }))
  const refused = levels.filter(({ status }) => status === 429).length
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
      ${svg`<path class="line line-0" d=${stepped(points)} /><path class="refused" d=${marks(points)} />`}
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

const stepped = (points: readonly Point[]): string =>
  points.map(({ x, y }, at) => (at === 0 ? `M${x} ${y}` : `H${x}V${y}`)).join('')

const marks = (points: readonly Point[]): string =>
  points
    .filter(({ isRefused }) => isRefused)
    .map(({ x, y }) => `M${x} ${y}v${TICK}`)
    .join('')
