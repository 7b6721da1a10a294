import { invariant } from '../../kernel/invariant'
import { decimal, rateText } from '../../kernel/money'
import type { Row } from '../../kernel/store'
import { linesOf, type MutableRow, mutableLinesOf, numberOrNull, textOf } from '../model/row'
import { linesFrom } from '../write/lines'
import { save } from '../write/save'
import { archive } from '../write/update'
import { Write } from '../write/write'
import { authorOf, type ContractContext, rateOn, rowsOf, typeOf } from './context'
import { updateRecognition } from './recognition'
import { refuseLocked, soldOf } from './usage-billing'

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

/** Rewrites an invoice with its current usage, dated on the latest; archives one without usage left. */
function restateInvoice(
  write: Write,
  context: ContractContext,
  number: number | null,
  changed: readonly MutableRow[],
): void {
  const before = write.find(context.rules.invoices, 'number', number)
  if (!before) return
  const { world, organization } = write
  const type = typeOf(context, 'invoices')
  const records = new Map(
    [...rowsOf(write.table(context.rules.usage), write.after), ...changed]
      .filter((record) => record.invoice_number === number)
      .map((record) => [record.id, record]),
  )
  const live = [...records.values()].filter((record) => record.status !== 'archived')
  if (live.length === 0) {
    archive({ world, organization, actor: authorOf(write.after) }, type, before)
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
  const date = live
    .map((record) => textOf(record, 'usage_date'))
    .sort()
    .at(-1)
  if (date !== undefined && date !== before.date)
    Object.assign(after, {
      ...{ date, transaction_date: date, due_date: null },
      exchange_rate: rateOn(context, write.after, date),
    })
  save(new Write({ world, organization, actor: authorOf(write.after) }, type, before, after, new Set()))
}
