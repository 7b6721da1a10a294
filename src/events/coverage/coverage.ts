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

/** The number of consecutive refusals that make a storm. */
const STORM = 3
const HOUR = 3_600_000
/** A delivery that ends this long after its event is late, in milliseconds. */
const LATE = 5 * 60_000
/** The maximum number of keys and events that are remembered for one world. */
const AT_MOST = 5000

/** Requests with the same assumptions share one list, so they count as one fact. */
const inOneText = memoize((ids: readonly string[]) => ids.join(' '))

/** An attempt to deliver, from the receiver's side. */
export interface SeenDelivery {
  readonly id: number
  /** The event and its endpoint. */
  readonly event: string
  /** Milliseconds between the event and the end of the attempt. */
  readonly age: number
  /** True if the receiver handled the delivery, even if the service got no response. */
  readonly isHandled: boolean
  readonly outcome: 'delivered' | 'stop' | 'retry'
}

/** Records what a program meets (docs/coverage.md). Changes no answer. Forks add to the original's facts. */
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

  /** Called after a rewind: what the world had seen has not happened. */
  forget(): void {
    this.#seen = new Seen()
    this.met.clear()
  }

  /** Called when a request has ended: the client has the answer, or can no longer get one. */
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

  /** Called when the program or its test has written records. */
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

  /** Names the failures that the client could notice. */
  #misfortunesOf({ outcome, response, unseen, fault, reason, key, request }: TrafficEntry): string[] {
    const seen = this.#seen
    if (outcome === 'aborted') return ['slow answer']
    if (outcome === 'lost' || response === null) {
      // A refused write changed nothing, so its client misses nothing.
      if (unseen && unseen.status >= 400 && request.method !== 'GET') return NONE
      return [unseen ? 'lost answer' : 'no connection']
    }
    const { status, headers, body } = response
    seen.refusals = status === 429 ? seen.refusals + 1 : 0
    if (key !== null && status < 300) remember(seen.keys, key, 0)
    // The usual case, checked first for speed.
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
    // The operation ran again, so the service has forgotten the key. Some refusals are never stored.
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

  /** Called at the start of an attempt, while the receiver may be handling the same event. */
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

/** The requests and deliveries of one world that later facts depend on. */
class Seen {
  /** The number of consecutive refusals by rate limits. */
  refusals = 0
  readonly keys = new Map<string, number>()
  /** The time of the last write under each idempotency key. */
  readonly repeats = new Map<string, number>()
  readonly underWay = new Map<string, number>()
  readonly handled = new Map<string, number>()
  readonly failed = new Map<string, number>()
  /** The number of the last event that the receiver handled. */
  latest = 0
  wasDisabled = false
  readonly books = new BooksMet()
}

function remember(memory: Map<string, number>, name: string, value: number): void {
  memory.set(name, value)
  if (memory.size > AT_MOST) for (const oldest of memory.keys()) return void memory.delete(oldest)
}
