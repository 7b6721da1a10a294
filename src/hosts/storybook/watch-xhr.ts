/** Browsers look this address up nowhere. */
const LEFT = 'blob:null/left'

/** The address of an XMLHttpRequest, and the end of the story that it belongs to. */
interface Sending {
  readonly url: URL
  /** Undefined for one that fails. */
  readonly address: string | undefined
  readonly ending: AbortSignal
}

/**
 * Sends XMLHttpRequests of this page elsewhere, and aborts them when their story ends.
 * @param sendingOf undefined for requests that are left alone
 */
export function watchXhr(sendingOf: (method: string, address: string | URL) => Sending | undefined): void {
  const { open, send } = XMLHttpRequest.prototype
  const endings = new WeakMap<XMLHttpRequest, AbortSignal>()
  XMLHttpRequest.prototype.open = function (method: string, address: string | URL, ...rest: unknown[]) {
    endings.delete(this)
    Reflect.deleteProperty(this, 'responseURL')
    const sending = sendingOf(method, address)
    if (sending) {
      endings.set(this, sending.ending)
      const shown = sending.url.href.replace(/#.*/, '')
      const get = (): string => Reflect.get(XMLHttpRequest.prototype, 'responseURL', this) && shown
      Object.defineProperty(this, 'responseURL', { configurable: true, get })
    }
    Reflect.apply(open, this, [method, sending ? (sending.address ?? LEFT) : address, ...rest])
  }
  XMLHttpRequest.prototype.send = function (body) {
    const abort = (): void => this.abort()
    const ending = endings.get(this)
    ending?.addEventListener('abort', abort)
    this.addEventListener('loadend', () => ending?.removeEventListener('abort', abort), { once: true })
    send.call(this, body)
    if (ending?.aborted) abort()
  }
}
