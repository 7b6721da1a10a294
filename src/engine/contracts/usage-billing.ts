import { amountText, decimal, rateText, sum } from '../../kernel/money'
import type { Row } from '../../kernel/store'
import { openDay } from '../ledger/period-locks'
import { refuse } from '../model/errors'
import { texts } from '../model/messages'
import { type Draft, decimalOf, numberOf, textOf } from '../model/row'
import { effectiveRate, tieredAmount, usageAmount } from '../recognition/usage'
import { touch } from '../write/save'
import type { Work } from '../write/write'
import { createInvoice, invoiceBody, type Sold } from './billing'
import { strategyOf, tiersOf } from './conditions'
import { type ContractScene, lock, obligationOf, rateOn, rowsOf } from './context'
import { addRecognition, revenueAccounts } from './recognition'

/**
 * Recognises usage on its days and puts all of it on one invoice, dated on the latest of them
 * (docs/service.md §13.5). What is worth nothing is invoiced without a trace.
 */
export function billUsage(work: Work, scene: ContractScene, records: readonly Draft[]): void {
  for (const record of records) refuseLocked(work, textOf(record, 'usage_date'))
  const worth = records.filter((record) => record.amount !== '0.00')
  for (const record of worth) record.revenue_recognition_id = recogniseUsage(work, scene, record).id
  const [last] = worth
    .map((record) => textOf(record, 'usage_date'))
    .sort()
    .slice(-1)
  if (last !== undefined) {
    const sold = worth.map((record) => soldOf(scene, work.draft, record))
    const body = invoiceBody(work.draft, last, work.draft.term_id, rateOn(scene, work.draft, last), sold)
    const invoice = createInvoice(scene, work.draft, body, sold)
    if (invoice.record_status === 'posted') lock(scene, work.draft)
    for (const record of worth) record.invoice_number = invoice.number
  }
  for (const record of records) Object.assign(record, { status: 'invoiced', waits: false })
}

/** What was reported while the contract was a draft. */
export function billWaitingUsage(work: Work, scene: ContractScene): void {
  const table = work.table(scene.rules.usage)
  const drafts = rowsOf(table, work.draft)
    .filter((record) => record.waits === true)
    .map((record): Draft => ({ ...record }))
  if (drafts.length === 0) return
  rateAll(work, scene, drafts)
  billUsage(work, scene, drafts)
  for (const draft of drafts) {
    touch(work.world, draft)
    table.put(draft)
  }
}

/** Nothing is generated into a locked period (docs/service.md §11.4). */
export function refuseLocked({ world, organization, draft }: Work, date: string): void {
  if (openDay(world, organization, numberOf(draft, 'company_id'), date) !== date)
    throw refuse.invalid({ date: [texts.locked] })
}

function recogniseUsage(work: Work, scene: ContractScene, record: Row): Row {
  const obligation = obligationOf(scene, work.draft, record.obligation_id)
  const { income, deferral } = revenueAccounts(work, obligation)
  return addRecognition(scene, work.draft, {
    date: textOf(record, 'usage_date'),
    transaction_date: null,
    amount: textOf(record, 'amount'),
    performance_obligation_id: record.obligation_id,
    income_account_number: income,
    deferral_account_number: deferral,
  })
}

export const soldOf = (scene: ContractScene, contract: Row, record: Row): Sold => ({
  obligation: obligationOf(scene, contract, record.obligation_id) ?? {},
  amount: textOf(record, 'amount'),
  memo: record.memo,
  classifications: record.classifications,
  usage: numberOf(record, 'id'),
})

/** Records of one write are rated in the order of their days, whatever their order in the body. */
export function rateAll(work: Work, scene: ContractScene, drafts: readonly Draft[]): void {
  const changed = new Set(drafts.map(({ id }) => id))
  const kept = rowsOf(work.table(scene.rules.usage), work.draft).filter(({ id }) => !changed.has(id))
  const all = [...kept, ...drafts]
  for (const draft of drafts)
    Object.assign(
      draft,
      rateUsage(work, obligationOf(scene, work.draft, draft.obligation_id) as Row, draft, all),
    )
}

/** What a usage record comes to, among all that was used of its obligation (docs/service.md §13.4). */
function rateUsage(
  work: Work,
  obligation: Row,
  record: Row,
  all: readonly Row[],
): { readonly amount: string; readonly effective_rate: string } {
  const quantity = decimalOf(record, 'quantity')
  const round = (value: typeof quantity) => work.round(value)
  if (strategyOf(obligation) === 'usage') {
    work.world.assumptions.read('usage-amount')
    const own = record.rate === null ? null : decimalOf(record, 'rate')
    const rate = decimalOf(obligation, 'rate')
    const amount = usageAmount(quantity, own, rate, round)
    return { amount: amountText(amount), effective_rate: rateText(own ?? rate) }
  }
  const rounding = work.world.assumptions.read('rounding')
  work.world.assumptions.read('usage-tiers')
  const amount = tieredAmount(tiersOf(obligation), usedBefore(record, all), quantity, round)
  return { amount: amountText(amount), effective_rate: rateText(effectiveRate(amount, quantity, rounding)) }
}

/** The quantities of the records that come before this one by day and id. */
const usedBefore = (record: Row, all: readonly Row[]) =>
  sum(
    all
      .filter(
        (one) =>
          one.obligation_id === record.obligation_id && one.status !== 'archived' && isBefore(one, record),
      )
      .map((one) => decimal(textOf(one, 'quantity'))),
  )

const isBefore = (one: Row, other: Row): boolean => {
  const [a, b] = [textOf(one, 'usage_date'), textOf(other, 'usage_date')]
  return a < b || (a === b && (one.id as number) < (other.id as number))
}
