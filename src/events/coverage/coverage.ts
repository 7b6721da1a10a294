import type { World } from '../../engine/model/context'
import type { Change } from '../../kernel/history'
import { parseInstant } from '../../kernel/instant'
import { memoize } from '../../kernel/memoize'
import { runningTest } from '../../running-test/running-test'
import type { NewEvent } from '../timeline/timeline-entry'
import type { TrafficEntry } from '../traffic/traffic-entry'
import { BooksMet } from './books-met'
import type { CoveredFacts, FactFinder } from './covered-facts'
import { factsOfProcess } from './fact-file'

/** As many refusals in a row are a storm. */
const STORM = 3
const HOUR = 3_600_000
/** A delivery that comes so long after its event is late. */
const LATE = 5 * 60_000
/** Keys and events that are remembered of one world. */
const AT_MOST = 5000

/** Requests that rested on the same assumptions share one list, so it is one fact. */
const inOneText = memoize((ids: readonly string[]) => ids.join(' '))

/** An attempt to deliver, as the receiver saw it. */
export interface SeenDelivery {
  readonly id: number
  /** The event, and the endpoint that it is for. */
  readonly event: string
  /** Milliseconds between the event and the end of the attempt. */
  readonly age: number
  /** True if the receiver handled it, also if the service did not hear so. */
  readonly isHandled: boolean
  readonly outcome: 'delivered' | 'stop' | 'retry'
}

/** Notes what a program meets (docs/coverage.md) and changes no answer. A fork notes into the facts of its original. */
export class Coverage {
  readonly met = new Set<object>()
  #seen = new Seen()
  readonly #restedOn = new Set<readonly string[]>()

  constructor(
    readonly finder: FactFinder,
    readonly facts: CoveredFacts = factsOfProcess(),
  ) {}

  readonly by = (): string | null => this.finder.test ?? runningTest()

  note(dimension: string, operation: string, what: string): void {
    this.facts.note(dimension, operation, what, this)
  }

  /** The world was rewound: what it had seen has not happened. */
  forget(): void {
    this.#seen = new Seen()
    this.met.clear()
  }

  /** A request is over: its client has the answer, or gets none any more. */
  request(entry: TrafficEntry): void {
    const { route, outcome, response, request } = entry
    if (route === null || outcome === 'held') return
    this.#seen.books.request(entry, this.#noteBooks)
    this.#noteAssumptions(entry)
    this.note('statuses', route, outcome === 'answered' && response ? String(response.status) : 'no answer')
    for (const misfortune of this.#misfortunesOf(entry)) this.note('misfortunes', route, misfortune)
    const repeat = this.#repeatOf(entry)
    if (repeat) this.note('repeats', route, repeat)
    if (request.method === 'GET' && response?.status === 200) this.#notePage(route, entry)
  }

  readonly #noteBooks = (dimension: string, what: string): void => this.note(dimension, '', what)

  /** Records are written, by the program or by its test. */
  committed(changes: readonly Change[], world: World): void {
    this.#seen.books.committed(changes, world, this.#noteBooks)
  }

  #noteAssumptions({ assumptions }: TrafficEntry): void {
    const noted = this.#restedOn
    if (assumptions.length === 0 || noted.has(assumptions)) return
    if (noted.size === 0)
      for (const other of this.finder.otherAssumptions?.() ?? []) this.note('assumptions', '', other)
    noted.add(assumptions)
    this.note('rested on', '', inOneText(assumptions))
  }

