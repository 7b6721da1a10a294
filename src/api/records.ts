import { execute } from '../engine/execute'
import type { World } from '../engine/model/world'
import type { RecordInput, RecordOutput } from '../engine/schema/define'
import { OptionError } from '../option-error'
import type * as catalogue from '../resources/catalogue'
import { HOST_ACTOR } from './host-actor'

type Catalogue = typeof catalogue

/**
 * Filters, search, ordering and paging, as on the wire (docs/service.md §8). An array repeats a parameter.
 */
export type RecordQuery = Readonly<
  Record<string, string | number | boolean | null | undefined | readonly (string | number | boolean)[]>
>

/**
 * Direct access to one record type without HTTP: the rules of the service apply, but no rate limits and no
 * key.
 *
 * Bodies and records have the members of the wire (docs/service.md §4). A call that the service would refuse
 * throws a `Refusal` with the status and errors of the wire, and leaves no trace (docs/service.md §7.3).
 *
 * @example
 * const items = [{ item_id: 1, quantity: 1, rate: 100 }]
 * const invoice = simulator.records.invoices.create({ date: '2026-01-15', company_id: 1, customer_id: 1, items })
 * simulator.records.invoices.get(invoice.number).amount_due // '100.00'
 */
export interface RecordSet<Input, Output> {
  /** Creates a record and returns it as stored; amounts are text such as '100.00'. */
  create(body: Input): Output
  /**
   * Finds a record by the identifier of its path: a number for transactional records and accounts, an id for
   * other master data. @throws Refusal with status 404
   */
  get(id: number): Output
  /** The first record, in order of identifiers, that satisfies the predicate. */
  find(predicate: (record: Output) => boolean): Output | undefined
  /**
   * Lists one page, 100 records unless `limit` says otherwise. `count` is the number of all matches
   * (docs/service.md §8).
   */
  list(query?: RecordQuery): { items: Output[]; count: number }
  /** Updates a record, like PUT on the wire (docs/service.md §5.1). */
  update(id: number, body: Partial<Input>): Output
  /** Deletes master data; archives a transactional record (docs/service.md §11.1). */
  remove(id: number): { success: true }
  count(query?: RecordQuery): number
}

/** One member for each record type, except internal ones. */
export type Records = {
  readonly [Name in keyof Catalogue as Catalogue[Name] extends { readonly internal: true }
    ? never
    : Name]: RecordSet<RecordInput<Catalogue[Name]>, RecordOutput<Catalogue[Name]>>
}

interface Scope {
  readonly world: World
  /** Updates the scope before each call and returns the organisation that owns the records. */
  organization(): string
}

/** Members are created on first use, so an unused record type costs nothing. */
export function recordsOf(scope: Scope): Records {
  const sets = {}
  for (const { name } of scope.world.registry.definitions) {
    let set: RecordSet<unknown, unknown> | undefined
    Object.defineProperty(sets, name, { enumerable: true, get: () => (set ??= recordSet(scope, name)) })
  }
  return sets as Records
}

function recordSet(scope: Scope, resource: string): RecordSet<unknown, unknown> {
  const { world } = scope
  const run = (command: {
    verb: 'list' | 'get' | 'create' | 'update' | 'remove'
    id?: number
    body?: unknown
    query?: RecordQuery
  }) => {
    const { query, ...rest } = command
    const outcome = execute(world, {
      ...rest,
      resource,
      actor: HOST_ACTOR,
      organization: scope.organization(),
      ...(query && { query: queryOf(query) }),
    })
    return plainCopy(outcome.body)
  }
  const list = (query: RecordQuery = {}): { items: unknown[]; count: number } => {
    const body = run({ verb: 'list', query }) as unknown[] | { items: unknown[]; count: number }
    return Array.isArray(body) ? { items: body, count: body.length } : body
  }
  return {
    create: (body) => run({ verb: 'create', body }),
    get: (id) => run({ verb: 'get', id }),
    find: (predicate) => {
      const { definition } = world.registry.type(resource)
      for (const row of world.store.table(scope.organization(), resource).rows()) {
        const record = run({ verb: 'get', id: row[definition.identifier] as number })
        if (predicate(record)) return record
      }
      return undefined
    },
    list,
    update: (id, body) => run({ verb: 'update', id, body }),
    remove: (id) => run({ verb: 'remove', id }) as { success: true },
    count: (query = {}) => list({ ...query, limit: 1 }).count,
  }
}

/** Copies the response, so that callers may change it. */
const plainCopy = (body: unknown): unknown => JSON.parse(JSON.stringify(body))

function queryOf(query: RecordQuery): ReadonlyMap<string, readonly string[]> {
  if (typeof query !== 'object') throw new OptionError('query', 'query must be an object of parameters')
  const entries = Object.entries(query).filter(([, value]) => value !== undefined)
  return new Map(entries.map(([name, value]) => [name, (Array.isArray(value) ? value : [value]).map(String)]))
}
