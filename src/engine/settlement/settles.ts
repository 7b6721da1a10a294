import { centsText } from '../../kernel/cents'
import type { Row } from '../../kernel/store'
import { settingOf } from '../model/compiled-type'
import { type Message, messages, onLine } from '../model/refusals'
import { centsOf, type MutableRow, mutableLinesOf, textOf } from '../model/row'
import { defineBehaviour } from '../write/behaviour'
import type { Write } from '../write/write'
import {
  type Applied,
  appliedIn,
  complainAbout,
  countsDown,
  SETTLED_COLUMNS,
  SettledDocuments,
  settlementRules,
} from './documents'

/** Lines that settle documents, and records that spend a source on them (§4.5). An edit gives back first. */
export const settles = defineBehaviour('settles', 'settles', {
  restsOn: ['application-match', 'over-application', 'credit-line-sign'],
  columns: ({ sources }) => (sources ? SETTLED_COLUMNS : {}),
  lineColumns: ({ lines }, member) => (lines === member ? SETTLED_COLUMNS : {}),

  references(write, { lines, references, accounts, sources }) {
    const members = [...references.map(({ by }) => by), ...(accounts ? [accounts] : [])]
    for (const [index, line] of mutableLinesOf(write.after, lines).entries())
      if (countNamed(line, members) !== 1) write.problems.add(lines, onLine(index, messages.oneReference))
    const spent = sources?.map(({ by }) => by)
    if (spent && countNamed(write.after, spent) !== 1) write.problems.add('__all__', messages.oneReference)
    defaultCounterparty(write)
  },

  state(write) {
    if (!write.isPosted) return
    const seen = new Set<Row>()
    for (const one of appliedIn(write, write.after)) {
      for (const text of mismatches(write, one)) complainAbout(write, one, text)
      if (seen.has(one.document)) complainAbout(write, one, messages.twice(one.model, one.line[one.kind.by]))
      seen.add(one.document)
    }
  },

  dates(write, { datesCompared }) {
    const isCompared = datesCompared === undefined || write.after[datesCompared] === true
    if (!write.isPosted || !isCompared || write.world.assumptions.read('line-date-validation') === 'ignore')
      return
    for (const one of appliedIn(write, write.after))
      if (textOf(one.document, 'date') > textOf(write.after, 'date'))
        complainAbout(write, one, messages.datedAfter(one.model, one.line[one.kind.by]))
  },

  amounts(write, { lines }) {
    const applied = new Map(appliedIn(write, write.after).map((one) => [one.line, one]))
    let total = 0n
    for (const [index, line] of mutableLinesOf(write.after, lines).entries()) {
      const amount = centsOf(line, 'amount')
      const one = applied.get(line)
      if (one && amount <= 0n) write.problems.add(lines, onLine(index, messages.moreThan(0)))
      const signed = one && countsDown(one) ? -amount : amount
      line.signed_amount = centsText(signed)
      line.document_id = one?.document.internal_id ?? null
      total += signed
    }
    if ('unassigned_in_record' in write.after) total += centsOf(write.after, 'unassigned_in_record')
    write.after.amount = centsText(total)
  },

  notes: (): { documents?: SettledDocuments } => ({}),

  limits(write, { lines, sources }, notes) {
    const documents = new SettledDocuments(write)
    notes.documents = documents
    if (write.wasPosted && write.before) documents.giveBack(write.before)
    for (const taker of [...mutableLinesOf(write.after, lines), ...(sources ? [write.after] : [])])
      Object.assign(taker, { carrying_amount: '0.00', carrying_rate: null, signed_carrying_amount: '0.00' })
    if (!write.isPosted) return
    for (const one of appliedIn(write, write.after)) {
      documents.take(one)
      const carryingAmount = centsOf(one.line, 'carrying_amount')
      one.line.signed_carrying_amount = centsText(countsDown(one) ? -carryingAmount : carryingAmount)
    }
  },

  effect(_write, _rules, { documents }) {
    documents?.write()
  },
})

const countNamed = (row: MutableRow, members: readonly string[]): number =>
  members.filter((member) => row[member] !== null).length

/** A record without a counterparty takes the one that its documents share, if no part is unassigned. */
function defaultCounterparty(write: Write): void {
  const { counterparty, counterpartyFrom } = settingOf(write.definition, 'document')
  if (!counterparty || !counterpartyFrom) return
  const isAsked = write.definition.fields[counterparty]?.presence !== 'none'
  if (isAsked && (write.after[counterparty] !== null || hasUnassigned(write))) return
  const applied = appliedIn(write, write.after)
  const asked = counterpartyFrom === 'source' ? applied.filter(({ index }) => index === undefined) : applied
  const found = new Set(asked.map(({ document }) => document[counterparty] ?? null))
  write.after[counterparty] = found.size === 1 ? [...found][0] : null
}

function hasUnassigned({ definition, after }: Write): boolean {
  const { unassigned } = settlementRules(definition)
  return unassigned !== undefined && centsOf(after, unassigned) !== 0n
}

function mismatches(write: Write, { line, kind, document, model }: Applied): Message[] {
  const { after, definition } = write
  const id = line[kind.by]
  const { counterparty } = settingOf(definition, 'document')
  const isOther = (column: string): boolean => document[column] !== after[column]
  return [
    ...(isOther('company_id') ? [messages.mismatch(model, id, 'company')] : []),
    ...(isOther('currency_iso_4217_code') ? [messages.mismatch(model, id, 'currency')] : []),
    ...(counterparty && after[counterparty] !== null && isOther(counterparty)
      ? [messages.mismatch(model, id, 'counterparty')]
      : []),
    ...(document.record_status !== 'posted' ? [messages.notPosted(model, id)] : []),
  ]
}
