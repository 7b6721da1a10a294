import type { SizeLimits } from '../../assumptions/index'
import { requestUrl } from '../../events/traffic/request-url'
import type { UploadedPart, WireBody, WireRequest } from '../../events/traffic/wire-message'
import { platform, utf8Bytes } from '../../host-time/platform'
import { messageOf } from '../../kernel/message-of'
import { plainHeaders } from './plain-headers'
import { readBytes } from './read-bytes'
import { textBody } from './text-body'

/**
 * Converts a request that cannot have a body; undefined for others. @throws the signal's reason if it was
 * aborted
 */
export function bodilessRequest(request: Request): WireRequest | undefined {
  refuseAborted(request)
  const method = request.method.toUpperCase()
  // Some hosts lack `body`, so the request has to be read.
  if (method !== 'GET' && method !== 'HEAD' && request.body !== null) return undefined
  return wireRequest(request, method, { kind: 'none' })
}

/**
 * Converts a request with its whole body, up to the limits. A body that is too large, unreadable or broken off is
 * reported in its place. Rejects only if the request was aborted.
 */
export async function readRequest(request: Request, limits: SizeLimits): Promise<WireRequest> {
  const body = await readBody(request, limits)
  refuseAborted(request)
  return wireRequest(request, request.method.toUpperCase(), body)
}

function refuseAborted({ signal }: Request): void {
  if (signal?.aborted) throw signal.reason
}

function wireRequest({ url, headers }: Request, method: string, body: WireBody): WireRequest {
  return { method, url: requestUrl(url), headers: plainHeaders(headers), body }
}

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

/** Bytes kept of a body that is too large. */
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
