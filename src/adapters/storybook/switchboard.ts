import type { HttpHandler } from 'msw'
import { handlersBelow } from '../msw/handlers-below'
import type { Served } from '../served'
import { endRequestsOnLeaving } from './leaving'

/** The part of msw's worker that is used here, in both majors. */
export interface Worker {
  use(...handlers: HttpHandler[]): void
  resetHandlers(...handlers: HttpHandler[]): void
}

/** The page's own origin also serves Storybook. */
const pathsOf = (baseUrl: string): string => (new URL(baseUrl).origin === location.origin ? '/public/' : '/')

/**
 * Leads requests to the simulator of the current story. Its handlers stay in the worker: a component of an earlier
 * story that still asks gets a network error, and no request leaves the page between two stories.
 */
export class Switchboard {
  #current: Served | undefined
  readonly #handlers = new Map<string, HttpHandler[]>()
  readonly #workers = new WeakSet<Worker>()

  constructor() {
    endRequestsOnLeaving((url) => this.#takes(url))
  }

  /** @returns the function that ends it */
  lead(worker: Worker, simulator: Served): () => void {
    this.#current = simulator
    if (!this.#workers.has(worker)) this.#stayIn(worker)
    const { baseUrl } = simulator
    const isNew = !this.#handlers.has(baseUrl)
    if (isNew) this.#handlers.set(baseUrl, this.#handlersOf(baseUrl))
    if (isNew) worker.use(...(this.#handlers.get(baseUrl) ?? []))
    return () => {
      if (this.#current === simulator) this.#current = undefined
    }
  }

  #takes({ origin, pathname }: URL): boolean {
    return [...this.#handlers.keys()].some(
      (baseUrl) => new URL(baseUrl).origin === origin && pathname.startsWith(pathsOf(baseUrl)),
    )
  }

  #handlersOf(baseUrl: string): HttpHandler[] {
    const current = (): Served | undefined => (this.#current?.baseUrl === baseUrl ? this.#current : undefined)
    const door: Served = {
      baseUrl,
      fetch: (request) =>
        current()?.fetch(request) ?? Promise.reject(new TypeError('The story of this request has ended')),
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