  /** Names what went wrong, as far as the client could see. */
  #misfortunesOf({ outcome, response, unseen, fault, reason, key, request }: TrafficEntry): string[] {
    const seen = this.#seen
    if (outcome === 'aborted') return ['slow answer']
    if (outcome === 'lost' || response === null) {
      // A write that was refused did nothing that its client could not know of.
      if (unseen && unseen.status >= 400 && request.method !== 'GET') return NONE
      return [unseen ? 'lost answer' : 'no connection']
    }
    const { status, headers, body } = response
    seen.refusals = status === 429 ? seen.refusals + 1 : 0
    if (key !== null && status < 300) remember(seen.keys, key, 0)
    // Most requests are answered as they should be.
    if (fault === null && status < 400) return NONE
    const isRotated = reason.rule === 'key-refused' && key !== null && (seen.keys.has(key) || fault !== null)
    const isPage = headers['content-type']?.includes('html') === true
    return [
      ...(isRotated ? ['rotated key'] : []),
      ...(seen.refusals >= STORM ? ['storm'] : []),
      ...(fault !== null && unseen?.status === status && unseen.body !== body ? ['cut body'] : []),
      ...(isPage ? ['page of a proxy'] : BY_STATUS[status] ? [BY_STATUS[status]] : []),
    ]
  }

  #repeatOf({
    key: apiKey,
    idempotencyKey: key,
    replayed,
    reason: { rule },
    at,
    route,
  }: TrafficEntry): string | undefined {
    if (key === null) return undefined
    if (replayed) return 'replayed'
    if (REFUSED_REPEATS[rule] !== undefined) return REFUSED_REPEATS[rule]
    if (rule !== 'done' && rule !== 'validation') return undefined
    // The operation ran again under one key: meanwhile the service has forgotten it. Some refusals are never kept.
    const now = parseInstant(at) as number
    const name = `${apiKey} ${route} ${key}`
    const before = this.#seen.repeats.get(name)
    if (rule === 'done') remember(this.#seen.repeats, name, now)
    return before !== undefined && now - before > HOUR ? 'after the key expired' : undefined
  }

  #notePage(route: string, { request: { url }, response, reason }: TrafficEntry): void {
    if (reason.drifted) this.note('pages', route, 'drift')
    if (!/[?&]offset=0*[1-9]/.test(url)) return
    const isEmpty = response?.body.startsWith('{"items":[]') === true
    this.note('pages', route, isEmpty ? 'empty page' : 'second page')
  }

  /** An attempt begins: the receiver may be handling the same event. */
  sending(event: string): void {
    const { underWay } = this.#seen
    if (underWay.has(event)) this.note('webhooks', '', 'twice at once')
    remember(underWay, event, 0)
  }

  delivered({ id, event, age, isHandled, outcome }: SeenDelivery): void {
    const seen = this.#seen
    const note = (what: string): void => this.note('webhooks', '', what)
    seen.underWay.delete(event)
    if (isHandled) {
      note('received')
      if (seen.handled.has(event)) note('twice')
      else if (id < seen.latest) note('out of order')
      if (age >= LATE && !seen.failed.has(event)) note('late')
      remember(seen.handled, event, 0)
      seen.latest = Math.max(seen.latest, id)
    }
    if (outcome !== 'delivered') remember(seen.failed, event, 0)
    else if (seen.failed.has(event)) note('failure and retry')
  }

  event({ kind, ...entry }: NewEvent): void {
    if (kind !== 'webhook' || !('change' in entry)) return
    if (entry.change === 'disabled') this.#seen.wasDisabled = true
    else if (this.#seen.wasDisabled) this.note('webhooks', '', 'disabled and enabled again')
  }
}

const NONE: string[] = []

const BY_STATUS: Readonly<Record<number, string>> = {
  429: 'rate limit',
  500: 'server error',
  503: 'unavailable',
}

const REFUSED_REPEATS: Readonly<Record<string, string>> = {
  'idempotency-key-reused': 'same key, another body',
  'idempotency-key-in-progress': 'while the first is under way',
}

/** One world's memory of requests and deliveries: a fact may need an earlier one. */
class Seen {
  /** Refusals by rate limits, in a row. */
  refusals = 0
  readonly keys = new Map<string, number>()
  /** The time of a write under an idempotency key. */
  readonly repeats = new Map<string, number>()
  readonly underWay = new Map<string, number>()
  readonly handled = new Map<string, number>()
  readonly failed = new Map<string, number>()
  /** The last delivery that the receiver handled, in the order of the events. */
  latest = 0
  wasDisabled = false
  readonly books = new BooksMet()
}

function remember(memory: Map<string, number>, name: string, value: number): void {
  memory.set(name, value)
  if (memory.size > AT_MOST) for (const oldest of memory.keys()) return void memory.delete(oldest)
}
