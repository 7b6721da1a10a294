import { readBytes } from '../../service/http/read-bytes'

/** Bytes of an answer that are read. */
const ANSWER_AT_MOST = 64 * 1024

/** No redirects are followed, since only the first address was allowed. The platform refuses private addresses. */
export async function deliver(
  request: Request,
  send: (request: Request) => Promise<Response> = fetch,
): Promise<Response> {
  const response = await send(new Request(request, { redirect: 'manual' }))
  const { bytes } = await readBytes(response, ANSWER_AT_MOST, request.signal, 'keep')
  return new Response(bytes.length === 0 ? null : (bytes as BodyInit), response)
}
