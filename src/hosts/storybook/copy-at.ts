/** The signal of a request that its story ends, too. */
export const either = (own: AbortSignal | null | undefined, ending: AbortSignal): AbortSignal =>
  own ? AbortSignal.any([own, ending]) : ending

/** The address of a request cannot be changed, and not every browser sends a stream again. */
export async function copyAt(address: string, request: Request, ending: AbortSignal): Promise<Request> {
  const { method, headers, mode, credentials, cache, redirect } = request
  const { referrer, referrerPolicy, integrity, keepalive, signal } = request
  const body = await request.arrayBuffer()
  return new Request(address, {
    ...{ method, headers, credentials, cache, redirect },
    ...{ referrer, referrerPolicy, integrity, keepalive },
    // The other address is of another origin.
    mode: mode === 'same-origin' ? 'cors' : mode,
    signal: either(signal, ending),
    ...(body.byteLength > 0 && { body }),
  })
}

/** The response, as that of another address. */
export function shownAt({ href }: URL, response: Response): Response {
  const clone = response.clone.bind(response)
  return Object.defineProperties(response, {
    url: { value: href.replace(/#.*/, '') },
    clone: { value: () => shownAt(new URL(href), clone()) },
  })
}
