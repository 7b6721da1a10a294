import type { WireRequest } from '../../events/traffic/wire-message'
import { platform } from '../../host-time/platform'
import { handle } from './handle'
import { bodilessRequest, readRequest } from './read-request'
import { hostResponse } from './responses/host-response'
import { networkError } from './responses/network-error'
import type { ServiceContext } from './service-context'

/** Has the signature of fetch. */
export type SimulatorFetch = (input: Request | URL | string, init?: RequestInit) => Promise<Response>

/** Stands around a port: it may send a request elsewhere, complete it, or note when it ends. */
export type Wrapper = (port: SimulatorFetch) => SimulatorFetch

/** A port within wrappers, in the order in which a request passes them. */
export const wrapped = (wrappers: readonly Wrapper[], port: SimulatorFetch): SimulatorFetch =>
  wrappers.reduceRight((inner, wrap) => wrap(inner), port)

/** The two steps of a port. */
export interface RequestHandler {
  /** Reads the whole body. @throws the signal's reason if the call was aborted */
  read(request: Request): WireRequest | Promise<WireRequest>
  /**
   * Synchronous up to the response: when it returns, the service has carried out the request, and the traffic has its
   * entry. @throws TypeError for a network error
   */
  answer(asked: WireRequest, request: Request): Response | Promise<Response>
}

/** Stands between reading a request and answering it: it may change the request, or answer by itself. */
export type Between = (
  asked: WireRequest,
  request: Request,
  answer: RequestHandler['answer'],
) => Response | Promise<Response>

const nothingBetween: Between = (asked, request, answer) => answer(asked, request)

export const requestHandler = (wire: ServiceContext): RequestHandler => ({
  read: (request) =>
    bodilessRequest(request) ?? readRequest(request, wire.world.assumptions.peek('size-limits')),
  answer(asked, request) {
    const { method } = request
    const outcome = handle(wire, asked)
    switch (outcome.kind) {
      case 'reply':
        return hostResponse(outcome.reply, method)
      case 'network-error':
        throw networkError(outcome.why)
      case 'held':
        return wire.held.wait(outcome.id, request).then((reply) => hostResponse(reply, method))
    }
  },
})

/**
 * Reading the body is the only asynchronous step. The returned function needs no `this`. It rejects like fetch: with
 * a TypeError for a network error, and with the signal's reason for an aborted call. A call that is aborted after the
 * operation keeps its writes.
 */
export function openFetch({ read, answer }: RequestHandler, between = nothingBetween): SimulatorFetch {
  return async (input, init) => {
    // Recognised by its members, because a request may come from another realm.
    const isRequest = typeof input === 'object' && 'headers' in input
    const request = isRequest && init === undefined ? (input as Request) : new platform.Request(input, init)
    const asked = read(request)
    return between(asked instanceof Promise ? await asked : asked, request, answer)
  }
}

/** @deprecated Use `SimulatorFetch`. */
export type Port = SimulatorFetch
