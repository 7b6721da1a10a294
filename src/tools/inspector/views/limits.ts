import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { BucketState } from '../../../index'
import { bucketName, findBucket } from '../bucket-name'
import { dataTable } from '../data-table'
import { type Line, sentKey } from '../entries'
import { quotedValue } from '../filter-terms'
import { memoizeLast } from '../incremental'
import { type Level, limitsChart } from '../limits-chart'
import type { View, ViewContext } from '../view'
import { instantElement, instantText, link } from '../widgets'

/** Requests beyond these stand in the timeline. */
const LEVELS_AT_MOST = 200

/** The buckets now as gauges, and the tokens of one of them over virtual time. */
export function limitsView({ controls, timeline, range, update, go }: ViewContext): View {
  let lines: readonly Line[] = []
  let buckets: readonly BucketState[] = []
  let chosen: { readonly bucket: string; readonly key?: string | undefined } | undefined
  const refusedOf = memoizeLast(refusedBy)
  const levelsOf = memoizeLast((all: readonly Line[], _within: unknown) =>
    all.flatMap((line) => (range.holds(line.entry.at) ? (levelOf(line) ?? []) : [])),
  )

  /** The one that was chosen; else the one that refused last, or the emptiest. */
  function shownBucket(levels: readonly Level[]): BucketState | undefined {
    const refusing = levels.filter(({ status }) => status === 429).at(-1)
    return (
      (chosen && findBucket(buckets, chosen)) ??
      (refusing && findBucket(buckets, refusing)) ??
      [...buckets].sort((one, other) => fillOf(one) - fillOf(other))[0]
    )
  }

  const gauge = (one: BucketState, isShown: boolean, refused: Refused): TemplateResult => {
    const { key, label, tokens, burst, fullAt } = one
    const turned = refused(one).length
    const left = Math.floor(tokens * 100) / 100
    const tone = fillOf(one) <= 0 ? 'bad' : fillOf(one) < 0.25 ? 'odd' : 'good'
    return html`<li class=${isShown ? 'revealed' : ''}>
      <button type="button" class="link" aria-pressed=${isShown} ?data-revealed=${isShown && chosen !== undefined}
        @click=${() => {
          chosen = { bucket: bucketName(one), key }
          update()
        }}>${bucketName(one)}</button>
      <span class="gauge ${tone}" role="meter" aria-label="Tokens of the ${bucketName(one)} of ${label}"
        aria-valuemin="0" aria-valuemax=${burst} aria-valuenow=${Math.max(0, left)}>
        <span .style=${`width:${Math.min(100, Math.max(0, fillOf(one) * 100))}%`}></span>
      </span>
      <span class="figures">${left} of ${burst}</span>
      <span class="quiet">${one.refillPerSecond} per second${
        left < burst && fullAt ? html`, full at ${instantElement(fullAt)}` : nothing
      }${turned > 0 ? html`; <span class="bad">${turned} refused, ${roomText(one)}</span>` : nothing}</span>
    </li>`
  }

  /** The buckets of one key: what refused and what is emptiest first, what is full behind a fold. */
  const ofKey = (key: string, shown: BucketState | undefined, refused: Refused): TemplateResult => {
    const own = buckets
      .filter((one) => one.key === key)
      .sort((one, other) => refused(other).length - refused(one).length || fillOf(one) - fillOf(other))
    const isOpen = (one: BucketState): boolean => fillOf(one) < 1 || refused(one).length > 0
    const [open, full] = [own.filter(isOpen), own.filter((one) => !isOpen(one))]
    const label = own[0]?.label ?? ''
    const turned = own.flatMap((one) => refused(one).map(({ at }) => at)).sort()
    const list = (some: readonly BucketState[], name: string): TemplateResult =>
      html`<ul class="gauges" aria-label="${name} of ${label}">
        ${some.map((one) => gauge(one, one === shown, refused))}
      </ul>`
    return html`<div class="bar"><h2>${label}</h2>${
      turned.length > 0
        ? link(`${turned.length} refused, last ${instantText(turned.at(-1) ?? '')}`, () =>
            go('Timeline', { filter: `status:429 key:${quotedValue(label)}` }),
          )
        : nothing
    }</div>
      ${open.length > 0 ? list(open, 'Buckets') : nothing}
      ${
        full.length > 0
          ? html`<details ?open=${shown !== undefined && full.includes(shown)}>
              <summary class="quiet">${full.length} full</summary>${list(full, 'Full buckets')}
            </details>`
          : nothing
      }`
  }

  return {
    name: 'Limits',
    ticks: true,
    reveal({ bucket, key }) {
      chosen = bucket === undefined ? undefined : { bucket, key }
    },
    async load() {
      buckets = await controls.get<readonly BucketState[]>('/rate-limits')
      lines = await timeline.lines()
    },
    render() {
      const levels = levelsOf(lines, range.current)
      const bucket = shownBucket(levels)
      const isUnspent = levels.length === 0 && !timeline.missing
      const own = bucket ? levelsIn(levels, bucket) : []
      const refused = refusedOf(levels)
      return html`<div class="scroll" tabindex="0" role="region" aria-label="Buckets and their history">
        ${keysInOrder(buckets, levels).map((key) => ofKey(key, bucket, refused))}
        ${limitsChart(nameOf(bucket), bucket ?? { burst: 1, refillPerSecond: 0 }, own)}
        ${dataTable(
          'Limits',
          ['Time', 'Request', 'Status', 'Tokens left', 'Burst'],
          own
            .slice(-LEVELS_AT_MOST)
            .reverse()
            .map(({ at, call, status, remaining, limit }) => [
              instantElement(at),
              call,
              status,
              remaining,
              limit,
            ]),
          { isBlockWhenNarrow: true },
        )}
        ${isUnspent ? html`<p class="empty">No request has spent a token yet.</p>` : nothing}
        ${own.length > LEVELS_AT_MOST ? html`<p class="quiet">Earlier requests stand in the timeline.</p>` : nothing}
      </div>`
    },
  }
}

