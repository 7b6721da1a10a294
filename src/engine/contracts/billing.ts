import type { Row } from '../../kernel/store'
import { firstOpenDate } from '../ledger/period-locks'
import { isRefusal } from '../model/errors'
import { type MutableRow, numberOf } from '../model/row'
import { logSkipped } from '../write/attempt'
import { create } from '../write/create'
import {
  authorOf,
  type ContractContext,
  markLocked,
  obligationOf,
  rateOn,
  releasesDeposit,
  resourceOf,
} from './context'
import { type Instalment, planInstalments, plannedInstalments } from './plan'

/**
 * Makes the invoices of a day: one for each term, and each prepared one by itself (docs/service.md §13.5). What
 * is refused is noted on the contract and not tried again; a locked day moves to the first open one.
 */
export function billDay(context: ContractContext, contract: MutableRow, due: readonly Instalment[]): void {
  if (due.length === 0) return
  const left = new Map<Instalment, readonly Instalment[]>()
  const groups = new Map<unknown, Instalment[]>()
  for (const row of due) {
    const open = firstOpenDate(context, numberOf(contract, 'company_id'), row.date)
    left.set(row, open === row.date ? [] : [{ ...row, date: open }])
    if (open !== row.date) continue
    const key = row.prepared ? row : row.term_id
    groups.set(key, [...(groups.get(key) ?? []), row])
  }
  for (const rows of groups.values()) generate(context, contract, rows)
  const planned = plannedInstalments(context, contract).flatMap((row) => left.get(row) ?? [row])
  planInstalments(context, contract, planned)
}

function generate(context: ContractContext, contract: MutableRow, rows: readonly Instalment[]): void {
  const [first] = rows
  if (!first) return
  const { world } = context
  world.assumptions.restOn('billing-invoices')
  try {
    const invoice = world.store.history.atomically(() =>
      first.prepared
        ? createInvoice(context, contract, preparedBody(context, contract, first.prepared, first.date), [])
        : createInvoice(context, contract, ...sharesOf(context, contract, rows)),
    )
    if (invoice.record_status === 'posted') markLocked(context, contract)
  } catch (error) {
    if (!isRefusal(error)) throw error
    contract.skipped = logSkipped(contract, {
      date: first.date,
      at: world.clock.instant,
      errors: error.errors,
    })
  }
}

function sharesOf(
  context: ContractContext,
  contract: Row,
  rows: readonly Instalment[],
): [Row, readonly Sold[]] {
  const [{ date, term_id }] = rows as [Instalment]
  const sold = rows
    .map((row) => ({
      obligation: obligationOf(context, contract, row.obligation_id) ?? {},
      amount: row.amount,
    }))
    .map(({ obligation, amount }) => ({
      obligation,
      amount,
      memo: obligation.memo,
      classifications: obligation.classifications,
    }))
    .sort((a, b) => Number(a.obligation.position) - Number(b.obligation.position))
  return [invoiceBody(contract, date, term_id, rateOn(context, contract, date), sold), sold]
}

/** What a prepared body leaves out, it has from the contract; whatever it says, what it bills is deferred. */
export function preparedBody(context: ContractContext, contract: Row, body: Row, date: string): Row {
  const own = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null))
  const { items: _, ...header } = invoiceBody(
    contract,
    date,
    contract.term_id,
    rateOn(context, contract, date),
    [],
  )
  return { ...header, ...own, date, contracted: true }
}

/** Writes an invoice of the contract the way a request would. */
export function createInvoice(
  context: ContractContext,
  contract: Row,
  body: Row,
  sold: readonly Sold[],
): Row {
  const { world, organization } = context
  const asDraft = world.assumptions.read('billing-invoices') === 'draft'
  return create(
    { world, organization, actor: authorOf(contract) },
    resourceOf(context, 'invoices'),
    asDraft ? { ...body, record_status: 'draft' } : body,
    (after) => {
      after.contract_id = contract.id
      for (const [index, line] of (after.items as MutableRow[]).entries()) {
        line.obligation_id = sold[index]?.obligation.id ?? null
        line.usage_id = sold[index]?.usage ?? null
        line.deposit = releasesDeposit(world, sold[index]?.obligation) || null
      }
    },
  )
}

/** One line of an invoice that a contract writes. */
export interface Sold {
  readonly obligation: Row
  readonly amount: string
  readonly memo: unknown
  readonly classifications: unknown
  /** The usage record behind the line. */
  readonly usage?: number
}

/** The create body of an invoice: a line for each obligation, of quantity 1 (docs/service.md §13.5). */
export const invoiceBody = (
  contract: Row,
  date: string,
  term: unknown,
  rate: string,
  sold: readonly Sold[],
): Row => ({
  date,
  company_id: contract.company_id,
  customer_id: contract.customer_id,
  currency_iso_4217_code: contract.currency_iso_4217_code,
  exchange_rate: rate,
  memo: contract.name,
  term_id: term,
  contracted: true,
  bill_to_address: contract.bill_to_address,
  ship_to_address: contract.ship_to_address,
  billing_address: contract.billing_address,
  shipping_address: contract.shipping_address,
  payment: contract.payment,
  items: sold.map(invoiceLine),
})

const invoiceLine = ({ obligation, amount, memo, classifications }: Sold, index: number): Row => ({
  item_id: obligation.item_id,
  quantity: '1',
  rate: amount,
  position: index + 1,
  memo,
  classifications,
})
