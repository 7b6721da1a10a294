import type { AssumptionId, Simulator } from 'accounting-simulator'
import { platform } from '../../host-time/platform'
import type { RecordSet } from '../../index'
import { getOrCreateList } from '../../kernel/get-or-create-list'
import { parseInstant } from '../../kernel/instant'
import { isObject } from '../../kernel/is-object'
import type { Call } from './call'
import { COLLECTIONS, pathKind } from './collections'
import { compareValues } from './compare-values'
import { subjectOf } from './deliveries'
import type { FoundDifference } from './difference'
import { recordKey } from './earlier-records'
import { areOfOne } from './is-generated'
import { type Members, member } from './read-exchange'
import type { RecordedDelivery } from './recorded-exchange'
import type { ReplayState } from './replay-state'
import type { Session } from './session'
import { pathKey } from './unknown'

interface ReplayedAttempt {
  readonly at: number
  readonly headers: Readonly<Record<string, string>>
  readonly json: unknown
}

/** An event of the simulator with its attempts, and its counterpart in the recording. */
interface SimulatedEvent {
  readonly attempts: readonly ReplayedAttempt[]
  /** The key of the event in terms of the recording. */
  readonly key: string
  readonly name: string
  /** True if the recording contains the object. */
  readonly isKnown: boolean
}

/** The longest time in milliseconds from sending to recording a delivery. */
const ON_THE_WAY_MS = 10_000
const PART_OF_A_DELAY = 0.05

/** The assumption about object ids in deliveries. Comparisons read it, even if the simulator does not. */
export const NAMING: AssumptionId = 'webhook-object-id'

/** Answers deliveries as the recorded receiver did, and compares them with the recorded deliveries. */
export class RecordedReceiver {
  /** True if objects are identified by `internal_id`, and not by the identifier of their path. */
  readonly isInternal: boolean
  /** The recorded attempts by event. */
  readonly #recorded = new Map<string, Call[]>()
  /** Parsed bodies of sent deliveries. */
  readonly #parsed = new Map<string, unknown>()

  constructor(
    private readonly session: Session,
    private readonly simulator: Simulator,
    private readonly progress: () => ReplayState,
  ) {
    const naming = simulator.assumptions.register().find(({ id }) => id === NAMING)
    this.isInternal = naming?.value === 'internal-id'
    for (const call of session.calls)
      if (call.delivery) getOrCreateList(this.#recorded, keyOf(call.delivery)).push(call)
    simulator.webhooks.connect(
      () => true,
      async (request) => this.#answer(JSON.parse(await request.text())),
    )
  }

  /** @returns the differences; undefined if the event is older than the recording, or may be */
  compare(call: Call, delivery: RecordedDelivery): readonly FoundDifference[] | undefined {
    const events = this.#events()
    const found: FoundDifference[] = []
    const { isHeld } = this.session
    const { guessed } = this.progress()
    if (guessed.has(recordKey(delivery.collection, delivery.object))) return undefined
    // If recorded bodies are missing, the event may be in one of them.
    for (const { name, key, attempts, isKnown } of isHeld ? events : []) {
      const isOver = (attempts[0]?.at ?? call.at) < call.at
      if (isOver && isKnown && !this.progress().extra.has(name) && !this.#recorded.has(key)) {
        this.progress().extra.add(name)
        found.push({ kind: 'extra', where: 'delivery', recorded: undefined, simulated: name })
      }
    }
    const wanted = keyOf(delivery)
    const event = events.find(({ key }) => key === wanted)
    if (delivery.event === undefined) return undefined
    if (event === undefined && (!isHeld || !this.#isBound(delivery))) return undefined
    const attempt = event?.attempts[delivery.attempt]
    if (attempt)
      found.push(...this.#compareAttempt(call, delivery, attempt, attempt.at - (event.attempts[0]?.at ?? 0)))
    else found.push({ kind: 'missing', where: 'delivery', recorded: delivery.topic, simulated: undefined })
    return found
  }

  #compareAttempt(
    call: Call,
    delivery: RecordedDelivery,
    attempt: ReplayedAttempt,
    after: number,
  ): FoundDifference[] {
    const found: FoundDifference[] = []
    const slack = ON_THE_WAY_MS + PART_OF_A_DELAY * delivery.after
    if (Math.abs(after - delivery.after) > slack)
      found.push({
        kind: 'value',
        where: 'delivery, seconds after the first attempt',
        recorded: Math.round(delivery.after / 1000),
        simulated: Math.round(after / 1000),
      })
    const [ours, theirs] = [[...call.headers.keys()], Object.keys(attempt.headers)].map(webhookHeaders)
    if (String(ours) !== String(theirs))
      found.push({ kind: 'header', where: 'headers of the delivery', recorded: ours, simulated: theirs })
    compareValues(
      {
        bindings: this.progress().bindings,
        collection: 'deliveries',
        note: (kind, where, recorded, simulated) => found.push({ kind, where, recorded, simulated }),
        shapeOnly: false,
        nullsAbsent: false,
      },
      withoutObject(call.json),
      withoutObject(attempt.json),
    )
    return found
  }

  /** Responds like the recorded receiver. The attempt to answer is the latest of its event. */
  #answer(json: unknown): Response {
    const id = member(json, 'event_id')
    this.#number(`${member(json, 'webhook_uuid')}|${id}`, json)
    this.#meet(json)
    const event = this.#events().find(({ attempts }) => member(attempts[0]?.json, 'event_id') === id)
    const recorded = event?.isKnown ? (this.#recorded.get(event.key) ?? []) : []
    const call = recorded[(event?.attempts.length ?? 0) - 1] ?? recorded.at(-1)
    const wait = call?.answer.headers.get('retry-after')
    return new platform.Response(null, {
      status: call?.answer.status ?? 200,
      headers: wait === undefined ? {} : { 'retry-after': wait },
    })
  }

  /** Numbers the events of an object, because the simulator drops old events. */
  #number(id: string, json: unknown): void {
    const { eventNumbers, eventCounts } = this.progress()
    if (eventNumbers.has(id)) return
    const about = aboutOf(json)
    const count = eventCounts.get(about) ?? 0
    eventNumbers.set(id, count)
    eventCounts.set(about, count + 1)
  }

  /** Pairs the object with a recorded one that has such an event at about that time and no pair yet. */
  #meet(json: unknown): void {
    const subject = subjectOf(json)
    if (this.isInternal || this.session.namesInternally || subject === undefined) return
    const { topic, collection, object } = subject
    const { bindings } = this.progress()
    const kind = pathKind(collection)
    if (bindings.recorded(kind, object) !== undefined) return
    const at = instantOf(json) ?? 0
    for (const [{ json: recorded, delivery } = NOTHING] of this.#recorded.values())
      if (
        delivery?.topic === topic &&
        Math.abs((instantOf(recorded) ?? 0) - at) <= ON_THE_WAY_MS &&
        bindings.simulated(kind, delivery.object) === undefined &&
        areOfOne(
          bindings,
          collection,
          this.#shown(collection, delivery.object),
          this.#record(collection, object),
        )
      ) {
        bindings.bind(kind, delivery.object, object)
        return
      }
  }

  /** True if the recording contains the object. Objects of stand-ins do not count: events may be missing. */
  #isKnown(json: unknown): boolean {
    const { collection = '', object = '' } = subjectOf(json) ?? {}
    const recorded = this.#recordedId(collection, object)
    const { earlier, unknown } = this.progress()
    return (
      recorded !== undefined &&
      !earlier.has(recordKey(collection, recorded)) &&
      !unknown.has(pathKey(collection, recorded))
    )
  }

  #shown(collection: string, object: number | string): Members {
    return this.session.shown.get(recordKey(collection, object)) ?? {}
  }

