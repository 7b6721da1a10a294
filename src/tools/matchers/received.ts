import type { Books, TrafficEntry } from '../../index'

type Traffic = readonly TrafficEntry[]

/** The requests to check, of a simulator or as given. */
export function trafficOf(received: unknown): Traffic {
  const traffic = memberOf(received, 'traffic') ?? received
  if (isArray(traffic) && traffic.every(isExchange)) return traffic as Traffic
  throw new TypeError('this matcher is for a simulator or its traffic')
}

/** The ledger to check, of a simulator or an organisation or as given. */
export function booksOf(received: unknown): Pick<Books, 'check'> {
  const books = memberOf(received, 'books') ?? received
  if (typeof memberOf(books, 'check') === 'function') return books as Books
  throw new TypeError('this matcher is for a simulator, one of its organisations, or their books')
}

interface RecordList {
  list(query: { limit: number; offset: number }): { items: object[]; count: number }
}

/** The records to check: an array, or all records of a type. Undefined for other values. */
export function recordsOf(received: unknown): readonly object[] | undefined {
  if (isArray(received)) return received.some(isExchange) ? undefined : (received as object[])
  if (typeof memberOf(received, 'list') !== 'function') return undefined
  const set = received as RecordList
  const records: object[] = []
  for (;;) {
    const { items, count } = set.list({ limit: 100, offset: records.length })
    records.push(...items)
    if (items.length === 0 || records.length >= count) return records
  }
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined

const isArray = (value: unknown): value is readonly unknown[] => Array.isArray(value)

const isExchange = (value: unknown): boolean =>
  memberOf(value, 'at') !== undefined && memberOf(memberOf(value, 'request'), 'url') !== undefined
