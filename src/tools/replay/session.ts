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

/** Tells whether the session can begin with these assumptions. A world from a file does not fit every rounding. */
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

/** A success, with the second of the service's clock at which it was given. */
interface Granted {
  readonly call: Call
  readonly limit: number
  readonly remaining: number
  readonly reset: number
}

/** Seconds by which the headers may be off: they are rounded up. */
const ROUNDED = 2

/** The successes of a recording by key, route and limit, each at the time of its headers: requests may have waited. */
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
      getOrCreateList(this.#granted, nameOf(call)).push({ call, limit, remaining, reset })
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

interface RecordedKey {
  /** The recording has it in place of the key. */
  readonly label: string
  readonly onlyReads: boolean
}

/** The API keys of the simulator. */
export interface IssuedKeys {
  /** Keys by what stands for them in the recording. */
  readonly ofRecording: ReadonlyMap<string, string>
  /** One that only reads. */
  readonly reader: string
}

const [MISSING, FORBIDDEN] = [401, 403]
export const NEVER_ISSUED = 'a-key-that-was-never-issued'

/** The keys of calls, in the order of their first calls. Removed ones count as one. */
function recordedKeys(calls: readonly Call[]): RecordedKey[] {
  const byLabel = new Map<string, Call[]>()
  for (const call of calls)
    if (!call.isDelivery && call.answer.status !== MISSING) getOrCreateList(byLabel, call.keyLabel).push(call)
  return [...byLabel].map(([label, own]) => ({ label, onlyReads: onlyReads(own) }))
}

/** A key that is good for reading and was refused for writing. */
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
 * Issues keys like those of a recording. The first that may write is the one that the simulator has. The texts are the
 * same in every simulator, for states to fit.
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