  #record(collection: string, object: number | string): Members {
    const { records, identifier = 'id' } = COLLECTIONS.get(collection) ?? {}
    const set: RecordSet<unknown, unknown, unknown> | undefined = records && this.simulator.records[records]
    const record =
      typeof object === 'number' ? set?.find((one) => member(one, identifier) === object) : undefined
    return isObject(record) ? record : {}
  }

  /** The events sent so far, in order. */
  #events(): SimulatedEvent[] {
    const byEvent = new Map<string, ReplayedAttempt[]>()
    for (const { event_id, webhook_uuid, at, request } of this.simulator.webhooks.attempts) {
      const json = this.#read(request.body)
      const attempt = { at: parseInstant(at) ?? 0, headers: request.headers, json }
      getOrCreateList(byEvent, `${webhook_uuid}|${event_id}`).push(attempt)
    }
    return [...byEvent].map(([id, made]) => {
      const json = made[0]?.json
      const number = this.progress().eventNumbers.get(id) ?? 0
      const subject = subjectOf(json)
      return {
        attempts: made,
        key: this.#keyOf(json, number),
        name: `${subject?.topic} ${subject?.object} (${id.slice(-12)})`,
        isKnown: this.#isKnown(json),
      }
    })
  }

  #read(body: string): unknown {
    const known = this.#parsed.get(body)
    if (known !== undefined) return known
    const json: unknown = JSON.parse(body)
    this.#parsed.set(body, json)
    return json
  }

  /** The key of the nth event of a topic and object. */
  #keyOf(json: unknown, event: number): string {
    const subject = subjectOf(json)
    if (subject === undefined) return ''
    const webhook = this.progress().bindings.recorded('webhooks.uuid', String(member(json, 'webhook_uuid')))
    const object = this.#recordedId(subject.collection, subject.object)
    if (webhook === undefined || object === undefined) return ''
    return keyOf({ webhook: String(webhook), topic: subject.topic, object, event })
  }

  /** The recorded identifier of an object. */
  #recordedId(collection: string, simulated: number | string): string | undefined {
    const kind = this.isInternal ? INTERNAL : pathKind(collection)
    const recorded = this.progress().bindings.recorded(kind, simulated)
    return recorded === undefined ? undefined : String(recorded)
  }

  #isBound({ collection, object }: RecordedDelivery): boolean {
    const { bindings } = this.progress()
    return [pathKind(collection), INTERNAL].some((kind) => bindings.simulated(kind, object) !== undefined)
  }
}

const keyOf = (of: Pick<RecordedDelivery, 'webhook' | 'topic' | 'object' | 'event'>): string =>
  [of.webhook, of.topic, of.object, of.event ?? 'earlier'].join('|')

const INTERNAL = 'internal_id'

const NOTHING: Partial<Call> = {}

const instantOf = (json: unknown): number | undefined => parseInstant(String(member(json, 'created_at')))

const aboutOf = (json: unknown): string =>
  JSON.stringify([member(json, 'webhook_uuid'), member(json, 'topic'), member(json, 'object')])

/** Leaves out the object, because it was compared when its event was found. */
const withoutObject = (json: unknown): unknown => (isObject(json) ? { ...json, object: {} } : json)

/** The names of webhook headers without their product-specific prefix. */
const webhookHeaders = (names: readonly string[]): string[] =>
  names.flatMap((name) => /-webhook-.*$/.exec(name.toLowerCase())?.[0] ?? []).sort()
