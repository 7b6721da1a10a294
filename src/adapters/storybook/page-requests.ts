/** Browsers look this address up nowhere. */
const NOWHERE = 'blob:null/left'

/** How long a story waits at its end for its requests. Each of them fails, so they end at once. */
const PATIENCE_MILLISECONDS = 500

/** An answer is read in the meantime, and may lead to another request. */
const QUIET_TURNS = 3

/** Taken before a story can fake it. */
const { setTimeout } = globalThis
const after = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds))

/** The requests of this page that a simulator would answer (decisions/0033-a-story-ends-with-its-requests.md). */
export class PageRequests {
  readonly #underWay = new Set<object>()
  readonly #takes: (url: URL) => boolean
  #isLeaving = false

  constructor(takes: (url: URL) => boolean) {
    this.#takes = takes
    this.#watchFetch()
    this.#watchXhr()
    // msw's worker lets the last requests of a page that is being left pass to the network. They end here instead, as
    // requests of an aborted page do.
    addEventListener('beforeunload', () => {
      this.#isLeaving = true
    })
  }

  get areUnderWay(): boolean {
    return this.#underWay.size > 0
  }

  /** Until all that were sent have ended, and those that they led to: a later simulator must not get them. */
  async settled(): Promise<void> {
    let isPatient = true
    void after(PATIENCE_MILLISECONDS).then(() => {
      isPatient = false
    })
    for (let quiet = 0; quiet < QUIET_TURNS && isPatient; quiet = this.areUnderWay ? 0 : quiet + 1)
      await after(0)
    this.#underWay.clear()
  }

  #watchFetch(): void {
    const { fetch } = globalThis
    globalThis.fetch = async (input, init) => {
      if (!this.#isTaken(input instanceof Request ? input.url : String(input))) return fetch(input, init)
      if (this.#isLeaving) throw new TypeError('Failed to fetch: the page is being left')
      const asked = {}
      this.#underWay.add(asked)
      try {
        return await fetch(input, init)
      } finally {
        this.#underWay.delete(asked)
      }
    }
  }

  #watchXhr(): void {
    const { open, send } = XMLHttpRequest.prototype
    const taken = new WeakSet<XMLHttpRequest>()
    const end = (request: XMLHttpRequest): void => void this.#underWay.delete(request)
    const begin = (request: XMLHttpRequest): void => {
      if (!taken.has(request)) return
      this.#underWay.add(request)
      request.addEventListener('loadend', () => end(request), { once: true })
    }
    const target = (request: XMLHttpRequest, url: string | URL): string | URL => {
      taken.delete(request)
      if (!this.#isTaken(String(url))) return url
      taken.add(request)
      return this.#isLeaving ? NOWHERE : url
    }
    XMLHttpRequest.prototype.open = function (method: string, url: string | URL, ...rest: unknown[]) {
      Reflect.apply(open, this, [method, target(this, url), ...rest])
    }
    XMLHttpRequest.prototype.send = function (body) {
      begin(this)
      try {
        send.call(this, body)
      } catch (error) {
        end(this)
        throw error
      }
    }
  }

  #isTaken(url: string): boolean {
    return URL.canParse(url, document.baseURI) && this.#takes(new URL(url, document.baseURI))
  }
}
