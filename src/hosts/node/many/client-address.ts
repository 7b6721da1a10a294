import type { IncomingMessage } from 'node:http'
import { leadsOut } from '../../../sandbox/targets'

/**
 * The address of a client. Behind a proxy it is the last one of `X-Forwarded-For`, which the proxy wrote: it is taken
 * from connections of this machine and of private networks.
 */
export function addressOf({ socket, headers }: IncomingMessage): { readonly address?: string } {
  const { remoteAddress: direct } = socket
  if (direct === undefined) return {}
  const forwarded = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .at(-1)
    ?.trim()
  return { address: forwarded && !leadsOut(direct) ? forwarded : direct }
}
