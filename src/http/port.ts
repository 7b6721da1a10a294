import { isBodiless } from './bodiless'
import { handle, type Wire } from './handle'
import { networkError } from './network-error'
import { bodilessRequest, readRequest } from './read-request'
import type { WireResponse } from './wire'

/** Called like fetch, with a request or with an address and options. */
export type Port = (input: Request | URL | string, init?: RequestInit) => Promise<Response>

/**
 * The one asynchronous door: the whole body is read first, and from there on everything is synchronous. The
 * function returned needs no `this`. It rejects as fetch does, with a TypeError for a network error and with
 * the signal's reason for an aborted call; a call aborted after it was carried out leaves what it wrote.
 */
export function openPort(wire: Wire): Port {
  return async (input, init) => {
    const request = isRequest(input) && init === undefined ? input : new Request(input, init)
    const { signal, method } = request
    refuseAborted(signal)
    let incoming = bodilessRequest(request)
    if (incoming === undefined) {
      incoming = await readRequest(request)
      refuseAborted(signal)
    }
    const handled = handle(wire, incoming)
    switch (handled.kind) {
      case 'reply':
        return responseOf(handled.reply, method)
      case 'network-error':
        throw networkError(handled.why)
      case 'parked':
        return responseOf(await wire.parked.wait(handled.id, signal), method)
    }
  }
}

// Asked by its members: a request may come from another realm than ours.
const isRequest = (input: Request | URL | string): input is Request =>
  typeof input === 'object' && 'headers' in input

function refuseAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw signal.reason
}

function responseOf({ status, headers, body }: WireResponse, method: string): Response {
  const hasBody = method !== 'HEAD' && body !== '' && !isBodiless(status)
  return new Response(hasBody ? body : null, { status, headers })
}
