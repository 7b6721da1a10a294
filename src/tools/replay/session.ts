import {
  type AssumptionOverrides,
  createSimulator,
  isOptionError,
  type Simulator,
  type SimulatorOptions,
} from 'accounting-simulator'
import { expectedError } from '../../kernel/attempt'
import { DAY_MS } from '../../kernel/civil-day'
import { getOrCreateList } from '../../kernel/get-or-create-list'
import { formatInstant } from '../../kernel/instant'
import { internalsOf } from '../../simulator/internals-of'
import { type Call, callRoute, isSuccess } from './call'
import { COLLECTIONS } from './collections'
import { type EarlierRecord, recordKey } from './earlier-records'
import { type Members, member } from './read-exchange'
import type { RecordedDelivery } from './recorded-exchange'
import { recordsInOrder } from './stand-ins'

/** A recording with everything that replaying it needs, under any set of assumptions. */
export interface Session {
  readonly calls: readonly Call[]
  /** The events of its deliveries. */
  readonly deliveries: readonly RecordedDelivery[]
  /** Webhooks with deliveries that no call registered, with the delivered topics. */
  readonly earlierWebhooks: ReadonlyMap<string, readonly string[]>
  /** Earlier records in the order in which stand-ins can be made. */
  readonly earlier: readonly EarlierRecord[]
  /** The recorded members of earlier records, by record key. */
  readonly shown: ReadonlyMap<string, Members>
  readonly keys: readonly RecordedKey[]
  readonly options: SimulatorOptions
  /** The names of response headers that occur in the recording. */
  readonly recordedHeaders: ReadonlySet<string>
  /** The buckets according to the rate limit headers. */
  readonly buckets: RecordedBuckets
  /** True if every body was recorded. */
  readonly isHeld: boolean
  /** True if deliveries identify objects by `internal_id`, as calls at the same time show. */
  readonly namesInternally: boolean
  /** The time of the first call, in milliseconds since 1970. */
  readonly begin: number
  /** The date before the recording, on which stand-ins are dated. */
  readonly dayBefore: string
  /** True if the recording shows several companies. */
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

/** True if the service demanded a company, which it would choose itself if there were only one. */
const asksForCompany = ({ json, answer }: Call): boolean =>
  answer.status === 422 &&
  member(member(answer.json, 'errors'), 'company_id') !== undefined &&
  (member(json, 'company_id') ?? null) === null

/** True if the simulator can start with these assumptions. An exported world does not fit every rounding. */
export function canBegin(session: Session, assumptions: AssumptionOverrides): boolean {
  if (typeof session.options.world !== 'object') return true
  const opened = () => openSimulator(session, assumptions)[Symbol.dispose]()
  return expectedError(opened, isOptionError) === undefined
}

export function openSimulator({ options }: Session, assumptions: AssumptionOverrides): Simulator {
  const simulator = createSimulator({ ...options, assumptions: { ...options.assumptions, ...assumptions } })
  internalsOf(simulator).dedicateTo('replay')
  return simulator
}

/** A successful call with its rate limit headers. */
interface Granted {
  readonly call: Call
  readonly limit: number
  readonly remaining: number
  readonly reset: number
}

/** The error of the headers in seconds, because they are rounded up. */
const ROUNDED = 2

/** Successes by key, limit and route. Their times follow from headers, as requests may have queued. */
class RecordedBuckets {
  readonly #granted = new Map<string, Granted[]>()

  constructor(calls: readonly Call[]) {
    for (const call of calls) {
      const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((name) =>
        Number(call.answer.headers.get(`x-ratelimit-${name}`) ?? Number.NaN),
      ) as [number, number, number]
      // If keys were removed, several keys look like one.
      if (call.keyLabel === '' || !isSuccess(call.answer.status) || Number.isNaN(limit + remaining + reset))
        continue
      getOrCreateList(this.#granted, nameOf(call)).push({ call, limit, remaining, reset })
    }
  }

  /** @returns the successes up to a call, if the simulator's bucket could not have granted so many */
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

interface RecordedKey {
  /** The label that the recording has instead of the key. */
  readonly label: string
  readonly onlyReads: boolean
}

/** The API keys of the simulator. */
export interface IssuedKeys {
  /** Keys by their labels in the recording. */
  readonly ofRecording: ReadonlyMap<string, string>
  /** A key with read permission only. */
  readonly reader: string
}

const [MISSING, FORBIDDEN] = [401, 403]
export const NEVER_ISSUED = 'a-key-that-was-never-issued'

/** The keys of a recording in the order of their first use. Removed keys count as one. */
function recordedKeys(calls: readonly Call[]): RecordedKey[] {
  const byLabel = new Map<string, Call[]>()
  for (const call of calls)
    if (!call.isDelivery && call.answer.status !== MISSING) getOrCreateList(byLabel, call.keyLabel).push(call)
  return [...byLabel].map(([label, own]) => ({ label, onlyReads: onlyReads(own) }))
}

/** True for a key that could read, and whose writes were all refused. */
function onlyReads(calls: readonly Call[]): boolean {
  const writes = calls.filter(({ isWrite }) => isWrite)
  const reads = calls.filter(({ isWrite }) => !isWrite)
  return (
    writes.some(isForbidden) &&
    !writes.some(({ answer }) => isSuccess(answer.status)) &&
    reads.some(({ answer }) => isSuccess(answer.status)) &&
    !reads.some(isForbidden)
  )
}

const isForbidden = ({ answer }: Call): boolean => answer.status === FORBIDDEN

const READS = { permissions: ['READ_ONLY'] } as const

/**
 * Issues a key for each key of a recording. The first with write permission is the simulator's own. Their
 * texts are equal in all simulators, so that states can be compared.
 */
export function issueRecordedKeys({ admin, apiKey }: Simulator, keys: readonly RecordedKey[]): IssuedKeys {
  const { key: reader } = admin.keys.issue({ key: 'replay-reader', ...READS })
  const first = keys.find(({ onlyReads }) => !onlyReads)
  const ofRecording = new Map<string, string>()
  for (const [at, { label, onlyReads }] of keys.entries()) {
    const own = { key: `replay-key-${at + 1}`, label, ...(onlyReads && READS) }
    ofRecording.set(label, label === first?.label ? apiKey : admin.keys.issue(own).key)
  }
  return { ofRecording, reader }
}
