/** Browsers look this address up nowhere. */
const NOWHERE = 'blob:null/left'

/**
 * msw's worker lets the last requests of a page that is being left pass to the network. Those that a simulator would
 * have answered end here instead, as requests of an aborted page do.
 */
export function endRequestsOnLeaving(takes: (url: URL) => boolean): void {
  const isTaken = (url: string): boolean => takes(new URL(url, location.href))
  addEventListener('beforeunload', () => {
    const { fetch } = globalThis
    globalThis.fetch = (input, init) =>
      isTaken(input instanceof Request ? input.url : String(input))
        ? Promise.reject(new TypeError('Failed to fetch: the page is being left'))
        : fetch(input, init)
    const { open } = XMLHttpRequest.prototype
    XMLHttpRequest.prototype.open = function (
      this: XMLHttpRequest,
      method: string,
      url: string | URL,
      ...rest: unknown[]
    ) {
      const to = isTaken(String(url)) ? NOWHERE : url
      Reflect.apply(open, this, [method, to, ...rest])
    }
  })
}
