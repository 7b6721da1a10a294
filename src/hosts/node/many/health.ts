import type { IncomingMessage } from 'node:http'
import { messageOf } from '../../../kernel/message-of'
import { leadsOut } from '../../../sandbox/targets'
import type { SqliteFile } from './sqlite-file'

export interface Health {
  readonly version: string
  /** The reason why a load balancer should send requests elsewhere; undefined if the deployment is ready. */
  problem(): string | undefined
  metrics(): string
}

/** Answers the monitoring paths; undefined for other paths. */
export function healthResponse(health: Health, incoming: IncomingMessage): Response | undefined {
  const [path = ''] = (incoming.url ?? '').split('?')
  if (path === '/healthz') return Response.json({ status: 'ok', version: health.version }, UNSTORED)
  if (path === '/readyz') {
    const problem = health.problem()
    if (problem === undefined) return Response.json({ status: 'ready' }, UNSTORED)
    return Response.json({ status: 'not ready', problem }, { ...UNSTORED, status: 503 })
  }
  if (path !== '/metrics') return undefined
  if (isOutside(incoming))
    return Response.json(
      { error: 'the metrics are for programs of this network, not through the proxy or a page' },
      { status: 403 },
    )
  return new Response(health.metrics(), { headers: { ...UNSTORED.headers, 'content-type': TEXT } })
}

const TEXT = 'text/plain; version=0.0.4; charset=utf-8'
const UNSTORED = { headers: { 'cache-control': 'no-store' } }

/** True for proxies, pages and public addresses: metrics name the teams. Not every browser tells. */
const isOutside = ({ socket, headers }: IncomingMessage): boolean =>
  'x-forwarded-for' in headers ||
  'forwarded' in headers ||
  (headers['sec-fetch-site'] ?? 'none') !== 'none' ||
  leadsOut(socket.remoteAddress ?? '')

/** The reason why the database cannot be read; undefined if it can. */
export function unreadable(file: SqliteFile): string | undefined {
  try {
    file.all('SELECT 1 FROM head LIMIT 1')
    return file.problem
  } catch (error) {
    return messageOf(error)
  }
}
