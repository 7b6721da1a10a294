import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { listening } from '../hosts/node/listening'

/** A port that is free now: the simulator is told its address before it is served. */
export async function freePort(host: string): Promise<number> {
  const probe = createServer().listen(0, host)
  await listening(probe, 0, host)
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}

/** The host in a URL. An address that stands for all of them is reached by the loopback one. */
export function shownHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  return host.includes(':') ? `[${host === '::' ? '::1' : host}]` : host
}
