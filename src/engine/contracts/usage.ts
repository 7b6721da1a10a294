import { areAlike } from '../../kernel/are-alike'
import type { Row } from '../../kernel/store'
import { entryProblems } from '../behaviours/classifies'
import { type Message, messages, onLine, refuse } from '../model/refusals'
import { decimalOf, linesOf, type MutableRow, numberOf, textOf } from '../model/row'
import { nextOf } from '../model/tables'
import { isApplied } from '../write/behaviour'
import { changeRow } from '../write/save'
import { Write } from '../write/write'
import { isInTerm, isUsage, termOf } from './conditions'
import { type ContractContext, obligationOf, typeOf } from './context'
import { runContract } from './run'
import { billUsage, rateAll, restateUsage } from './usage-billing'

/** One item of a bulk upsert, and the record that it updates, if any. */
export interface UsageItem {
  readonly item: Row
  readonly before: Row | undefined
}

/** Checks the items of a request and finds their records. All errors are reported under `items`. */
function readUsageItems(write: Write, context: ContractContext, items: readonly Row[]): UsageItem[] {
  const records = write.table(context.rules.usage)
  const seen = new Set<unknown>()
  const read = items.map((item, index) => {
    const found = item.id === null ? undefined : records.get(numberOf(item, 'id'))
    const before = found?.contract_id === write.after.id ? found : undefined
    const complain = (text: Message): void => write.problems.add('items', onLine(index, text))
    const model = typeOf(context, 'usage').definition.model
    if (item.id !== null && !before) complain(messages.unknown(model, item.id))
    else if (item.id !== null && seen.has(item.id)) complain(messages.twice(model, item.id))
    seen.add(item.id)
    for (const text of itemProblems(write, context, item, before)) complain(text)
    if (before && !asksForNothing(item, before))
      for (const text of changeProblems(write, context, item, before)) complain(text)
    return { item, before }
  })
  write.problems.throwIfAny()
  return read
}

/** Members that an item can leave out; the record then keeps its values. */
const KEPT_WHEN_OMITTED = ['rate', 'memo', 'status', 'classifications']

/** True if an item repeats the values of its record. */
const asksForNothing = (item: Row, before: Row): boolean =>
  ['obligation_id', 'usage_date', 'quantity', ...KEPT_WHEN_OMITTED].every(
    (member) =>
      areAlike(item[member], before[member]) || (item[member] === null && KEPT_WHEN_OMITTED.includes(member)),
  )

function* itemProblems(
  write: Write,
  context: ContractContext,
  item: Row,
  before: Row | undefined,
): Iterable<Message> {
  const obligation = obligationOf(context, write.after, item.obligation_id)
  if (!obligation) yield messages.unknown('Obligation', item.obligation_id)
  else if (!isUsage(obligation))
    yield messages.mismatch('Obligation', item.obligation_id, 'recognition strategy')
  else yield* termProblems(obligation, textOf(item, 'usage_date'))
  for (const member of ['quantity', 'rate'])
    if (item[member] !== null && decimalOf(item, member).lt(0)) yield messages.atLeast(0)
  yield* classificationProblems(write, linesOf(item, 'classifications'), before)
}

/** The usage date must lie in the recognition term of the obligation (`usage-upsert`, §13.5). */
function* termProblems(obligation: Row, date: string): Iterable<Message> {
  const { from, to } = termOf(obligation)
  if (!isInTerm(obligation, date)) yield messages.outsideTerm(from, to)
}

function* classificationProblems(
  write: Write,
  entries: readonly Row[],
  before: Row | undefined,
): Iterable<Message> {
  for (const { id, line_id } of entries)
    for (const [resource, value] of [
      ['classifications', id],
      ['classificationLines', line_id],
    ] as const)
      if (!write.find(resource, 'id', value)) yield messages.unknown(write.modelOf(resource), value)
  yield* entryProblems(write, entries, before)
}

