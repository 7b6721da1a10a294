import { invariant } from '../../kernel/invariant'
import { decimal, rateText } from '../../kernel/money'
import type { Row } from '../../kernel/store'
import { type Draft, draftLinesOf, linesOf, textOf } from '../model/row'
import { draftLines } from '../write/lines'
import { save } from '../write/save'
import { archive } from '../write/update'
import { Work } from '../write/write'
import { authorOf, type ContractScene, rateOn, resourceOf, rowsOf } from './context'
import { change, relieved } from './recognition'
import { refuseLocked, soldOf } from './usage-billing'

/** A usage record that was invoiced, and what it becomes. */
interface Corrected {
  readonly before?: Row | undefined
  readonly draft: Draft
}

/**
 * Carries changes of invoiced usage into its recognitions and invoice lines (docs/service.md §13.5). A record
 * that is archived leaves both. Invoices come first: what an entry relieves depends on what they deferred.
 */
export function restateUsage(work: Work, scene: ContractScene, corrected: readonly Corrected[]): void {
  const changed = corrected.filter(({ before, draft }) => isRestated(before, draft))
  for (const { before, draft } of changed) {
    refuseLocked(work, textOf(before as Row, 'usage_date'))
    refuseLocked(work, textOf(draft, 'usage_date'))
  }
  for (const number of new Set(changed.map(({ draft }) => draft.invoice_number)))
    restateInvoice(
      work,
      scene,
      number as number,
      corrected.map(({ draft }) => draft),
    )
  const accounts = changed.map(({ draft }) => restateRecognition(work, scene, draft))
  for (const account of new Set(accounts)) relieveAnew(work, scene, account)
}

const RESTATED = ['usage_date', 'amount', 'memo', 'classifications', 'status']

const isRestated = (before: Row | undefined, draft: Row): boolean =>
  RESTATED.some((member) => JSON.stringify(before?.[member]) !== JSON.stringify(draft[member]))

/** @returns the account that its revenue is taken from */
function restateRecognition(work: Work, scene: ContractScene, record: Row): unknown {
  const entry = work.find(scene.rules.recognitions, 'id', record.revenue_recognition_id)
  invariant(entry, `usage record ${String(record.id)} is invoiced and not recognised`)
  const date = textOf(record, 'usage_date')
  change(
    scene,
    work.draft,
    entry,
    record.status === 'archived'
      ? { record_status: 'archived' }
      : { date, transaction_date: date, amount: record.amount },
  )
  return entry.deferral_account_number
}

/** The last posted entry once more: another one may have emptied the account before the correction. */
function relieveAnew(work: Work, scene: ContractScene, account: unknown): void {
  const last = rowsOf(work.table(scene.rules.recognitions), work.draft)
    .filter((entry) => entry.deferral_account_number === account && entry.record_status === 'posted')
    .reduce<Row | undefined>(
      (latest, entry) => (latest && textOf(latest, 'date') > textOf(entry, 'date') ? latest : entry),
      undefined,
    )
  if (!last) return
  const { relieved: amount } = relieved(scene, work.draft, last, (value) => work.round(value))
  if (amount !== last.relieved) change(scene, work.draft, last, {})
}

/** The invoice with the lines of its usage records as they are now, dated on the latest of them. */
function restateInvoice(
  work: Work,
  scene: ContractScene,
  number: number | null,
  changed: readonly Draft[],
): void {
  const before = work.find(scene.rules.invoices, 'number', number)
  if (!before) return
  const { world, organization } = work
  const resource = resourceOf(scene, 'invoices')
  const records = new Map(
    [...rowsOf(work.table(scene.rules.usage), work.draft), ...changed]
      .filter((record) => record.invoice_number === number)
      .map((record) => [record.id, record]),
  )
  const live = [...records.values()].filter((record) => record.status !== 'archived')
  if (live.length === 0) {
    archive(world, resource, organization, authorOf(work.draft), before)
    return
  }
  const draft: Draft = { ...before, items: draftLines(resource, 'items', linesOf(before, 'items')) }
  draft.items = draftLinesOf(draft, 'items').flatMap((line) => {
    const record = records.get(line.usage_id)
    if (!record) return [line]
    if (record.status === 'archived') return []
    const { amount, memo, classifications } = soldOf(scene, work.draft, record)
    return [{ ...line, rate: rateText(decimal(amount)), memo, classifications }]
  })
  const date = live
    .map((record) => textOf(record, 'usage_date'))
    .sort()
    .at(-1)
  if (date !== undefined && date !== before.date)
    Object.assign(draft, {
      ...{ date, transaction_date: date, due_date: null },
      exchange_rate: rateOn(scene, work.draft, date),
    })
  save(new Work(world, resource, organization, authorOf(work.draft), before, draft, new Set(['items'])))
}
