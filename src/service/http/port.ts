import { handle } from './handle'
import { bodilessRequest, readRequest } from './read-request'
import { hostResponse } from './responses/host-response'
import { networkError } from './responses/network-error'
import type { Wire } from './wire'

/** Has the signature of fetch. */
export type Port = (input: Request | URL | string, init?: RequestInit) => Promise<Response>

/**
 * The only asynchronous step: it reads the whole body, and everything after it is synchronous. The returned
 * function needs no `this`. It rejects like fetch: with a TypeError for a network error, and with the
 * signal's reason for an aborted call. A call that is aborted after the operation keeps its writes.
 */
export function openPort(wire: Wire): Port {
  return async (input, init) => {
    // Recognised by its members, because a request may come from another realm.
    const isRequest = typeof input === 'object' && 'headers' in input
    const request = isRequest && init === undefined ? (input as Request) : new Request(input, init)
    const { method } = request
    const outcome = handle(
      wire,
      bodilessRequest(request) ?? (await readRequest(request, wire.world.assumptions.peek('size-limits'))),
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
