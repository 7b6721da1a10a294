import {
  type AssumptionOverrides,
  createSimulator,
  isOptionError,
  type Simulator,
  type SimulatorOptions,
} from 'accounting-simulator'
import { DAY_MS } from '../../kernel/civil-day'
import { formatInstant } from '../../kernel/instant'
import { listFor } from '../../kernel/list-for'
import { type Call, callRoute, isSuccess } from './call'
import { COLLECTIONS } from './collections'
import { type EarlierRecord, recordKey } from './earlier-records'
import { type Members, member } from './read-exchange'
import type { RecordedDelivery } from './recorded-exchange'
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

/** A success, with the second of the service's clock at which it was given. */
interface Granted {
  readonly call: Call
  readonly limit: number
  readonly remaining: number
  readonly reset: number
}

/** Seconds by which the headers may be off: they are rounded up. */
const ROUNDED = 2

/**
 * The successes of a recording by key, route and the limit in their headers. When each was given follows from its own
 * headers, because a request may have waited in its client.
 */
class RecordedBuckets {
  readonly #granted = new Map<string, Granted[]>()

  constructor(calls: readonly Call[]) {
    for (const call of calls) {
      const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((name) =>
        Number(call.answer.headers.get(`x-ratelimit-${name}`) ?? Number.NaN),
      ) as [number, number, number]
      // Without their keys, requests of several keys look like those of one.
      if (call.keyLabel === '' || !isSuccess(call.answer.status) || Number.isNaN(limit + remaining + reset))
        continue
      listFor(this.#granted, nameOf(call)).push({ call, limit, remaining, reset })
    }
  }

  /** @returns what the service granted up to a call, if its bucket never holds as many tokens */
  beyond(
    call: Call,
    buckets: readonly { readonly burst: number; readonly refillPerSecond: number }[],
  ): { readonly recorded: string; readonly simulated: string } | undefined {
    const granted = (this.#granted.get(nameOf(call)) ?? []).filter((one) => one.call.index <= call.index)
    const last = granted.at(-1)
    const bucket = buckets.find(({ burst }) => burst === last?.limit)
    if (last?.call !== call || !bucket) return undefined
    const { burst, refillPerSecond } = bucket
    const secondOf = ({ remaining, reset }: Granted): number => reset - (burst - remaining) / refillPerSecond
    const seconds = granted.map((one) => secondOf(last) - secondOf(one)).sort((a, b) => a - b)
    const isBeyond = (passed: number, before: number): boolean =>
      before + 1 > burst + refillPerSecond * (passed + ROUNDED) + 1
    const widest = seconds.map((elapsed, before) => isBeyond(Math.max(0, elapsed), before)).lastIndexOf(true)
    if (widest < 0) return undefined
    return {
      recorded: `${widest + 1} successes within ${Math.ceil(Math.max(0, seconds[widest] ?? 0))} s`,
      simulated: `a bucket of ${burst}, and ${refillPerSecond} more each second`,
    }
  }
}

const nameOf = (call: Call): string =>
  [call.keyLabel, call.answer.headers.get('x-ratelimit-limit'), callRoute(call)].join('|')
