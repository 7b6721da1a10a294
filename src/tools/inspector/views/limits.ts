import { html, nothing, type TemplateResult } from 'lit'
import { dataTable } from '../data-table'
import type { Entry } from '../entries'
import { instant } from '../instants'
import { latest } from '../latest'
import { type Level, limitsChart } from '../limits-chart'
import type { View, ViewContext } from '../view'

interface Bucket {
  readonly key: string
  readonly kind: string
  readonly route: string | null
  readonly burst: number
  readonly refillPerSecond: number
  readonly tokens: number
  readonly fullAt: string | null
}

/** Requests beyond these stand in the timeline. */
const LEVELS_AT_MOST = 200

/** The buckets now, and the tokens that responses told of over virtual time. */
export function limitsView({ controls }: ViewContext): View {
  let levels: readonly Level[] = []
  let buckets: readonly Bucket[] = []
  let isCut = false
  let revealed: string | undefined

  /** The reason of a 429 names its bucket by kind and route. */
  function isRevealed({ kind, route }: Bucket): boolean {
    if (!revealed?.startsWith(kind)) return false
    return route === null ? !revealed.includes('/') : revealed.endsWith(route)
  }

  const table = (): TemplateResult =>
    dataTable(
      'Buckets',
      ['Key', 'Kind', 'Route', 'Tokens', 'Burst', 'Refill per second', 'Full at'],
      buckets.map((one) => [
        one.key,
        one.kind,
        one.route ?? 'all',
        Math.floor(one.tokens * 100) / 100,
        one.burst,
        one.refillPerSecond,
        one.fullAt && instant(one.fullAt),
      ]),
      { stacks: true, isRevealed: (at) => isRevealed(buckets[at] as Bucket) },
    )

  return {
    name: 'Limits',
    ticks: true,
    reveal({ bucket }) {
      revealed = bucket
    },
    async load() {
      buckets = await controls.get<readonly Bucket[]>('/rate-limits')
      const { found, hasEarlier } = await latest<Entry>(controls, '/traffic', LEVELS_AT_MOST)
      isCut = hasEarlier
      levels = found.flatMap((entry) => levelOf(entry, buckets) ?? [])
    },
    render: () =>
      html`<div class="scroll" tabindex="0" role="region" aria-label="Buckets and their history">
        ${limitsChart(levels)} ${buckets.length > 0 ? table() : nothing}
        ${dataTable(
          'Limits',
          ['Time', 'Request', 'Status', 'Tokens left', 'Burst'],
          [...levels]
            .reverse()
            .map(({ at, call, status, remaining, limit }) => [instant(at), call, status, remaining, limit]),
          { stacks: true },
        )}
        ${levels.length === 0 ? html`<p class="empty">No request has spent a token yet.</p>` : nothing}
        ${isCut ? html`<p class="quiet">Earlier requests stand in the timeline.</p>` : nothing}
      </div>`,
  }
}

/** What a response says of the bucket with the fewest tokens. */
function levelOf({ at, request, response, route }: Entry, buckets: readonly Bucket[]): Level | undefined {
  const { headers, status = null } = response ?? {}
  const limit = headers?.['x-ratelimit-limit']
  if (limit === undefined || request === undefined) return undefined
  const { pathname, search } = new URL(request.url)
  const call = `${request.method} ${pathname}${search}`
  const remaining = Number(headers?.['x-ratelimit-remaining'])
  const isOwn = buckets.some((one) => one.route === route && one.burst === Number(limit))
  // A response tells of the emptiest bucket, which may be that of all requests.
  return { at, limit: Number(limit), remaining, status, call, route: isOwn ? String(route) : 'all requests' }
}
