/** A request of the program, read whole. */
export interface Crossing {
  readonly request: Request
  readonly body: string | null
  /** Equal for the tries of one request. */
  readonly identity: string
  /** A copy with the same bytes. */
  copy(): Request
}

const utf8 = new TextDecoder()

/** Reads a request as `fetch` takes it. A path alone belongs to the service. */
export async function readCrossing(
  input: Request | URL | string,
  init: RequestInit | undefined,
  baseUrl: string,
): Promise<Crossing> {
  const target = typeof input === 'string' && input.startsWith('/') ? new URL(input, baseUrl) : input
  const request = new Request(target, init)
  const bytes = request.body === null ? null : new Uint8Array(await request.arrayBuffer())
  const body = bytes && utf8.decode(bytes)
  const { method, url, headers, signal } = request
  return {
    request,
    body,
    identity: JSON.stringify([method, url, headers.get('idempotency-key'), withoutBoundary(headers, body)]),
    copy: () => new Request(url, { method, headers, signal, ...(bytes && { body: bytes }) }),
  }
}

/** Each try of a form has a boundary of its own. */
function withoutBoundary(headers: Headers, body: string | null): string | null {
  const boundary = /boundary=("?)([^";]+)\1/.exec(headers.get('content-type') ?? '')?.[2]
  return body === null || boundary === undefined ? body : body.replaceAll(boundary, '')
}
