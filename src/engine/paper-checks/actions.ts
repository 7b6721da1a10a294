import type { Row } from '../../kernel/store'
import type { World } from '../model/context'
import { type Message, messages, onLine, Problems } from '../model/refusals'
import { idsOf, numberOrNull } from '../model/row'
import { serialize } from '../read/serialize'
import type { ActionContext, ActionHandler } from '../write/action-handler'
import { save } from '../write/save'
import { create } from '../write/verbs'
import { Write } from '../write/write'
import { findSource, sourceOfCheck } from './source'

/** Creates and prints the check of one record (§4.6.17). */
export const printNow: ActionHandler = (context, { transaction_id }) => {
  const { world, type } = context
  const row = create(context, type, { transaction_id, record_status: 'printed' })
  return {
    body: { paper_check: serialize(context, type, row, 'detail'), pdf_content: printedPage(world) },
    summary: `printed ${type.definition.model} ${String(row.id)}`,
  }
}

/** Creates unprinted checks, one for each record, all or none (§4.6.17). */
export const printLater: ActionHandler = (context, body) => {
  const { type } = context
  const ids = idsOf(body, 'transaction_ids')
  const problems = new Problems()
  if (ids.length === 0) problems.add('transaction_ids', messages.required)
  const seen = new Set<Row>()
  for (const [index, id] of ids.entries()) {
    const source = findSource(context, id)
    const problem = 'text' in source ? source : seen.has(source.row) && messages.twice('Transaction', id)
    if (problem) problems.add('transaction_ids', onLine(index, problem))
    if (!('text' in source)) seen.add(source.row)
  }
  problems.throwIfAny()
  const rows = ids.map((transaction_id) => create(context, type, { transaction_id }))
  return {
    body: rows.map((row) => serialize(context, type, row, 'detail')),
    summary: `made ${rows.length} of ${type.definition.path} to be printed`,
  }
}

/** Prints checks in the order of the list, all or none (§4.6.17). */
export const printBatch: ActionHandler = (context, body) => {
  const { world, organization, type } = context
  const ids = idsOf(body, 'paper_check_ids')
  const first = numberOrNull(body, 'first_check_number')
  const table = world.store.table(organization, type.definition.name)
  const problems = new Problems()
  if (ids.length === 0) problems.add('paper_check_ids', messages.required)
  for (const [index, id] of ids.entries()) {
    const text =
      ids.indexOf(id) < index ? messages.twice(modelOf(context), id) : hindrance(context, id, table.get(id))
    if (text) problems.add('paper_check_ids', onLine(index, text))
  }
  if (first !== null && !Number.isSafeInteger(first + ids.length))
    problems.add('first_check_number', messages.type('integer'))
  problems.throwIfAny()

  const printed = ids.map((id, index) => {
    const row = print(context, table.getRequired(id), first === null ? '' : String(first + index))
    return { paper_check_id: id, check_number: row.check_number }
  })
  return {
    body: { pdf_content: printedPage(world), printed_checks: printed, total_printed: printed.length },
    summary: `printed ${printed.length} of ${type.definition.path}`,
  }
}

const modelOf = ({ type }: ActionContext): string => type.definition.model

/** The reason why a check cannot be printed. */
function hindrance(context: ActionContext, id: number, check: Row | undefined): Message | undefined {
  if (!check) return messages.unknown(modelOf(context), id)
  if (check.record_status !== 'not_printed') return messages.notToPrint(modelOf(context), id)
  const source = sourceOfCheck(context, check)
  return source && source.row.record_status !== 'posted'
    ? messages.notPosted(source.type.definition.model, source.row.number)
    : undefined
}

function print(context: ActionContext, check: Row, check_number: string): Row {
  const { type } = context
  const after = { ...check, record_status: 'printed', check_number }
  return save(new Write(context, type, check, after, new Set(['record_status'])))
}

// One blank page of US Letter. The layout of a check is not documented and clients do not parse it, so all
// checks print the same page. It only has to be valid PDF.
const OBJECTS = [
  '<< /Type /Catalog /Pages 2 0 R >>',
  '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
  '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << >> >>',
]

function pdf(): string {
  let text = '%PDF-1.4\n'
  const offsets = OBJECTS.map((object, index) => {
    const offset = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  // Entries of the cross-reference table are twenty bytes long.
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
  const count = OBJECTS.length + 1
  const table = `xref\n0 ${count}\n0000000000 65535 f \n${entries.join('')}`
  return `${text}${table}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`
}

/** The printed page as base64 (§4.6.17). */
const printedPage = ({ assumptions }: World): string =>
  assumptions.read('paper-check-pdf') === 'empty' ? '' : btoa(pdf())