const nameOf = (bucket: BucketState | undefined): string =>
  bucket ? `${bucketName(bucket)} of ${bucket.label}` : 'aggregate bucket'

type Refused = (bucket: BucketState) => readonly Level[]

/** The requests that each bucket refused. */
export function refusedBy(levels: readonly Level[]): Refused {
  const by = new Map<string, Level[]>()
  for (const level of levels) {
    if (level.status !== 429) continue
    const name = `${level.key} ${level.bucket}`
    const known = by.get(name)
    if (known) known.push(level)
    else by.set(name, [level])
  }
  return (one) => by.get(`${one.key} ${bucketName(one)}`) ?? []
}

/** The key that was refused last comes first. */
export const keysInOrder = (buckets: readonly BucketState[], levels: readonly Level[]): readonly string[] => {
  const refused = levels.filter(({ status }) => status === 429).reverse()
  return [...new Set([...refused, ...buckets].map(({ key }) => key))].filter((key) =>
    buckets.some((one) => one.key === key),
  )
}

/** Says when the next request passes. A whole second, as `Retry-After` has it. */
export function roomText({
  tokens,
  burst,
  refillPerSecond,
  fullAt,
}: Omit<BucketState, 'key' | 'label'>): string {
  if (tokens >= 1) return 'has room now'
  const at = Date.parse(fullAt) / 1000 - (burst - 1) / refillPerSecond
  return Number.isFinite(at)
    ? `has room again ${instantText(new Date(Math.ceil(at) * 1000).toISOString())}`
    : 'has no room'
}

/** A request takes from the buckets of its key and of its route; its response tells of one. */
export function levelsIn(
  levels: readonly Level[],
  shown: Pick<BucketState, 'key' | 'kind' | 'route'>,
): readonly Level[] {
  const name = bucketName(shown)
  const taking = levels.filter(({ key, route }) => key === shown.key && (shown.route ?? route) === route)
  return taking.flatMap((level, at) =>
    level.bucket === name ? { ...level, isApart: at > 0 && taking[at - 1]?.bucket !== name } : [],
  )
}

const fillOf = ({ tokens, burst }: BucketState): number => tokens / burst

/** The level of a bucket in a response; it tells of one only. */
function levelOf({ entry, method, path }: Line): Level | undefined {
  const { at, response, bucket, route = null } = entry
  const limit = response?.headers['x-ratelimit-limit']
  if (limit === undefined || bucket === undefined) return undefined
  return {
    at,
    limit: Number(limit),
    remaining: Number(response?.headers['x-ratelimit-remaining']),
    status: response?.status ?? null,
    call: `${method} ${path}`,
    key: sentKey(entry),
    bucket,
    route,
  }
}
