import { isOptionError } from '../../../errors/option-error'
import type { Reason, Records, Simulator } from '../../../index'
import { parseJson } from '../../../kernel/decoded-text'
import { isObject } from '../../../kernel/is-object'
import { forgetRefusals } from '../../../service/http/idempotency/kept-replies'
import { internalsOf } from '../../../simulator/internals-of'
import { recordsAt } from '../../calls'
import type { OtherWrite } from './events'

export type Data = Record<string, unknown>
/** The verbs that somebody else uses, for any record type. */
interface AnyRecords {
  create(body: Data): Data
  get(id: number): Data
  list(query: object): { items: Data[] }
  update(id: number, body: Data): Data
  remove(id: number): unknown
}

/** The request before which somebody else acts. */
export interface RequestAhead {
  readonly url: string
  readonly body: string
}

export interface Named {
  readonly records: string
  readonly record: Data
}

/** Members of bodies that name a record. */
const DOCUMENTS = { invoice_number: 'invoices' }

/** Other people who write to the same records. Everything they do is noted for the check. */
export class Others {
  readonly writes: OtherWrite[] = []
  /** Until when the periods of companies were locked before. */
  readonly #locked = new Map<number, string | null>()

  constructor(private readonly simulator: Simulator) {}

  noteDrift({ did, type, ids }: NonNullable<Reason['drifted']>, page: string): void {
    const read: readonly Data[] | { readonly items: readonly Data[] } = JSON.parse(page)
    const items = 'items' in read ? read.items : read
    const wasOf = (id: number): Data | undefined => items.find((item) => numberOrId(item) === id)
    for (const id of ids)
      if (did === 'created') this.#note(type, id, did)
      else this.#note(type, id, 'removed', wasOf(id))
  }

  of(records: string): AnyRecords {
    return this.simulator.records[records as keyof Records] as unknown as AnyRecords
  }

  today(): string {
    return this.simulator.clock.now.slice(0, 10)
  }

  create(records: string, body: Data): Data {
    const made = this.of(records).create(body)
    this.#note(records, numberOrId(made), 'created')
    return made
  }

  update(records: string, id: number, change: Data): void {
    const was = this.of(records).get(id)
    const became = this.of(records).update(id, { ...was, ...change })
    this.#note(records, id, 'updated', was, became)
  }

  remove(records: string, id: number): void {
    const was = this.of(records).get(id)
    this.of(records).remove(id)
    this.#note(records, id, 'removed', was)
  }

  /** Locks the periods of a company through a date, until `unlock`. False if they cannot be or are already. */
  lock(company: number, date: string): boolean {
    const { periods } = this.simulator.admin
    let before: string | null
    try {
      before = periods.lockedThrough(company)
      if (before !== null && before >= date) return false
      periods.lockThrough(company, date)
    } catch (error) {
      // The program may name a company or a day that does not exist.
      if (isOptionError(error)) return false
      throw error
    }
    if (!this.#locked.has(company)) this.#locked.set(company, before)
    this.#note('companies', company, 'locked')
    return true
  }

  terminate(contract: number): void {
    this.simulator.admin.contracts.terminate(contract, this.today())
    this.#note('contracts', contract, 'closed')
  }

  unlock(): void {
    // The service would refuse the same writes for two days more, because it answers a key as it did (§10).
    if (this.#locked.size > 0) forgetRefusals(internalsOf(this.simulator).world)
    for (const [company, before] of this.#locked) {
      const { periods } = this.simulator.admin
      if (before === null) periods.unlock(company)
      else periods.lockThrough(company, before)
    }
    this.#locked.clear()
  }

  /** Tells whether a URL names a record that somebody else has removed or archived. */
  hasRemoved(url: string): boolean {
    const named = nameIn(url)
    return this.writes.some(
      ({ records, id, did }) => did === 'removed' && records === named?.records && id === named.id,
    )
  }

  namedBy({ url, body }: RequestAhead, among: Readonly<Record<string, string>>): Named | undefined {
    const named = this.recordAt(url)
    if (named) return named
    for (const [member, records] of Object.entries(among)) {
      const id = memberOf(dataIn(body), member)
      if (id !== undefined) return { records, record: this.of(records).get(Number(id)) }
    }
    return undefined
  }

  /** 'Customer 7', as the service names it. */
  nameOf({ records, record }: Named): string {
    return `${this.simulator.types.named(records, 'records').model} ${numberOrId(record)}`
  }

  first(records: string): Data | undefined {
    return this.of(records).list({ limit: 1, ordering: 'id' }).items[0]
  }

  oldestAt({ url }: RequestAhead): Named | undefined {
    const records = recordsIn(url)
    if (!(records in this.simulator.records)) return undefined
    const record = this.first(records)
    return record && { records, record }
  }

  recordAt(url: string): Named | undefined {
    const { records, id } = nameIn(url) ?? {}
    if (id === undefined || records === undefined || !(records in this.simulator.records)) return undefined
    return { records, record: this.of(records).get(id) }
  }

  /** The one that a request names, else the newest or the oldest. */
  openInvoice(request: RequestAhead, which: 'newest' | 'oldest' = 'newest'): Data | undefined {
    const isOpen = ({ amount_due }: Data): boolean => Number(amount_due) > 0
    const named = which === 'newest' ? this.namedBy(request, DOCUMENTS) : undefined
    if (named?.records === 'invoices' && isOpen(named.record)) return named.record
    const ordering = which === 'newest' ? '-id' : 'id'
    const { items } = this.of('invoices').list({ limit: 100, record_status: 'posted', ordering })
    return items.find(isOpen)
  }

  #note(records: string, id: number, did: OtherWrite['did'], was?: Data, became?: Data): void {
    this.writes.push({ records, id, did, ...(was && { was }), ...(became && { became }) })
  }
}

export const numberOrId = ({ number, id }: Data): number => (number ?? id) as number

function nameIn(url: string): { readonly records: string; readonly id: number } | undefined {
  const at = recordsAt(new URL(url).pathname)
  const id = /^(\d+)\/?$/.exec(at?.rest ?? '')?.[1]
  return at && id !== undefined ? { records: at.records, id: Number(id) } : undefined
}

/** 'customerPayments' for '/public/v1/customer-payments/7/', and 'webhooks' for what holds no records. */
export function recordsIn(url: string): string {
  const { pathname } = new URL(url)
  return recordsAt(pathname)?.records ?? pathname.split('/')[3] ?? ''
}

export function dataIn(body: string): Data {
  const data = parseJson(body)
  return isObject(data) ? data : {}
}

/** The member of the record, or of its first line that has it. */
export function memberOf(data: Data, member: string): unknown {
  if (data[member] !== undefined) return data[member]
  const lines = Object.values(data).flatMap((value) => (Array.isArray(value) ? (value as unknown[]) : []))
  return lines.filter(isObject).find((line) => line[member] !== undefined)?.[member]
}
