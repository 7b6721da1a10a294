import type { IncomingMessage } from 'node:http'
import { messageOf } from '../../../kernel/message-of'
import { leadsOut } from '../../../sandbox/targets'
import type { SqliteFile } from './sqlite-file'

export interface Health {
  readonly version: string
  /** The reason why requests should go elsewhere; undefined if they should come. */
  problem(): string | undefined
  metrics(): string
}

/** The answer to whoever watches the deployment; undefined for other paths. */
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

/** They name the teams. What a proxy or a page sends may come from anywhere; not every browser tells. */
const isOutside = ({ socket, headers }: IncomingMessage): boolean =>
  'x-forwarded-for' in headers ||
  'forwarded' in headers ||
  (headers['sec-fetch-site'] ?? 'none') !== 'none' ||
  leadsOut(socket.remoteAddress ?? '')

/** The reason why nothing of the file can be read; undefined if it can. */
export function unreadable(file: SqliteFile): string | undefined {
  try {
    file.all('SELECT 1 FROM head LIMIT 1')
    return file.problem
  } catch (error) {
    return messageOf(error)
  }
}
