import { recordType } from '../../engine/model/compiled-type'
import { isObject } from '../../kernel/is-object'
import { mapValues } from '../../kernel/map-values'
import { registry } from '../../resources/registry'
import type { Simulator } from '../../simulator/simulator'
import { recordsAt } from '../calls'

type RepeatedEntry = Simulator['timeline'][number]

/** A record, by a member of `simulator.records` and its number. */
interface Numbered {
  readonly type: string
  readonly id: number
}

/** The same as a text, which is equal for the same record. */
type Name = string

const nameOf = ({ type, id }: Numbered): Name => `${type} ${id}`

/** Record types by how members of bodies name them, such as `customer_payment_id`. */
const TYPES = new Map(registry.definitions.map((one) => [recordType(one), one.name]))

/** The records that an entry made, changed, or was refused for. */
function recordsIn(entry: RepeatedEntry): readonly Numbered[] {
  const own =
    entry.kind === 'request' ? entry.reason.record : entry.kind === 'write' ? entry.record : undefined
  const others = (entry.kind === 'write' && entry.records) || []
  return [...(own ? [own] : []), ...others]
}

/** A request that only read has made nothing. */
const hasWritten = (entry: RepeatedEntry): boolean => entry.kind !== 'request' || entry.changed

/** Calls back with each number in an entry that names a record, and puts what it gives in its place. */
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

/** A body that is no JSON, or is written otherwise, stays byte for byte. */
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
 * The entries that made or changed what the last one names, and what those name, without all that happened beside it;
 * also with those that only name one of its own records, such as payments of an invoice.
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

/** Numbers that records get in a world where fewer are made, in the place of those that they had. */
export class Renumbering {
  readonly #known = new Map<Name, Numbered & { readonly now: number }>()

  /** The numbers that are other than they were: `invoices 200` is 1. */
  get changed(): readonly (readonly [name: string, number: number])[] {
    return this.#moved.map((record) => [nameOf(record), record.now])
  }

  /** The entry as it has to be done where records have their new numbers. */
  of<E extends RepeatedEntry>(entry: E): E {
    if (this.#moved.length === 0) return entry
    return mapped(entry, (name, id) => this.#known.get(name)?.now ?? id)
  }

  /** Learns the numbers of the records that an entry made, from how it ended in both worlds. */
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
