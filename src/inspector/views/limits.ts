import { html, nothing } from 'lit'
import { dataTable } from '../data-table'
import { type Entry, lineOf } from '../entries'
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

const LEVELS_AT_MOST = 200

/** The buckets now, and the tokens that responses told of over virtual time. */
export function limitsView({ controls }: ViewContext): View {
  let levels: readonly Level[] = []
  let buckets: readonly Bucket[] = []
  return {
    name: 'Limits',
    ticks: true,
    async load() {
      buckets = await controls.get<readonly Bucket[]>('/rate-limits')
      const traffic = await controls.get<readonly Entry[]>(`/traffic?last=${LEVELS_AT_MOST}`)
      levels = traffic.flatMap((entry) => levelOf(entry) ?? [])
    },
    render: () =>
      html`<div class="scroll" tabindex="0" role="region" aria-label="Buckets and their history">
        ${limitsChart(levels)}
        ${
          buckets.length > 0
            ? dataTable(
                'Buckets',
                ['Key', 'Kind', 'Route', 'Tokens', 'Burst', 'Refill per second', 'Full at'],
                buckets.map((one) => [
                  one.key,
                  one.kind,
                  one.route ?? 'all',
                  Math.floor(one.tokens * 100) / 100,
                  one.burst,
                  one.refillPerSecond,
                  one.fullAt,
                ]),
              )
            : nothing
        }
        ${dataTable(
          'Limits',
          ['Time', 'Request', 'Status', 'Tokens left', 'Burst'],
          [...levels]
            .reverse()
            .map(({ at, call, status, remaining, limit }) => [at, call, status, remaining, limit]),
        )}
        ${levels.length === 0 ? html`<p class="empty">No request has spent a token yet.</p>` : nothing}
      </div>`,
  }
}

/** What a response says of the bucket with the fewest tokens. */
function levelOf(entry: Entry): Level | undefined {
  const { headers } = entry.response ?? {}
  const limit = headers?.['x-ratelimit-limit']
  if (limit === undefined) return undefined
  const { method, path, status } = lineOf({ ...entry, kind: 'request' })
  const remaining = Number(headers?.['x-ratelimit-remaining'])
  const call = `${method} ${path}`
  return { at: entry.at, limit: Number(limit), remaining, status, call, route: String(entry.route ?? call) }
}
