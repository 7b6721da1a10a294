import { recordType } from '../../engine/model/compiled-type'
import { isObject } from '../../kernel/is-object'
import { mapValues } from '../../kernel/map-values'
import { registry } from '../../resources/registry'
import type { Simulator } from '../../simulator/simulator'
import { recordsAt } from '../calls'

type RepeatedEntry = Simulator['timeline'][number]

/** A record by its type, a member of `simulator.records`, and its number. */
interface Numbered {
  readonly type: string
  readonly id: number
}

/** The type and number of a record as a text. */
type Name = string

const nameOf = ({ type, id }: Numbered): Name => `${type} ${id}`

/** Record types by their names in members such as `customer_payment_id`. */
const TYPES = new Map(registry.definitions.map((one) => [recordType(one), one.name]))

/** The records that an entry created or changed, or that a refusal is about. */
function recordsIn(entry: RepeatedEntry): readonly Numbered[] {
  const own =
    entry.kind === 'request' ? entry.reason.record : entry.kind === 'write' ? entry.record : undefined
  const others = (entry.kind === 'write' && entry.records) || []
  return [...(own ? [own] : []), ...others]
}

/** True unless the entry is a request that changed nothing. */
const hasWritten = (entry: RepeatedEntry): boolean => entry.kind !== 'request' || entry.changed

/** Replaces each number in an entry that refers to a record by the result of `renamed`. */
function mapped<E extends RepeatedEntry>(entry: E, renamed: (name: Name, id: number) => number): E {
  const number = (type: string | undefined, id: number): number =>
    type === undefined ? id : renamed(nameOf({ type, id }), id)
  const value = (given: unknown, key: string): unknown => {
    if (typeof given === 'number') return number(TYPES.get(key.replace(/_(id|number)s?$/, '')), given)
    if (Array.isArray(given)) return given.map((one) => value(one, key))
    return isObject(given) ? mapValues(given, value) : given
  }
  if (entry.kind === 'write') {
    const [, type = ''] = entry.call.split('.')
    const given = entry.arguments.map((one) =>
      typeof one === 'number' && registry.definitions.some(({ name }) => name === type)
        ? number(type, one)
        : value(one, ''),
    )
    return { ...entry, arguments: given }
  }
  if (entry.kind !== 'request') return entry
  const { pathname } = new URL(entry.request.url)
  const { records, rest = '' } = recordsAt(pathname) ?? {}
  const collection = pathname.slice(0, pathname.length - rest.length)
  const id = Number.parseInt(rest, 10)
  const url = entry.request.url.replace(`${collection}${id}`, () => `${collection}${number(records, id)}`)
  return { ...entry, request: { ...entry.request, url, body: bodyOf(entry.request.body, value) } }
}

/** Leaves a body byte for byte if it is no JSON, or is formatted in another way. */
function bodyOf(body: string | null, value: (given: unknown, key: string) => unknown): string | null {
  try {
    const given: unknown = JSON.parse(body ?? '')
    return JSON.stringify(given) === body ? JSON.stringify(value(given, '')) : body
  } catch {
    return body
  }
}

function namedBy(entry: RepeatedEntry): Set<Name> {
  const names = new Set(recordsIn(entry).map(nameOf))
  mapped(entry, (name, id) => {
    names.add(name)
    return id
  })
  return names
}

/**
 * The entries that created or changed the last entry's records, and the records of those entries in turn. The
 * second, wider slice also has entries that only refer to the last one's records, such as payments.
 */
export function slicesOf(all: readonly RepeatedEntry[]): readonly (readonly RepeatedEntry[])[] {
  const last = all.at(-1)
  if (!last) return []
  const made = new Set(all.filter(hasWritten).flatMap(recordsIn).map(nameOf))
  const own = [...namedBy(last)].filter((name) => made.has(name))
  if (own.length === 0) return []
  return [false, true].map((isWide) => {
    const wanted = new Set(own)
    const slice = [last]
    for (const entry of all.slice(0, -1).reverse()) {
      const names = namedBy(entry)
      const isNeeded = hasWritten(entry) && recordsIn(entry).some((record) => wanted.has(nameOf(record)))
      if (!isNeeded && !(isWide && own.some((name) => names.has(name)))) continue
      slice.push(entry)
      for (const name of names) wanted.add(name)
    }
    return slice.reverse()
  })
}

/** The new numbers of records in a world where fewer records are created. */
export class Renumbering {
  readonly #known = new Map<Name, Numbered & { readonly now: number }>()

  /** The numbers that have changed, such as `invoices 200` to 1. */
  get changed(): readonly (readonly [name: string, number: number])[] {
    return this.#moved.map((record) => [nameOf(record), record.now])
  }

  /** The entry with the new numbers of its records. */
  of<E extends RepeatedEntry>(entry: E): E {
    if (this.#moved.length === 0) return entry
    return mapped(entry, (name, id) => this.#known.get(name)?.now ?? id)
  }

  /** Learns new numbers by comparing an entry's records in the old and in the new world. */
  learn(entry: RepeatedEntry, done: RepeatedEntry | undefined): void {
    const after = done ? recordsIn(done) : []
    for (const [at, record] of recordsIn(entry).entries()) {
      const [name, now] = [nameOf(record), after[at]]
      if (now?.type === record.type && !this.#known.has(name))
        this.#known.set(name, { ...record, now: now.id })
    }
  }

  get #moved() {
    return [...this.#known.values()].filter(({ id, now }) => id !== now)
  }
}