/** An archived record cannot change. An invoiced record can until something is applied to its invoice. */
function* changeProblems(write: Write, context: ContractContext, item: Row, before: Row): Iterable<Message> {
  const becomes = askedOf(item, before)
  if (before.status === 'archived') yield messages.status('archived', String(becomes))
  if (before.status !== 'invoiced') return
  if (becomes === 'draft') yield messages.status('invoiced', 'draft')
  if (item.obligation_id !== before.obligation_id) yield messages.fixed
  if (write.world.assumptions.read('usage-update') === '422') yield messages.fixed
  const invoice = write.find(context.rules.invoices, 'number', before.invoice_number)
  if (!invoice) return
  if (invoice.record_status === 'archived') yield messages.notPosted('Invoice', invoice.number)
  const asked = new Write(write, typeOf(context, 'invoices'), invoice, {}, new Set())
  if (isApplied(asked)) yield messages.applied
}

/**
 * Writes a batch of usage, all items or none. An item with an id updates that record; an item without one
 * creates a record. Unless the contract is a draft, the batch is recognised and billed on one invoice
 * (§13.5). Unchanged records are not written.
 *
 * @returns the records in the order of the items
 */
export function writeUsage(write: Write, context: ContractContext, items: readonly Row[]): Row[] {
  const status = textOf(write.after, 'status')
  if (status === 'terminated' || status === 'archived')
    throw refuse.invalid({ __all__: [messages.notActive(write.definition.model, write.after.id)] })
  write.world.assumptions.noteUse('usage-upsert')
  const written = readUsageItems(write, context, items).map((one) => ({
    ...one,
    after: recordAfter(write, context, one),
  }))
  rateAll(
    write,
    context,
    written.map(({ after }) => after),
  )
  // A record that was invoiced at 0.00 has nothing to bill while its amount stays 0.00.
  for (const { after } of written)
    if (after.status === 'invoiced' && after.amount === '0.00') after.waits = false
  const changed = written.filter(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after))
  if (changed.length > 0) applyUsage(write, context, changed)
  const usage = write.table(context.rules.usage)
  return written.map(({ after }) => usage.get(numberOf(after, 'id')) ?? after)
}

function applyUsage(
  write: Write,
  context: ContractContext,
  changed: readonly { readonly before: Row | undefined; readonly after: MutableRow }[],
): void {
  const rows = changed.map(({ after }) => after)
  if (write.after.status !== 'draft') {
    restateUsage(
      write,
      context,
      changed.filter(({ before }) => before && isBilled(before)),
    )
    billUsage(
      write,
      context,
      rows.filter((after) => after.waits === true),
    )
    runContract(context, write.after)
  }
  for (const after of rows) changeRow(write, context.rules.usage, after)
  changeRow(write, write.definition.name, write.after, {}, write.actor)
}

/** The requested status. A record that waits to be billed is shown as a draft. */
function askedOf({ status }: Row, before: Row | undefined): unknown {
  if (status !== null && status !== before?.status) return status
  return before && before.waits !== true ? before.status : 'invoiced'
}

/** A record worth 0.00 has neither an invoice nor an entry. */
const isBilled = ({ invoice_number, revenue_recognition_id }: Row): boolean =>
  invoice_number !== null || revenue_recognition_id !== null

/** The record after the write. Omitted members keep their values. `waits` is set while it is to be billed. */
function recordAfter(write: Write, context: ContractContext, { item, before }: UsageItem): MutableRow {
  const { world, organization } = write
  const known = before ?? {
    ...typeOf(context, 'usage').blank,
    id: nextOf(world.store, organization, `${context.rules.usage}.id`),
    contract_id: write.after.id,
    created_at: world.clock.instant,
    classifications: [],
  }
  const { obligation_id, usage_date, quantity } = item
  const given = Object.fromEntries(
    KEPT_WHEN_OMITTED.filter((member) => member !== 'status' && item[member] !== null).map((member) => [
      member,
      item[member],
    ]),
  )
  const asked = askedOf(item, before)
  const status = asked === 'archived' ? 'archived' : before?.status === 'invoiced' ? 'invoiced' : 'draft'
  const waits = asked === 'invoiced' && !(before && isBilled(before))
  return { ...known, obligation_id, usage_date, quantity, ...given, status, waits }
}
