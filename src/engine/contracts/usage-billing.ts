import { invariant } from '../../kernel/invariant'
import { amountText, type Decimal, decimal, rateText, zero } from '../../kernel/money'
import type { Row } from '../../kernel/store'
import { firstOpenDate } from '../ledger/period-locks'
import { messages, refuse } from '../model/refusals'
import {
  decimalOf,
  linesOf,
  type MutableRow,
  mutableLinesOf,
  numberOf,
  numberOrNull,
  textOf,
} from '../model/row'
import { effectiveRate, tieredAmount, usageAmount } from '../recognition/usage'
import { linesFrom } from '../write/lines'
import { changeRow, save } from '../write/save'
import { archive } from '../write/verbs'
import { Write } from '../write/write'
import { createInvoice, invoiceBody, type Sold } from './billing'
import { strategyOf, tiersOf } from './conditions'
import { type ContractContext, inNameOf, markLocked, obligationOf, rateOn, rowsOf, typeOf } from './context'
import { soldAccounts } from './deferral/deferral-plan'
import { addRecognition, updateRecognition } from './recognition'

/** Recognises usage on its dates and bills it on one invoice of the last date (§13.5), if it is not 0.00. */
export function billUsage(write: Write, context: ContractContext, records: readonly MutableRow[]): void {
  for (const record of records) refuseLocked(write, textOf(record, 'usage_date'))
  const worth = records.filter((record) => record.amount !== '0.00')
  for (const record of worth) record.revenue_recognition_id = recogniseUsage(write, context, record).id
  const last = lastDay(worth)
  if (last !== undefined) {
    const sold = worth.map((record) => soldOf(context, write.after, record))
    const body = invoiceBody(write.after, last, write.after.term_id, rateOn(context, write.after, last), sold)
    const invoice = createInvoice(context, write.after, body, sold)
    if (invoice.record_status === 'posted') markLocked(context, write.after)
    for (const record of worth) record.invoice_number = invoice.number
  }
  for (const record of records) Object.assign(record, { status: 'invoiced', waits: false })
}

const lastDay = (records: readonly Row[]): string | undefined =>
  records
    .map((record) => textOf(record, 'usage_date'))
    .sort()
    .at(-1)

/** Bills the usage that was reported while the contract was a draft. */
export function billWaitingUsage(write: Write, context: ContractContext): void {
  const waiting = rowsOf(context, 'usage', write.after)
    .filter((record) => record.waits === true)
    .map((record): MutableRow => ({ ...record }))
  if (waiting.length === 0) return
  rateAll(write, context, waiting)
  billUsage(write, context, waiting)
  for (const after of waiting) changeRow(write, context.rules.usage, after)
}

/** Refuses a date in a locked period, because usage does not move to an open day (§13.5). */
function refuseLocked(write: Write, date: string): void {
  const { after } = write
  if (firstOpenDate(write, numberOf(after, 'company_id'), date) !== date)
    throw refuse.invalid({ date: [messages.locked] })
}

function recogniseUsage(write: Write, context: ContractContext, record: Row): Row {
  const obligation = obligationOf(context, write.after, record.obligation_id)
  const { income, deferral } = soldAccounts(write, obligation)
  return addRecognition(context, write.after, {
    date: textOf(record, 'usage_date'),
    transaction_date: null,
    amount: textOf(record, 'amount'),
    performance_obligation_id: record.obligation_id,
    income_account_number: income,
    deferral_account_number: deferral,
  })
}

const soldOf = (context: ContractContext, contract: Row, record: Row): Sold => ({
  obligation: obligationOf(context, contract, record.obligation_id) ?? {},
  amount: textOf(record, 'amount'),
  memo: record.memo,
  classifications: record.classifications,
  usage: numberOf(record, 'id'),
})

/** Computes the amounts of usage records in date order, whatever their order in the request. */
export function rateAll(write: Write, context: ContractContext, drafts: readonly MutableRow[]): void {
  const changed = new Set(drafts.map(({ id }) => id))
  const kept = rowsOf(context, 'usage', write.after).filter(({ id }) => !changed.has(id))
  const obligations = new Map(
    linesOf(write.after, context.rules.obligations).map((obligation) => [obligation.id, obligation]),
  )
  const before = usedBefore([...kept, ...drafts])
  for (const after of drafts) {
    const obligation = obligations.get(after.obligation_id)
    invariant(obligation, 'usage belongs to an obligation')
    Object.assign(after, rateUsage(write, obligation, after, before.get(after.id) ?? zero))
  }
}

