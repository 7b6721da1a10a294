import { bypass, getResponse, type HttpHandler, HttpResponse, http, type RequestHandler } from 'msw'
import { handlersBelow, pathsOf } from '../msw/handlers-below'
import type { Served } from '../served'
import { copyAt } from './copy-at'
import { PageRequests } from './page-requests'
import { areOfOnePage, NOWHERE, storyMarkOf } from './story-mark'
import { warnOfRefusal } from './warn-of-refusal'

/** The part of msw's worker that is used here, in both majors. */
export interface MswWorker {
  use(...handlers: HttpHandler[]): void
  resetHandlers(...handlers: HttpHandler[]): void
  listHandlers(): readonly unknown[]
}

async function nobodyAnswers({ method, url }: Pick<Request, 'method' | 'url'>): Promise<Response> {
  warnOfRefusal(method, new URL(url))
  throw new TypeError('Failed to fetch')
}

/**
 * Leads requests to the simulator of the current story. Its handlers stay in the worker: a component of an earlier
 * story that still asks gets a network error, and no request leaves the page before, between and after stories.
 */
export class StoryRouter {
  #current: Served | undefined
  #worker: MswWorker | undefined
  readonly #handlers = new Map<string, HttpHandler[]>()
  readonly #workers = new WeakSet<MswWorker>()
  /** Of stories that have been and of those that may come. */
  readonly #services: Set<string>
  readonly #requests: PageRequests

  /** From now on requests of this page to the service fail, unless a story is there. */
  constructor(service: string) {
    this.#services = new Set([service])
    this.#requests = new PageRequests({
      takes: (url) => this.#takes(url),
      answer: (request) => this.#answer(request),
    })
  }

  /** A story with this service will begin. */
  expect(service: string): void {
    if (URL.canParse(service)) this.#services.add(service)
  }

  /** @returns the function that ends the story and fails its last requests */
  async lead(worker: MswWorker, simulator: Served): Promise<() => Promise<void>> {
    if (this.#current) await this.#requests.end()
    const { baseUrl } = simulator
    this.expect(baseUrl)
    this.#current = simulator
    this.#worker = worker
    this.#requests.begin()
    if (!this.#workers.has(worker)) this.#stayIn(worker)
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
    return [...this.#services].some(
      (service) => new URL(service).origin === origin && pathname.startsWith(pathsOf(service)),
    )
  }

  #handlersOf(baseUrl: string): HttpHandler[] {
    const current = (): Served | undefined => (this.#current?.baseUrl === baseUrl ? this.#current : undefined)
    const door: Served = {
      baseUrl,
      fetch: (request) => current()?.fetch(request) ?? nobodyAnswers(request),
      webhooks: { reaches: (url) => current()?.webhooks?.reaches(url) ?? false },
    }
    return handlersBelow(door, pathsOf(baseUrl))
  }

  /** As the handlers of the worker answer: those of the story come first. */
  async #answer(request: Request): Promise<Response> {
    const handlers = (this.#worker?.listHandlers() ?? []) as RequestHandler[]
    const response = await getResponse(handlers, request.clone())
    if (!response) return nobodyAnswers(request)
    // A handler of the story lets it pass.
    if (response.headers.get('x-msw-intention') === 'passthrough') return fetch(bypass(request))
    if (response.type === 'error') throw new TypeError('Failed to fetch')
    return response
  }

  /** Takes the requests that this page has marked. */
  readonly #arrival: HttpHandler = http.all(NOWHERE, async ({ request }) => {
    const sent = storyMarkOf(request.url)
    if (!sent) return undefined
    // A request of an earlier story may arrive late. One of another frame is answered there.
    if (sent.story !== this.#requests.story || !this.#current) {
      if (areOfOnePage(sent.story, this.#requests.story)) warnOfRefusal(request.method, new URL(sent.url))
      return HttpResponse.error()
    }
    const answer = copyAt(sent.url, request, request.signal).then((copy) => this.#answer(copy))
    this.#requests.arrived(sent.number, answer)
    try {
      return (await answer).clone()
    } catch {
      return HttpResponse.error()
    }
  })

  /** Whoever resets the handlers between stories, such as msw-storybook-addon, would take away ours, too. */
  #stayIn(worker: MswWorker): void {
    this.#workers.add(worker)
    const reset = worker.resetHandlers.bind(worker)
    const use = worker.use.bind(worker)
    worker.use = (...handlers) => use(this.#arrival, ...handlers)
    worker.resetHandlers = (...next) => {
      reset(...next)
      worker.use(...[...this.#handlers.values()].flat())
    }
    worker.use(...[...this.#handlers.values()].flat())
  }
}
