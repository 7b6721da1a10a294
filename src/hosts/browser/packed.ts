/** A request as plain data, which can be posted to another page. */
export interface PackedRequest {
  readonly url: string
  readonly method: string
  readonly headers: readonly (readonly [string, string])[]
  readonly body: ArrayBuffer | null
}

export interface PackedResponse {
  readonly status: number
  readonly statusText: string
  readonly headers: readonly (readonly [string, string])[]
  readonly body: ArrayBuffer | null
}

export async function packedRequest(request: Request): Promise<PackedRequest> {
  const { url, method, headers } = request
  const hasBody = method !== 'GET' && method !== 'HEAD'
  return { url, method, headers: [...headers], body: hasBody ? await request.arrayBuffer() : null }
}

export const unpackedRequest = ({ url, method, headers, body }: PackedRequest): Request =>
  new Request(url, { method, headers: pairs(headers), body })

export async function packedResponse(response: Response): Promise<PackedResponse> {
  const { status, statusText, headers } = response
  // A status such as 204 allows no body, not even an empty one.
  const body = response.body && (await response.arrayBuffer())
  return { status, statusText, headers: [...headers], body }
}

export const unpackedResponse = ({ status, statusText, headers, body }: PackedResponse): Response =>
  new Response(body, { status, statusText, headers: pairs(headers) })

const pairs = (headers: PackedRequest['headers']): [string, string][] =>
  headers.map(([name, value]) => [name, value])
