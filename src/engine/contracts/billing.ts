import { getOrCreateList } from '../../kernel/get-or-create-list'
import { invariant } from '../../kernel/invariant'
import { amountText, sum } from '../../kernel/money'
import type { Row } from '../../kernel/store'
import { firstOpenDate } from '../ledger/period-locks'
import type { Errors } from '../model/refusals'
import { linesOf, type MutableRow, mutableLinesOf, numberOf, textOf, textOrNull } from '../model/row'
import { refusalErrors } from '../write/all-or-nothing'
import { create } from '../write/verbs'
import {
  type ContractContext,
  inNameOf,
  LOCKED,
  markLocked,
  noteResult,
  rateOn,
  retryDay,
  taskOf,
  typeOf,
} from './context'
import { openBalances } from './deferral/deferral'
import { deferralPlanOf } from './deferral/deferral-plan'
import { deferralStateOf } from './deferral/defers'
import type { Instalment } from './plan'

/**
 * Creates the invoices of one day: one for each payment term, and one for each prepared invoice
 * (§13.5). A refused invoice is retried on the next day.
 *
 * @returns the instalments of the day that are still to be billed
 */
export function billDay(
  context: ContractContext,
  contract: MutableRow,
  due: readonly Instalment[],
): Instalment[] {
  return groupsOf(due).flatMap((rows) => {
    const errors = createFromInstalments(context, contract, rows)
    logResult(context, contract, rows, errors)
    return errors ? rows.map((row) => ({ ...row, waits_until: retryDay(context) })) : []
  })
}

/** Returns the instalment with other days. Logs a wait for a period lock. */
export function moveInstalment(
  context: ContractContext,
  contract: Row,
  instalment: Instalment,
  days: Row,
): Instalment {
  if (Object.keys(days).length === 0) return instalment
  if (days.waits_until !== null) logResult(context, contract, [instalment], LOCKED)
  return { ...instalment, ...days }
}

/** Logs once for each planned invoice: a period lock can join instalments of several days in one. */
function logResult(
  context: ContractContext,
  contract: Row,
  rows: readonly Instalment[],
  errors: Errors | undefined,
): void {
  for (const { planned_for, part } of new Map(
    rows.map((row) => [`${row.planned_for} ${row.part}`, row]),
  ).values()) {
    noteResult(context, taskOf(context, contract, planned_for, part), errors)
  }
}

function groupsOf(due: readonly Instalment[]): Instalment[][] {
  const groups = new Map<string, Instalment[]>()
  for (const row of due) getOrCreateList(groups, `${row.date} ${row.part}`).push(row)
  return [...groups.values()]
}

/**
 * Creates one invoice.
 *
 * @returns the errors, if it was refused
 */
function createFromInstalments(
  context: ContractContext,
  contract: MutableRow,
  rows: readonly Instalment[],
): Errors | undefined {
  const [first] = rows
  if (!first) return undefined
  const { world } = context
  world.assumptions.noteUse('billing-invoices')
  world.assumptions.noteUse('contract-billing-refused')
  return refusalErrors(world, () => {
    const invoice = first.prepared
      ? createInvoice(context, contract, preparedBody(context, contract, first.prepared, first.date), [])
      : createInvoice(context, contract, ...sharesOf(context, contract, rows))
    if (invoice.record_status === 'posted') markLocked(context, contract)
  })
}

function sharesOf(
  context: ContractContext,
  contract: Row,
  rows: readonly Instalment[],
): [Row, readonly Sold[]] {
  const [first] = rows
  invariant(first, 'an invoice has instalments')
  const { date, term_id } = first
  const obligations = new Map(
    linesOf(contract, context.rules.obligations).map((obligation) => [obligation.id, obligation]),
  )
  const sold = rows
    .map((row) => ({ obligation: obligations.get(row.obligation_id) ?? {}, amount: row.amount }))
    .map(({ obligation, amount }) => ({
      obligation,
      amount,
      memo: obligation.memo,
      classifications: obligation.classifications,
    }))
    .sort((a, b) => Number(a.obligation.position) - Number(b.obligation.position))
  return [invoiceBody(contract, date, term_id, rateOn(context, contract, date), sold), sold]
}

