import { handle } from './handle'
import { bodilessRequest, readRequest } from './read-request'
import { hostResponse } from './responses/host-response'
import { networkError } from './responses/network-error'
import type { Wire } from './wire'

/** Called like fetch, with a request or with an address and options. */
export type Port = (input: Request | URL | string, init?: RequestInit) => Promise<Response>

/**
 * The only asynchronous door: it reads the whole body, then everything is synchronous. The function returned
 * needs no `this`. It rejects as fetch does, with a TypeError for a network error and with the signal's reason
 * for an aborted call. A call aborted after it was carried out keeps its writes.
 */
export function openPort(wire: Wire): Port {
  return async (input, init) => {
    // Told by its members, because a request may come from another realm.
    const isRequest = typeof input === 'object' && 'headers' in input
    const request = isRequest && init === undefined ? (input as Request) : new Request(input, init)
    const { method } = request
    const outcome = handle(
      wire,
      bodilessRequest(request) ?? (await readRequest(request, wire.world.assumptions.read('size-limits'))),
    )
    switch (outcome.kind) {
      case 'reply':
        return hostResponse(outcome.reply, method)
      case 'network-error':
        throw networkError(outcome.why)
      case 'parked':
        return hostResponse(await wire.parked.wait(outcome.id, request), method)
    }
  }
}
