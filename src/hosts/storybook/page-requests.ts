import { copyAt, either, shownAt } from './copy-at'
import { lastTurns, nextTurn } from './next-turn'
import { markedAddress } from './story-mark'
import { warnOfRefusal } from './warn-of-refusal'
import { watchXhr } from './watch-xhr'

/** Nothing waits for the arrival of an XMLHttpRequest. */
const OF_XHR = 0

interface Service {
  readonly takes: (url: URL) => boolean
  /** Answers in the page itself. */
  readonly answer: (request: Request) => Promise<Response>
}

/** The requests of this page that a simulator would answer (decisions/0033-a-story-ends-with-its-requests.md). */
export class PageRequests {
  /** Other frames of a docs page have stories of the same numbers. */
  readonly #page = `${performance.timeOrigin}-${performance.now()}`
  #stories = 0
  #sent = 0
  /** The answers to requests under way that have reached the simulator, or a handler of the story. */
  readonly #answers = new Map<number, Promise<Response>>()
  #ending = new AbortController()
  #isLeft = false
  #fetch: typeof fetch | undefined

  constructor(private readonly service: Service) {
    // No story has begun.
    this.#end()
    this.#watchFetch()
    this.#watchXhr()
    // The last requests of a page that is being left end as those of an aborted page do.
    addEventListener('beforeunload', () => {
      this.#isLeft = true
      this.#end()
    })
  }

  get story(): string {
    return `${this.#page} ${this.#stories}`
  }

  /** From now on requests belong to a new story. */
  begin(): void {
    this.#end()
    // Without a secure context msw has a fetch of its own.
    if (globalThis.fetch !== this.#fetch) this.#watchFetch()
    this.#stories += 1
    this.#ending = new AbortController()
    if (this.#isLeft) this.#end()
  }

  /** The requests of the story fail, those under way and those that they lead to. */
  async end(): Promise<void> {
    this.#end()
    await lastTurns()
  }

  /** A request of this page has arrived where it is answered. */
  arrived(number: number, answer: Promise<Response>): void {
    if (number !== OF_XHR) this.#answers.set(number, answer)
  }

  #end(): void {
    this.#ending.abort(new TypeError('Failed to fetch: the story has ended'))
  }

  #watchFetch(): void {
    const { fetch } = globalThis
    this.#fetch = async (input, init) => {
      const url = this.#taken(input instanceof Request ? input.url : input)
      if (!url) return fetch(input, init)
      const { signal: ending } = this.#ending
      if (ending.aborted) {
        this.#warn(init?.method ?? (input instanceof Request ? input.method : 'GET'), url)
        // Whoever asks again at once must not keep the page from going on.
        await nextTurn()
        throw ending.reason
      }
      const request = new Request(input instanceof Request ? input : url, init)
      return shownAt(url, await this.#send(fetch, request, url, ending))
    }
    globalThis.fetch = this.#fetch
  }

  async #send(send: typeof fetch, request: Request, url: URL, ending: AbortSignal): Promise<Response> {
    const { story } = this
    const number = ++this.#sent
    const spare = request.clone()
    try {
      return await send(await copyAt(markedAddress(url, story, number), request, ending))
    } catch (error) {
      if (either(request.signal, ending).aborted) throw error
      // msw's worker has lost the answer, has forgotten this page, or gave the request to another one.
      return await (this.#answers.get(number) ?? this.service.answer(await copyAt(url.href, spare, ending)))
    } finally {
      this.#answers.delete(number)
    }
  }

  #watchXhr(): void {
    watchXhr((method, asked) => {
      const url = this.#taken(asked)
      if (!url) return undefined
      const { signal: ending } = this.#ending
      if (ending.aborted) this.#warn(method, url)
      return { url, ending, address: ending.aborted ? undefined : markedAddress(url, this.story, OF_XHR) }
    })
  }

  #warn(method: string, url: URL): void {
    // Nobody looks at what a page still asks while it is being left.
    if (!this.#isLeft) warnOfRefusal(method, url)
  }

  #taken(address: string | URL): URL | undefined {
    if (!URL.canParse(address, document.baseURI)) return undefined
    const url = new URL(address, document.baseURI)
    return this.service.takes(url) ? url : undefined
  }
}
