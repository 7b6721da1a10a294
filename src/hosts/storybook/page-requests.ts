import { copyAt, either } from './copy-at'
import { marked } from './story-mark'
import { warnOfRefusal } from './warn-of-refusal'

/** Browsers look this address up nowhere. */
const NOWHERE = 'blob:null/left'

/** An answer that is there already is read in the meantime, and what follows from it fails. */
const LAST_TURNS = 3

/** Taken before a story can fake it. */
const { setTimeout } = globalThis
const nextTurn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0))

/** The requests of this page that a simulator would answer (decisions/0033-a-story-ends-with-its-requests.md). */
export class PageRequests {
  readonly #takes: (url: URL) => boolean
  #story = 0
  #ending = new AbortController()
  #isLeft = false

  constructor(takes: (url: URL) => boolean) {
    this.#takes = takes
    this.#watchFetch()
    this.#watchXhr()
    // msw's worker lets the last requests of a page that is being left pass to the network. They end here instead, as
    // requests of an aborted page do.
    addEventListener('beforeunload', () => {
      this.#isLeft = true
      this.#end()
    })
  }

  /** The number of the story that sends the requests from now on. */
  get story(): number {
    return this.#story
  }

  /** From now on requests belong to a new story. */
  begin(): void {
    this.#end()
    this.#story += 1
    this.#ending = new AbortController()
    if (this.#isLeft) this.#end()
  }

  /** The requests of the story fail, those under way and those that they lead to. */
  async end(): Promise<void> {
    this.#end()
    for (let turn = 0; turn < LAST_TURNS; turn += 1) await nextTurn()
  }

  #end(): void {
    this.#ending.abort(new TypeError('Failed to fetch: the story has ended'))
  }

  #watchFetch(): void {
    const { fetch } = globalThis
    globalThis.fetch = async (input, init) => {
      const url = this.#taken(input instanceof Request ? input.url : input)
      if (!url) return fetch(input, init)
      const { signal: ending } = this.#ending
      const address = marked(url, this.#story)
      const send = async (): Promise<Response> =>
        input instanceof Request
          ? fetch(await copyAt(address, new Request(input, init), ending))
          : fetch(new Request(address, init), { signal: either(init?.signal, ending) })
      if (!ending.aborted) return send()
      this.#warn(init?.method ?? (input instanceof Request ? input.method : 'GET'), url)
      // Whoever asks again at once must not keep the page from going on.
      await nextTurn()
      return send()
    }
  }

  #watchXhr(): void {
    const { open, send } = XMLHttpRequest.prototype
    const endings = new WeakMap<XMLHttpRequest, AbortSignal>()
    const target = (request: XMLHttpRequest, method: string, address: string | URL): string | URL => {
      endings.delete(request)
      const url = this.#taken(address)
      if (!url) return address
      const { signal: ending } = this.#ending
      endings.set(request, ending)
      if (!ending.aborted) return marked(url, this.#story)
      this.#warn(method, url)
      return NOWHERE
    }
    XMLHttpRequest.prototype.open = function (method: string, url: string | URL, ...rest: unknown[]) {
      Reflect.apply(open, this, [method, target(this, method, url), ...rest])
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

  #warn(method: string, url: URL): void {
    // Nobody looks at what a page still asks while it is being left.
    if (!this.#isLeft) warnOfRefusal(method, url)
  }

  #taken(address: string | URL): URL | undefined {
    if (!URL.canParse(address, document.baseURI)) return undefined
    const url = new URL(address, document.baseURI)
    return this.#takes(url) ? url : undefined
  }
}
