import type { RecordTypeShape } from '../engine/read/record-types'
import type { FindOptions, Matcher, Where } from './finding/where'
import type { RecordVersion } from './record-changes'

/** Filters, search, ordering and paging, as over HTTP (docs/service.md §8). An array repeats a parameter. */
export type RecordQuery = Readonly<
  Record<string, string | number | boolean | null | undefined | readonly (string | number | boolean)[]>
>

/** The body of an update that archives a record. No other member is allowed (docs/service.md §11.1). */
export interface Archiving {
  /** The only member of the body. */
  record_status: 'archived'
}

/**
 * Direct access to one record type without HTTP: the rules of the service apply, but no rate limits and no key.
 *
 * Bodies and records have the members of the wire (docs/service.md §4). A call that the service would refuse throws a
 * `Refusal` with the status and errors of the wire, and leaves no trace (docs/service.md §7.3).
 *
 * @example
 * const items = [{ item_id: 1, quantity: 1, rate: 100 }]
 * const invoice = simulator.records.invoices.create({ date: '2026-01-15', company_id: 1, customer_id: 1, items })
 * simulator.records.invoices.get(invoice.number).amount_due // '100.00'
 */
export interface RecordSet<Input, Output, Change = Partial<Input>, Query = RecordQuery, Entry = Output> {
  /** @internal The names of its records and their members. */
  readonly type: RecordTypeShape
  /** Creates a record and returns it as stored; amounts are text such as '100.00'. */
  create(body: Input): Output
  /**
   * Finds a record by the identifier of its path: a number for transactional records and accounts, an id for
   * other master data. @throws Refusal with status 404
   */
  get(id: number): Output
  /**
   * The known versions of a record, oldest first, each with its changes. A call, a request or work of the
   * clock makes one version. A rewind removes versions. The simulator keeps the last 10,000 versions of all
   * records. If older ones are missing, in a fork, and for a record that came with the world, the list begins
   * with a version without `cause`. Members that show other records show their current state.
   * @throws Refusal with status 404
   * @example
   * simulator.records.bills.history(7).map(({ at, changed }) => [at, changed.amount_due])
   */
  history(id: number): RecordVersion<Output>[]
  /** The first record, in order of identifiers, that satisfies the predicate. */
  find(predicate: Matcher<Output>): Output | undefined
  /**
   * All records that fit, including archived and inactive ones, as `get` returns them. Without conditions,
   * all records of the type. The result comes from memory, so there are no pages and no maximum.
   *
   * @param where conditions on members, or a function or `Query` of `@msw/data` that sees the whole record
   * @throws OptionError for an unknown member or option, and for a value that no record can have
   * @example
   * const open = { customer_id: 3, amount_due: (due: string) => Number(due) > 0 }
   * simulator.records.invoices.findMany(open, { orderBy: { date: 'desc' }, take: 10 })
   */
  findMany(where?: Where<Output> | Matcher<Output>, options?: FindOptions<Output>): Output[]
  /** The first of the records that `findMany` returns. @throws OptionError like `findMany` */
  findFirst(
    where?: Where<Output> | Matcher<Output>,
    options?: Omit<FindOptions<Output>, 'take'>,
  ): Output | undefined
  /**
   * Lists one page, of 100 records unless `limit` says otherwise. `count` is the number of all matches
   * (docs/service.md §8).
   */
  list(query?: Query): { items: Entry[]; count: number }
  /**
   * Updates a record like PUT over HTTP (docs/service.md §5.1). Most types replace the record: an omitted
   * member gets its default. Customers, vendors, paper checks and policies keep omitted members.
   */
  update(id: number, body: Change): Output
  /** Deletes master data; archives a transactional record (docs/service.md §11.1). */
  remove(id: number): { success: true }
  /**
   * The number of records that `findMany` returns.
   * @throws OptionError like `findMany`
   */
  count(where?: Where<Output> | Matcher<Output>): number
  /** The number of records that `list` finds. Used if a name is a parameter of lists and no member. */
  count(query: Query): number
}