/** Fills in the members that a prepared body omits. `contracted` makes its revenue deferred. */
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

/** Creates an invoice of the contract, with the same checks as a request. */
export function createInvoice(
  context: ContractContext,
  contract: Row,
  body: Row,
  sold: readonly Sold[],
): Row {
  const asDraft = context.world.assumptions.read('billing-invoices') === 'draft'
  return create(
    inNameOf(contract, context),
    typeOf(context, 'invoices'),
    asDraft ? { ...body, record_status: 'draft' } : body,
    (after) => {
      after.contract_id = contract.id
      for (const [index, line] of mutableLinesOf(after, 'items').entries()) {
        line.obligation_id = sold[index]?.obligation.id ?? null
        line.usage_id = sold[index]?.usage ?? null
      }
    },
  )
}

/** One line of an invoice that a contract generates. */
export interface Sold {
  readonly obligation: Row
  readonly amount: string
  readonly memo: unknown
  readonly classifications: unknown
  /** The usage record behind the line. */
  readonly usage?: number
}

/** The create body of a generated invoice: one line of quantity 1 for each of `sold` (§13.5). */
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

/** The day of the settlement of a terminated contract, or of the next attempt; undefined once it is settled. */
export function settlementDay(contract: Row): string | undefined {
  const day = textOrNull(contract, 'settles_on')
  if (contract.status !== 'terminated' || day === null) return undefined
  return textOrNull(contract, 'settle_again_on') ?? day
}

/** Settles a terminated contract on its day: unearned billing is credited, unbilled earnings are invoiced. */
export function settleTermination(context: ContractContext, contract: MutableRow): void {
  const { world } = context
  const { today } = world.clock
  const day = settlementDay(context.retriesNow ? { ...contract, settle_again_on: null } : contract)
  if (day === undefined || day > today) return
  const date = textOf(contract, 'settles_on')
  const open = firstOpenDate(context, numberOf(contract, 'company_id'), date)
  const task = taskOf(context, contract, date, 'settlement')
  const isCredited = world.assumptions.read('contract-terminate') === 'credit'
  const errors =
    open > today
      ? LOCKED
      : isCredited
        ? refusalErrors(world, () => settle(context, contract, open))
        : undefined
  noteResult(context, task, errors)
  if (errors) contract.settle_again_on = retryDay(context)
  else Object.assign(contract, { settles_on: null, settle_again_on: null })
}

/** Creates one document over all accounts, except contract assets that are invoiced outside the service. */
function settle(context: ContractContext, contract: Row, date: string): void {
  const plan = deferralPlanOf(context, contract.id)
  invariant(plan, `contract ${String(contract.id)} was never active`)
  const open = openBalances(deferralStateOf(context, plan), plan)
  if (open.length === 0) return
  const total = sum(open.map(([, amount]) => amount))
  const isOwed = total.lt(0)
  create(
    inNameOf(contract, context),
    typeOf(context, isOwed ? 'invoices' : 'credits'),
    {
      date,
      company_id: contract.company_id,
      customer_id: contract.customer_id,
      currency_iso_4217_code: contract.currency_iso_4217_code,
      exchange_rate: rateOn(context, contract, date),
      memo: `Termination of ${textOf(contract, 'name') || `contract ${String(contract.number)}`}`,
      ...(isOwed && { term_id: contract.term_id }),
      items: [{ item_id: plan.sold[0]?.item_id, quantity: '1', rate: amountText(total.abs()), position: 1 }],
    },
    (after) => Object.assign(after, { contract_id: contract.id, settles_contract: true }),
  )
}
