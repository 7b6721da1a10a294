import { html, nothing, svg, type TemplateResult } from 'lit'
import { instantText } from './instants'

/** The tokens that were left after one request. */
export interface Level {
  readonly at: string
  readonly limit: number
  readonly remaining: number
  readonly status: number | null
  /** Method and path. */
  readonly call: string
  /** The bucket that the response tells of: the operation, or all of them. */
  readonly route: string
}

const WIDTH = 600
const HEIGHT = 120
const TICK = 8
/** Lines beyond these would be a tangle; the table has them all. */
const ROUTES_AT_MOST = 5

interface Point {
  readonly x: number
  readonly y: number
  readonly isRefused: boolean
}

/** A stepped line for each operation: tokens left over virtual time. Refused requests are marked. */
export function limitsChart(levels: readonly Level[]): TemplateResult {
  const most = Math.max(1, ...levels.map(({ remaining }) => remaining))
  const places = placesOf(levels)
  const pointOf = ({ remaining, status }: Level, at: number): Point => ({
    x: WIDTH * (places[at] ?? 0),
    y: HEIGHT - (HEIGHT * remaining) / most,
    isRefused: status === 429,
  })
  const lines = new Map<string, Point[]>()
  for (const [at, level] of levels.entries())
    lines.set(level.route, [...(lines.get(level.route) ?? []), pointOf(level, at)])
  const busiest = [...lines].sort(([, one], [, other]) => other.length - one.length).slice(0, ROUTES_AT_MOST)
  const refused = levels.filter(({ status }) => status === 429).length
  const name = `Tokens left in the buckets over virtual time: ${levels.length} requests, ${refused} refused`
  return html`<svg
      class="chart"
      role="img"
      aria-label=${name}
      viewBox="-4 -4 ${WIDTH + 8} ${HEIGHT + TICK + 8}"
      preserveAspectRatio="none"
    >
      <path class="axis" d="M0 0V${HEIGHT}H${WIDTH}" />
      ${busiest.map(
        ([, points], at) =>
          svg`<path class="line line-${at}" d=${stepped(points)} /><path class="refused" d=${marks(points)} />`,
      )}
    </svg>
    <p class="axis-x"><span>${instantOf(levels[0])}</span><span>${instantOf(levels.at(-1))}</span></p>
    <p class="legend">
      <span class="quiet">From 0 to ${most} tokens</span>
      ${busiest.map(([route], at) => html`<span class="key key-${at}">${route}</span> `)}
      ${refused > 0 ? html`<span class="key key-refused">refused</span>` : nothing}
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
