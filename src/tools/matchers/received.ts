import { OptionError, shown } from '../../errors/option-error'
import type { Books, RecordSet, Simulator, TrafficEntry } from '../../index'

type Traffic = readonly TrafficEntry[]

/** The requests to check, from a simulator or given directly. */
export function trafficOf(received: unknown): Traffic {
  const traffic = memberOf(received, 'traffic') ?? received
  if (isArray(traffic) && traffic.every(isExchange)) return traffic as Traffic
  throw wrongReceiver('a simulator or its traffic', received)
}

/** A timeline filtered to nothing would make every check pass. @throws OptionError */
export function refuseEmptyTimeline(received: unknown): void {
  if (isArray(received) && received.length === 0 && 'toHtml' in received)
    throw new OptionError('received', `this matcher got a timeline without entries: ${String(received)}`)
}

/** The error for a value that a matcher does not accept, with a hint at the right one. */
export const wrongReceiver = (accepted: string, received: unknown): OptionError =>
  new OptionError(
    'received',
    `this matcher is for ${accepted}, not for ${shown(received)}${wayFrom(received)}`,
  )

function wayFrom(received: unknown): string {
  const has = (...names: readonly string[]): boolean => names.every((name) => name in Object(received ?? {}))
  if (typeof received === 'function') return '; is it to be called?'
  if (has('then')) return '; await it first'
  if (has('toHtml', 'length')) return '; give it the simulator'
  if (has('survived')) return '; a report has toHaveSurvived'
  if (has('simulator')) return '; give it the member simulator'
  if (has('url', 'port', 'close')) return '; give it the simulator that the server serves'
  if (has('traffic')) return '; a simulator has toHaveReceived, toHaveNoDuplicates and toBeBalanced'
  if (has('revision') || has('record_status'))
    return '; compare one record by toMatchObject, and ask for records by simulator.records'
  return ''
}

export const isSimulator = (received: unknown): received is Simulator =>
  memberOf(received, 'clock') !== undefined && memberOf(received, 'timeline') !== undefined

/** The books to check, from a simulator or an organisation, or given directly. */
export function receivedBooks(received: unknown): Pick<Books, 'check'> {
  const books = memberOf(received, 'books') ?? received
  if (typeof memberOf(books, 'check') === 'function') return books as Books
  throw wrongReceiver('a simulator, one of its organisations, or their books', received)
}

type AnyRecords = RecordSet<unknown, Readonly<Record<string, unknown>>>

export const isRecordSet = (received: unknown): received is AnyRecords =>
  typeof memberOf(received, 'findMany') === 'function' && typeof memberOf(received, 'list') === 'function'

/** The records to check: an array, or all records of a type. Undefined for other values. @throws OptionError */
export function receivedRecords(received: unknown): readonly object[] | undefined {
  // Timeline entries differ in their numbers, so no two could ever be alike.
  if (isArray(received) && 'toHtml' in received && !received.every(isExchange))
    throw wrongReceiver('a simulator, its traffic, or records', received)
  if (isArray(received)) return received.some(isExchange) ? undefined : (received as object[])
  return isRecordSet(received) ? allOf(received) : undefined
}

/** Combines the members that only single records show with those that only lists show. */
function allOf(set: AnyRecords): readonly object[] {
  const records = set.findMany()
  const { identifier, members } = set.type
  if ([...members.values()].every(({ isInRecords }) => isInRecords)) return records
  const entries = new Map<unknown, object>()
  for (;;) {
    const { items, count } = set.list({ limit: 100, offset: entries.size })
    for (const entry of items) entries.set(entry[identifier], entry)
    if (items.length === 0 || entries.size >= count) break
  }
  return records.map((record) => ({ ...entries.get(record[identifier]), ...record }))
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined

const isArray = (value: unknown): value is readonly unknown[] => Array.isArray(value)

const isExchange = (value: unknown): boolean =>
  memberOf(value, 'at') !== undefined && memberOf(memberOf(value, 'request'), 'url') !== undefined