/** The amount and the effective rate of a usage record; `before` is the quantity used earlier (§13.4). */
function rateUsage(
  write: Write,
  obligation: Row,
  record: Row,
  before: Decimal,
): { readonly amount: string; readonly effective_rate: string } {
  const quantity = decimalOf(record, 'quantity')
  const round = (value: Decimal) => write.round(value)
  if (strategyOf(obligation) === 'usage') {
    write.world.assumptions.noteUse('usage-amount')
    const own = record.rate === null ? null : decimalOf(record, 'rate')
    const rate = decimalOf(obligation, 'rate')
    const amount = usageAmount(quantity, own, rate, round)
    return { amount: amountText(amount), effective_rate: rateText(own ?? rate) }
  }
  const rounding = write.world.assumptions.read('rounding')
  write.world.assumptions.noteUse('usage-tiers')
  const amount = tieredAmount(tiersOf(obligation), before, quantity, round)
  return { amount: amountText(amount), effective_rate: rateText(effectiveRate(amount, quantity, rounding)) }
}

/** True if a record counts towards the tiers. A draft does not, because it may never be billed. */
const countsTowardsTiers = ({ status, waits }: Row): boolean => status === 'invoiced' || waits === true

/** For each record id, the quantity of earlier records that counts, by date and id within its obligation. */
function usedBefore(records: readonly Row[]): Map<unknown, Decimal> {
  const used = new Map<unknown, Decimal>()
  const before = new Map<unknown, Decimal>()
  for (const record of [...records].sort(byDayAndId)) {
    const sum = used.get(record.obligation_id) ?? zero
    before.set(record.id, sum)
    if (countsTowardsTiers(record)) used.set(record.obligation_id, sum.plus(decimalOf(record, 'quantity')))
  }
  return before
}

function byDayAndId(one: Row, other: Row): number {
  const [a, b] = [textOf(one, 'usage_date'), textOf(other, 'usage_date')]
  if (a === b) return numberOf(one, 'id') - numberOf(other, 'id')
  return a < b ? -1 : 1
}

/** Updates entries and invoice lines of corrected usage; archived usage is removed from both (§13.5). */
export function restateUsage(
  write: Write,
  context: ContractContext,
  corrected: readonly { readonly before?: Row | undefined; readonly after: MutableRow }[],
): void {
  const changed = corrected.filter(({ before, after }) => isRestated(before, after))
  for (const { before, after } of changed) {
    if (before) refuseLocked(write, textOf(before, 'usage_date'))
    refuseLocked(write, textOf(after, 'usage_date'))
  }
  for (const number of new Set(changed.map(({ after }) => numberOrNull(after, 'invoice_number'))))
    restateInvoice(
      write,
      context,
      number,
      corrected.map(({ after }) => after),
    )
  for (const { after } of changed) restateRecognition(write, context, after)
}

const RESTATED = ['usage_date', 'amount', 'memo', 'classifications', 'status']

const isRestated = (before: Row | undefined, after: Row): boolean =>
  RESTATED.some((member) => JSON.stringify(before?.[member]) !== JSON.stringify(after[member]))

function restateRecognition(write: Write, context: ContractContext, record: Row): void {
  const entry = write.find(context.rules.recognitions, 'id', record.revenue_recognition_id)
  invariant(entry, `usage record ${String(record.id)} is invoiced and not recognised`)
  const date = textOf(record, 'usage_date')
  updateRecognition(
    context,
    write.after,
    entry,
    record.status === 'archived'
      ? { record_status: 'archived' }
      : { date, transaction_date: date, amount: record.amount },
  )
}

/** Rewrites an invoice with its current usage and the last usage date. Without usage it is archived. */
function restateInvoice(
  write: Write,
  context: ContractContext,
  number: number | null,
  changed: readonly MutableRow[],
): void {
  const before = write.find(context.rules.invoices, 'number', number)
  if (!before) return
  const type = typeOf(context, 'invoices')
  const records = new Map(
    [...rowsOf(context, 'usage', write.after), ...changed]
      .filter((record) => record.invoice_number === number)
      .map((record) => [record.id, record]),
  )
  const live = [...records.values()].filter((record) => record.status !== 'archived')
  if (live.length === 0) {
    archive(inNameOf(write.after, context), type, before)
    return
  }
  const after: MutableRow = { ...before, items: linesFrom(type, 'items', linesOf(before, 'items')) }
  after.items = mutableLinesOf(after, 'items').flatMap((line) => {
    const record = records.get(line.usage_id)
    if (!record) return [line]
    if (record.status === 'archived') return []
    const { amount, memo, classifications } = soldOf(context, write.after, record)
    return [{ ...line, rate: rateText(decimal(amount)), memo, classifications }]
  })
  const date = lastDay(live)
  if (date !== undefined && date !== before.date)
    Object.assign(after, {
      ...{ date, transaction_date: date, due_date: null },
      exchange_rate: rateOn(context, write.after, date),
    })
  save(new Write(inNameOf(write.after, context), type, before, after, new Set()))
}
