import type { HttpHandler } from 'msw'
import { handlersBelow } from '../msw/handlers-below'
import type { Served } from '../served'
import { PageRequests } from './page-requests'
import { storyOf } from './story-mark'
import { warnOfRefusal } from './warn-of-refusal'

/** The part of msw's worker that is used here, in both majors. */
export interface Worker {
  use(...handlers: HttpHandler[]): void
  resetHandlers(...handlers: HttpHandler[]): void
}

/** The page's own origin also serves Storybook. */
const pathsOf = (baseUrl: string): string => (new URL(baseUrl).origin === location.origin ? '/public/' : '/')

async function nobodyAnswers({ method, url }: Request): Promise<Response> {
  warnOfRefusal(method, new URL(url))
  throw new TypeError('Failed to fetch')
}

/**
 * Leads requests to the simulator of the current story. Its handlers stay in the worker: a component of an earlier
 * story that still asks gets a network error, and no request leaves the page between two stories.
 */
export class Switchboard {
  #current: Served | undefined
  readonly #handlers = new Map<string, HttpHandler[]>()
  readonly #workers = new WeakSet<Worker>()
  readonly #requests = new PageRequests((url) => this.#takes(url))

  /** @returns the function that ends the story and fails its last requests */
  async lead(worker: Worker, simulator: Served): Promise<() => Promise<void>> {
    if (this.#current) await this.#requests.end()
    this.#current = simulator
    this.#requests.begin()
    if (!this.#workers.has(worker)) this.#stayIn(worker)
    const { baseUrl } = simulator
    const isNew = !this.#handlers.has(baseUrl)
    if (isNew) this.#handlers.set(baseUrl, this.#handlersOf(baseUrl))
    if (isNew) worker.use(...(this.#handlers.get(baseUrl) ?? []))
    return async () => {
      if (this.#current !== simulator) return
      this.#current = undefined
      await this.#requests.end()
    }
  }

  #takes({ origin, pathname }: URL): boolean {
    return [...this.#handlers.keys()].some(
      (baseUrl) => new URL(baseUrl).origin === origin && pathname.startsWith(pathsOf(baseUrl)),
    )
  }

  #handlersOf(baseUrl: string): HttpHandler[] {
    const current = (): Served | undefined => (this.#current?.baseUrl === baseUrl ? this.#current : undefined)
    // A request of an earlier story may arrive late.
    const simulatorOf = ({ url }: Request): Served | undefined =>
      [undefined, this.#requests.story].includes(storyOf(url)) ? current() : undefined
    const door: Served = {
      baseUrl,
      fetch: (request) => simulatorOf(request)?.fetch(request) ?? nobodyAnswers(request),
      webhooks: { reaches: (url) => current()?.webhooks?.reaches(url) ?? false },
    }
    return handlersBelow(door, pathsOf(baseUrl))
  }

  /** Whoever resets the handlers between stories, such as msw-storybook-addon, would take away ours, too. */
  #stayIn(worker: Worker): void {
    this.#workers.add(worker)
    const reset = worker.resetHandlers.bind(worker)
    worker.resetHandlers = (...next) => {
      reset(...next)
      worker.use(...[...this.#handlers.values()].flat())
    }
    worker.use(...[...this.#handlers.values()].flat())
  }
}
