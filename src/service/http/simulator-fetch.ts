import type { SizeLimits } from '../../assumptions/index'
import { networkError } from '../../errors/network-error'
import type { RequestOutcome } from '../../events/traffic/outcome'
import { requestUrl } from '../../events/traffic/request-url'
import type { TrafficEntry } from '../../events/traffic/traffic-entry'
import type { UploadedPart, WireBody, WireRequest } from '../../events/traffic/wire-message'
import { platform, utf8Bytes } from '../../host-time/platform'
import { messageOf } from '../../kernel/message-of'
import { handle } from './handle'
import { plainHeaders } from './plain-headers'
import { readBytes, textBody } from './read-bytes'
import { hostResponse } from './responses/host-response'
import type { ServiceContext } from './service-context'

/** Has the signature of fetch. */
export type SimulatorFetch = (input: Request | URL | string, init?: RequestInit) => Promise<Response>

/** Wraps a fetch: it may send a request elsewhere, complete it, or observe its end. */
export type Wrapper = (port: SimulatorFetch) => SimulatorFetch

/** A fetch within its wrappers, which stand in the order in which a request passes them. */
export const wrapped = (wrappers: readonly Wrapper[], port: SimulatorFetch): SimulatorFetch =>
  wrappers.reduceRight((inner, wrap) => wrap(inner), port)

/** The two steps of the simulator's fetch. */
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
  /** Gives the response once, and waits for one that is held back. @throws TypeError for a network error */
  readonly respond: () => Response | Promise<Response>
}

/** Runs between reading and answering a request: it may change the request, or answer it by itself. */
export type Between = (asked: WireRequest, request: Request, answer: RequestHandler['answer']) => Answered

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
 * Makes a fetch, which awaits nothing between the body and the commit, and a held response only later. The
 * function needs no `this`. It rejects like fetch: with a TypeError for a network error, with the signal's reason
 * for an aborted call. A call that is aborted after the operation keeps its writes.
 */
export function openFetch(
  { read, answer }: RequestHandler,
  between: Between = (asked, request) => answer(asked, request),
): SimulatorFetch {
  return async (input, init) => {
    // Recognised by its members, because a request may come from another realm.
    const isRequest = typeof input === 'object' && 'headers' in input
    const request = isRequest && init === undefined ? input : new platform.Request(input, init)
    const asked = read(request)
    return between(asked instanceof Promise ? await asked : asked, request, answer).respond()
  }
}

/** @deprecated Use `SimulatorFetch`. */
export type Port = SimulatorFetch

/** Converts a request that cannot have a body; undefined for others. @throws the signal's reason on an abort */
function bodilessRequest(request: Request): WireRequest | undefined {
  refuseAborted(request)
  const method = request.method.toUpperCase()
  // Some hosts lack `body`, so the request has to be read.
  if (method !== 'GET' && method !== 'HEAD' && request.body !== null) return undefined
  return wireRequest(request, method, { kind: 'none' })
}

/** Converts a request with its whole body, up to the limits, or says why it has none. Rejects only if aborted. */
async function readRequest(request: Request, limits: SizeLimits): Promise<WireRequest> {
  const body = await readBody(request, limits)
  refuseAborted(request)
  return wireRequest(request, request.method.toUpperCase(), body)
}

function refuseAborted({ signal }: Request): void {
  if (signal?.aborted) throw signal.reason
}

const wireRequest = ({ url, headers }: Request, method: string, body: WireBody): WireRequest => ({
  method,
  url: requestUrl(url),
  headers: plainHeaders(headers),
  body,
})

/** Bytes for the boundaries and headers in a form. */
const FORM_OVERHEAD = 1024 * 1024

async function readBody(request: Request, limits: SizeLimits): Promise<WireBody> {
  const type = request.headers.get('content-type') ?? ''
  const isForm = /^multipart\/form-data\b/i.test(type)
  const limit = isForm ? limits.files * limits.file + FORM_OVERHEAD : limits.body
  const read = await readBytes(request, limit, request.signal, 'reject').catch(messageOf)
  if (typeof read === 'string') return { kind: 'broken-off', problem: read }
  const { bytes, isCut } = read
  if (isCut) return { kind: 'too-large', beginning: bytes.slice(0, BEGINNING), limit }
  if (!isForm) return bytes.length === 0 ? { kind: 'none' } : textBody(bytes)
  const parts = await readParts(bytes, type).catch(messageOf)
  return typeof parts === 'string' ? { kind: 'unreadable', problem: parts } : { kind: 'multipart', parts }
}

/** The bytes that are stored of a body that is too large. */
const BEGINNING = 1024

async function readParts(bytes: Uint8Array, type: string): Promise<UploadedPart[]> {
  const form = await new platform.Response(bytes as BodyInit, {
    headers: { 'content-type': type },
  }).formData()
  const parts: UploadedPart[] = []
  for (const [name, value] of form) {
    if (typeof value === 'string') {
      parts.push({ name, filename: undefined, type: '', bytes: utf8Bytes(value) })
    } else {
      const content = new Uint8Array(await value.arrayBuffer())
      parts.push({ name, filename: value.name, type: value.type, bytes: content })
    }
  }
  return parts
}
