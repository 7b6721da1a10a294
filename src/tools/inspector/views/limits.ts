import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { BucketState } from '../../../index'
import { bucketName, bucketRank, findBucket } from '../bucket-name'
import { dataTable } from '../data-table'
import { isLimited, type Line, sentKey } from '../entries'
import { quotedValue } from '../filter-terms'
import { memoizeLast } from '../incremental'
import { type Level, limitsChart, type Spent } from '../limits-chart'
import { undoneByRewinds } from '../undone'
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
  const undone = undoneByRewinds()
  /** A restore that undid requests gave back their tokens. */
  const levelsOf = memoizeLast((all: readonly Line[]) => {
    const isUndone = undone(all)
    const levels = all.flatMap((line) => levelOf(line) ?? [])
    const were = (state: boolean) => levels.filter(({ sequence }) => isUndone(sequence) === state)
    return { kept: were(false), undone: were(true) }
  })
  const spentOf = memoizeLast(levelsIn)
  /** The labels of the keys that faults answered with 429. */
  const faultedIn = memoizeLast(
    (all: readonly Line[]) =>
      new Set(all.flatMap((line) => (line.outcome === '429' && !isLimited(line) ? [line.entry.key] : []))),
  )
  const within = <T extends Level>(levels: readonly T[]): readonly T[] =>
    range.current ? levels.filter(({ at }) => range.holds(at)) : levels

  /** The one that was chosen; else the one that refused last, or the emptiest. */
  function shownBucket(levels: readonly Level[]): BucketState | undefined {
    const refusing = levels.filter(({ isRefused }) => isRefused).at(-1)
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
      }${turned > 0 ? html`; <span class="bad">${turned} refused, ${room(one)}</span>` : nothing}</span>
    </li>`
  }

  /** The buckets of one key: what refused and what is emptiest first, what is full behind a fold. */
  const ofKey = (key: string, shown: BucketState | undefined, refused: Refused): TemplateResult => {
    const own = buckets
      .filter((one) => one.key === key)
      .sort((one, other) => lastOf(refused(other)) - lastOf(refused(one)) || fillOf(one) - fillOf(other))
    const isOpen = (one: BucketState): boolean => fillOf(one) < 1 || refused(one).length > 0
    const [open, full] = [own.filter(isOpen), own.filter((one) => !isOpen(one))]
    const turned = own.flatMap(refused)
    const [latest] = own
    const label = latest?.label ?? ''
    // The answer of a fault has the same status, and an answer that was lost has none for the filter.
    const isByRule = faultedIn(lines).has(label) || turned.some(({ status }) => status === null)
    const isOfStatus = turned.every(({ status }) => status !== null)
    const gone = within(levelsOf(lines).undone).filter((one) => one.isRefused && one.key === key).length
    const list = (some: readonly BucketState[], name: string): TemplateResult =>
      html`<ul class="gauges" aria-label="${name} of ${label}">
        ${some.map((one) => gauge(one, one === shown, refused))}
      </ul>`
    return html`<div class="bar"><h2>${label}</h2>${
      latest && turned.length > 0
        ? html`${link(`${turned.length} refused, last ${instantText(refused(latest).at(-1)?.at ?? '')}`, () =>
            go('Timeline', {
              filter: [
                ...(isOfStatus ? ['status:429'] : []),
                `key:${quotedValue(label)}`,
                ...(isByRule ? ['rule:rate-limit'] : []),
              ].join(' '),
            }),
          )} ${gone > 0 ? html`<span class="quiet">${gone} more undone</span>` : nothing} ${
            // Another bucket of the key may be empty.
            room(own.find(({ tokens }) => tokens < 1) ?? latest)
          }`
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
      const all = levelsOf(lines).kept
      const levels = within(all)
      const bucket = shownBucket(levels)
      const isUnspent = levels.length === 0 && !timeline.missing
      const own = bucket ? within(spentOf(all, bucket)) : []
      const refused = refusedOf(levels)
      return html`<div class="scroll" tabindex="0" role="region" aria-label="Buckets and their history">
        ${keysInOrder(buckets, levels).map((key) => ofKey(key, bucket, refused))}
        ${limitsChart(bucket, nameOf(bucket), own)}
        ${dataTable(
          'Limits',
          ['Time', 'Request', 'Status', 'Tokens left', 'Burst'],
          own
            .slice(-LEVELS_AT_MOST)
            .reverse()
            .map(({ at, call, status, left, sequence }) => [
              instantElement(at),
              link(`#${sequence} ${call}`, () => go('Timeline', { entry: sequence })),
              status,
              Math.floor(left),
              bucket?.burst ?? null,
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

const lastOf = (levels: readonly Level[]): number => levels.at(-1)?.sequence ?? 0

const room = (bucket: BucketState): TemplateResult =>
  html`<span class=${bucket.tokens >= 1 ? 'good' : 'bad'}>${roomText(bucket)}</span>`

type Refused = (bucket: BucketState) => readonly Level[]

/** The requests that each bucket refused. */
export function refusedBy(levels: readonly Level[]): Refused {
  const by = new Map<string, Level[]>()
  for (const level of levels) {
    if (!level.isRefused) continue
    const name = `${level.key} ${level.bucket}`
    const known = by.get(name)
    if (known) known.push(level)
    else by.set(name, [level])
  }
  return (one) => by.get(`${one.key} ${bucketName(one)}`) ?? []
}

/** The key that was refused last comes first. */
export const keysInOrder = (buckets: readonly BucketState[], levels: readonly Level[]): readonly string[] => {
  const refused = levels.filter(({ isRefused }) => isRefused).reverse()
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

/**
 * A request takes from the buckets of its key and of its route, one after the other up to one that is empty (§9.1). Its
 * response tells of one of them; for the others it is reckoned what was left.
 */
export function levelsIn(
  levels: readonly Level[],
  shown: Omit<BucketState, 'label' | 'tokens' | 'fullAt'>,
): readonly Spent[] {
  const name = bucketName(shown)
  const rank = bucketRank({ bucket: name, route: shown.route })
  const { key: owner, burst, refillPerSecond } = shown
  let left = burst
  let last = Number.POSITIVE_INFINITY
  return levels.flatMap((level): Spent[] => {
    const { at, key, route, bucket, remaining, isRefused } = level
    const isTold = bucket === name
    const isAsked = key === owner && (shown.route ?? route) === route
    if (!isAsked || (isRefused && bucketRank(level) < rank)) return []
    const passed = Math.max(0, Date.parse(at) - last) / 1000
    left = Math.min(burst, left + passed * refillPerSecond)
    if (!(isTold && isRefused)) left = Math.max(0, left - 1)
    if (isTold && Math.floor(left) !== remaining) left = remaining
    last = Date.parse(at)
    return [{ ...level, left, isTold }]
  })
}

const fillOf = ({ tokens, burst }: BucketState): number => tokens / burst

/** The level of a bucket in a response; it tells of one only. */
function levelOf({ entry, method, path }: Line): Level | undefined {
  const { sequence, at, response, unseen, bucket, route = null } = entry
  const left = (response ?? unseen)?.headers['x-ratelimit-remaining']
  if (left === undefined || bucket === undefined) return undefined
  return {
    sequence,
    at,
    remaining: Number(left),
    status: response?.status ?? null,
    call: `${method} ${path}`,
    key: sentKey(entry),
    bucket,
    route,
    isRefused: isLimited({ entry }),
  }
}
