import { isObject } from '../../kernel/is-object'
import { COLLECTIONS } from './collections'
import type { Members } from './read-exchange'
import { isIdentifier, referencedCollection } from './references'

/** An identifier within a record, with the members beside it. */
export interface Identifier {
  readonly kind: string
  readonly value: number | string
  readonly name: string
  /** The member of the whole that holds it. */
  readonly top: string
  readonly beside: Members
}

/** `customers` for `customers.id`, if records are named by it. */
export function collectionOf(kind: string): string | undefined {
  const at = kind.lastIndexOf('.')
  const collection = COLLECTIONS.get(kind.slice(0, at))
  return collection?.identifier === kind.slice(at + 1) ? collection.path : undefined
}

/** Every identifier in a record or a request body. */
export function* identifiersIn(
  collection: string,
  value: unknown,
  path: readonly string[] = [],
): Iterable<Identifier> {
  if (Array.isArray(value)) for (const one of value) yield* identifiersIn(collection, one, path)
  if (!isObject(value)) return
  for (const [name, held] of Object.entries(value)) {
    const kind = referencedCollection(collection, path, name)
    const values = Array.isArray(held) ? held : [held]
    for (const one of values) {
      if (kind !== undefined && isIdentifier(one))
        yield { kind, value: one, name, top: path[0] ?? name, beside: value }
      else if (typeof one === 'object') yield* identifiersIn(collection, one, [...path, name])
    }
  }
}

/** The records of an answer: those of a list, or the one that it shows. */
export function answeredRecords(json: unknown): {
  readonly records: readonly Members[]
  readonly isList: boolean
} {
  const list = Array.isArray(json)
    ? json
    : isObject(json) && Array.isArray(json.items) && 'count' in json
      ? json.items
      : undefined
  if (list) return { records: list.filter(isObject), isList: true }
  return { records: isObject(json) ? [json] : [], isList: false }
}
