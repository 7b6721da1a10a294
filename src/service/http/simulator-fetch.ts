import type { RequestOutcome } from '../../events/traffic/outcome'
import type { TrafficEntry } from '../../events/traffic/traffic-entry'
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
  /** Synchronous: when it returns, the service has carried out the request. */
  answer(asked: WireRequest, request: Request): Answered
}

/** A request that was carried out. */
export interface Answered {
  /** Its entry of the traffic; undefined if the request never reached the service. */
  readonly entry: TrafficEntry | undefined
  /** Gives the response once, also one that is held back. @throws TypeError for a network error */
  readonly respond: () => Response | Promise<Response>
}

/** Stands between reading a request and answering it: it may change the request, or answer by itself. */
export type Between = (asked: WireRequest, request: Request, answer: RequestHandler['answer']) => Answered

const nothingBetween: Between = (asked, request, answer) => answer(asked, request)

export const requestHandler = (context: ServiceContext): RequestHandler => ({
  read: (request) =>
    bodilessRequest(request) ?? readRequest(request, context.world.assumptions.peek('size-limits')),
  answer(asked, request) {
    const { outcome, entry } = handle(context, asked)
    return { entry, respond: () => responseOf(context, outcome, request) }
  },
})

function responseOf(
  { held }: ServiceContext,
  outcome: RequestOutcome,
  request: Request,
): Response | Promise<Response> {
  switch (outcome.kind) {
    case 'reply':
      return hostResponse(outcome.reply, request.method)
    case 'network-error':
      throw networkError(outcome.why)
    case 'held':
      return held.wait(outcome.id, request).then((reply) => hostResponse(reply, request.method))
  }
}

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
    return between(asked instanceof Promise ? await asked : asked, request, answer).respond()
  }
}

/** @deprecated Use `SimulatorFetch`. */
export type Port = SimulatorFetch
