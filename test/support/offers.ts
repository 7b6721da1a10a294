import type { Definition, Verb, Version } from '../../src/engine/schema/define'
import type { Subject } from './subject'

/** An operation that a record type offers on the wire. */
export interface RouteOperation {
  /** For the test's title: `POST /public/v1/invoices/`. */
  readonly title: string
  readonly definition: Definition
  readonly version: Version
  readonly verb: Verb
  readonly method: string
  readonly collection: string
  /** Status of success. */
  readonly status: number
  /** The path for a record; the id is not used by operations on the collection. */
  path(id?: unknown): string
}

const METHODS: Readonly<Record<Verb, string>> = {
  list: 'GET',
  get: 'GET',
  create: 'POST',
  update: 'PUT',
  remove: 'DELETE',
  attach: 'POST',
}

export const WRITES: readonly Verb[] = ['create', 'update', 'remove', 'attach']

/** The operations of all record types, or those of some verbs. */
export const offersOf = ({ definitions }: Subject, ...verbs: readonly Verb[]): RouteOperation[] =>
  definitions.flatMap((definition) =>
    (['v1', 'v2'] as const).flatMap((version) =>
      (definition.operations[version] ?? [])
        .filter((verb) => verbs.length === 0 || verbs.includes(verb))
        .map((verb) => offer(definition, version, verb)),
    ),
  )

function offer(definition: Definition, version: Version, verb: Verb): RouteOperation {
  const collection = `/public/${version}/${definition.path}/`
  const path = (id: unknown = '{}'): string => {
    if (verb === 'list' || verb === 'create') return collection
    return `${collection}${String(id)}/${verb === 'attach' ? 'attachments/' : ''}`
  }
  const status = verb === 'create' ? (definition.createStatus?.[version] ?? 200) : 200
  const method = METHODS[verb]
  return { title: `${method} ${path()}`, definition, version, verb, method, collection, status, path }
}
