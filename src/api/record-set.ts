import type { RecordTypeShape } from '../engine/read/record-types'
import type { FindOptions, Matcher, Where } from './finding/where'
import type { RecordVersion } from './record-changes'

/** Filters, search, ordering and paging, as on the wire (docs/service.md §8). An array repeats a parameter. */
export type RecordQuery = Readonly<
  Record<string, string | number | boolean | null | undefined | readonly (string | number | boolean)[]>
>

/** The body of an update that archives a record; it may say no more than this (docs/service.md §11.1). */
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
  /** @internal What its records are called, and what they show. */
  readonly type: RecordTypeShape
  /** Creates a record and returns it as stored; amounts are text such as '100.00'. */
  create(body: Input): Output
  /**
   * Finds a record by the identifier of its path: a number for transactional records and accounts, an id for
   * other master data. @throws Refusal with status 404
   */
  get(id: number): Output
  /**
   * The versions of a record that are known, oldest first, with what each changed. A call, a request or work of the
   * clock makes one version, whatever it did. A rewind takes versions back. The simulator keeps the last 10,000 of all
   * records: of older ones, of records that came with the world and in a fork the list begins with a version without
   * `cause`. Members that show other records show them as they are now.
   * @throws Refusal with status 404
   * @example
   * simulator.records.bills.history(7).map(({ at, changed }) => [at, changed.amount_due])
   */
  history(id: number): RecordVersion<Output>[]
  /** The first record, in order of identifiers, that satisfies the predicate. */
  find(predicate: Matcher<Output>): Output | undefined
  /**
   * All records that fit, archived and inactive ones too, as `get` returns them. Without conditions all records of the
   * type. It answers from memory at once, so there is no page and no maximum.
   *
   * @param where conditions on members, or a function or `Query` of `@msw/data` that sees the whole record
   * @throws OptionError for a member or option that does not exist, and for a value that no record can have
   * @example
   * const open = { customer_id: 3, amount_due: (due: string) => Number(due) > 0 }
   * simulator.records.invoices.findMany(open, { orderBy: { date: 'desc' }, take: 10 })
   */
  findMany(where?: Where<Output> | Matcher<Output>, options?: FindOptions<Output>): Output[]
  /** The first of the records that `findMany` returns. @throws OptionError as `findMany` */
  findFirst(
    where?: Where<Output> | Matcher<Output>,
    options?: Omit<FindOptions<Output>, 'take'>,
  ): Output | undefined
  /**
   * Lists one page, 100 records unless `limit` says otherwise. `count` is the number of all matches
   * (docs/service.md §8).
   */
  list(query?: Query): { items: Entry[]; count: number }
  /**
   * Updates a record, like PUT on the wire (docs/service.md §5.1). Most record types are replaced: the body is whole,
   * and what it omits gets its default. Customers, vendors, paper checks and policies keep what the body omits.
   */
  update(id: number, body: Change): Output
  /** Deletes master data; archives a transactional record (docs/service.md §11.1). */
  remove(id: number): { success: true }
  /**
   * The number of records that `findMany` returns.
   * @throws OptionError as `findMany`
   */
  count(where?: Where<Output> | Matcher<Output>): number
  /** The number of records that `list` finds with these parameters. They count where a name is that of no member. */
  count(query: Query): number
}
