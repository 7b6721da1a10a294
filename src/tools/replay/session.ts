import {
  type AssumptionOverrides,
  createSimulator,
  isOptionError,
  type Simulator,
  type SimulatorOptions,
} from 'accounting-simulator'
import { DAY_MS } from '../../kernel/civil-day'
import { formatInstant } from '../../kernel/instant'
import type { Call } from './call'
import { COLLECTIONS } from './collections'
import { type EarlierRecord, recordKey } from './earlier-records'
import { type Members, member } from './read-exchange'
import { RecordedBuckets } from './recorded-buckets'
import type { RecordedDelivery } from './recorded-delivery'
import { type RecordedKey, recordedKeys } from './recorded-keys'
import { recordsInOrder } from './stand-ins'

/** A recording that is ready to be replayed, under one set of assumptions after another. */
export interface Session {
  readonly calls: readonly Call[]
  /** The subjects of the deliveries among them. */
  readonly deliveries: readonly RecordedDelivery[]
  /** Webhooks of deliveries that no call registered, with the topics that were delivered. */
  readonly earlierWebhooks: ReadonlyMap<string, readonly string[]>
  /** In the order in which they can be stood in for. */
  readonly earlier: readonly EarlierRecord[]
  /** Members that the recording shows of records that none of its calls made, by their names. */
  readonly shown: ReadonlyMap<string, Members>
  readonly keys: readonly RecordedKey[]
  readonly options: SimulatorOptions
  /** The names of response headers that occur in the recording. */
  readonly recordedHeaders: ReadonlySet<string>
  /** The buckets as the headers of the answers tell of them. */
  readonly buckets: RecordedBuckets
  /** True if the recording holds every body. */
  readonly isHeld: boolean
  /** True if deliveries call an object by its internal id, as calls of their time show. */
  readonly namesInternally: boolean
  /** The time of the first call, in milliseconds since 1970. */
  readonly begin: number
  /** Records of the recording cannot have been made by a call before this day. */
  readonly dayBefore: string
  /** True if the recording shows that several companies are in use. */
  readonly hasSeveralCompanies: boolean
}

const MINUTE_MS = 60_000

export function sessionOf(
  calls: readonly Call[],
  earlier: readonly EarlierRecord[],
  options: SimulatorOptions,
): Session {
  const [first] = calls
  const begin = first?.at ?? 0
  const deliveries = calls.flatMap(({ delivery }) => (delivery ? [delivery] : []))
  return {
    calls,
    deliveries,
    earlierWebhooks: earlierWebhooks(calls, deliveries),
    earlier: recordsInOrder(earlier.filter(({ isDenied }) => !isDenied)),
    shown: new Map(earlier.map((one) => [recordKey(one.collection, one.identifier), one.details])),
    keys: recordedKeys(calls),
    options: { world: 'empty', ...options, clock: 'manual', now: formatInstant(begin - MINUTE_MS) },
    recordedHeaders: new Set(calls.flatMap(({ answer }) => [...answer.headers.keys()])),
    buckets: new RecordedBuckets(calls),
    isHeld: calls.every((call) => call.isHeld && call.answer.isHeld),
    namesInternally: deliveries.length > 0 && calls.some((call) => isNamedInternally(call, calls)),
    begin,
    dayBefore: formatInstant(begin - DAY_MS).slice(0, 10),
    hasSeveralCompanies: calls.some(asksForCompany),
  }
}

const SOON_MS = 10_000

function isNamedInternally({ delivery, at }: Call, calls: readonly Call[]): boolean {
  return calls.some(
    ({ collection, isWrite, answer: { json }, ...call }) =>
      isWrite &&
      collection === delivery?.collection &&
      member(json, 'internal_id') === delivery.object &&
      member(json, COLLECTIONS.get(collection)?.identifier ?? '') !== delivery.object &&
      Math.abs(at - delivery.after - call.at) < SOON_MS,
  )
}

function earlierWebhooks(
  calls: readonly Call[],
  deliveries: readonly RecordedDelivery[],
): Map<string, string[]> {
  const registered = new Set(
    calls.flatMap(({ collection, method, answer }) =>
      collection === 'webhooks' && method === 'POST' ? [member(answer.json, 'uuid')] : [],
    ),
  )
  const topics = new Map<string, string[]>()
  for (const { webhook, topic } of deliveries)
    if (!registered.has(webhook)) topics.set(webhook, [...new Set([...(topics.get(webhook) ?? []), topic])])
  return topics
}

/** A company was left out and missed: the service could not choose one. */
const asksForCompany = ({ json, answer }: Call): boolean =>
  answer.status === 422 &&
  member(member(answer.json, 'errors'), 'company_id') !== undefined &&
  (member(json, 'company_id') ?? null) === null

/**
 * Tells whether the session can begin with these assumptions. A world from a file does not hold with every rounding.
 */
export function canBegin(session: Session, assumptions: AssumptionOverrides): boolean {
  if (typeof session.options.world !== 'object') return true
  try {
    openSimulator(session, assumptions)[Symbol.dispose]()
    return true
  } catch (error) {
    if (isOptionError(error)) return false
    throw error
  }
}

export function openSimulator({ options }: Session, assumptions: AssumptionOverrides): Simulator {
  const simulator = createSimulator({
    ...options,
    assumptions: { ...options.assumptions, ...assumptions },
  })
  simulator.parts.recorder.coverage.source = 'replay'
  return simulator
}
