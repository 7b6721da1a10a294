import type { Row } from '../../kernel/store'
import { type Draft, numberOf, textOf } from '../columns'
import { openDay } from '../open-day'
import { refuse } from '../refusal'
import { touch } from '../save'
import { texts } from '../texts'
import type { Work } from '../work'
import { type ContractScene, obligationOf, rateOn, rowsOf } from './contract-scene'
import { createInvoice } from './instalments'
import { invoiceBody, type Sold } from './invoice-body'
import { lock } from './lock'
import { rateAll } from './rate-usage'
import { addRecognition } from './recognitions'
import { revenueAccounts } from './revenue-accounts'

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
