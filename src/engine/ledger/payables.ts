import { amountText, decimal, zero } from '../../kernel/money'
import type { Row } from '../../kernel/store'
import { texts } from '../model/messages'
import { decimalOf, linesOf, textOf } from '../model/row'
import { internalRecord } from '../schema/define'
import type { Capability } from '../write/behaviour'
import type { Work } from '../write/write'

/**
 * Payable lines of journal entries as documents of their own, so that vendor payments settle them as they
 * settle bills (docs/service.md §4.5). Kept by the engine beside the catalogue: nobody sees or names them but
 * by a line's id.
 */
export const journalPayables = internalRecord({
  name: 'journalPayables',
  model: 'JournalEntryLine',
  path: '',
  identifier: 'id',
  basis: 'assumed',
  operations: {},
  fields: {},
  filters: {},
  orderings: [],
  search: [],
  balance: { taken: 'taken', open: 'open', control: 'Accounts Payable', side: 'credit' },
})

const PAYABLE = 'Accounts Payable'

/** Payable lines of a posted journal entry can be paid one by one (docs/service.md §4.5). */
export const payables: Capability = {
  name: 'payables',
  rests: ['journal-open-items'],
  appliesTo: (definition) => definition.journal !== undefined,
  isApplied: (before, work) => keptOf(work, before).some((row) => decimalOf(row, 'taken').greaterThan(zero)),

  limits(work) {
    if (!work.before || work.isArchived) return
    const wanted = new Map(linesOf(work.draft, linesMember(work)).map((line) => [line.id, line]))
    for (const paid of keptOf(work, work.before)) {
      const line = wanted.get(paid.id)
      if (!decimalOf(paid, 'taken').greaterThan(zero)) continue
      if (
        !line ||
        line.vendor_id !== paid.vendor_id ||
        amountOf(line) !== paid.amount ||
        sideOf(line) !== paid.side ||
        !isPayable(work, line)
      )
        work.problems.add(linesMember(work), texts.fixedByApplied)
    }
  },

  written(work) {
    const table = work.table(journalPayables.name)
    const { mirrored = '' } = work.definition.journal ?? {}
    const before = new Map(work.before ? keptOf(work, work.before).map((row) => [row.id, row]) : [])
    const lines = work.isPosted
      ? [...linesOf(work.draft, linesMember(work)), ...linesOf(work.draft, mirrored)]
      : []
    for (const line of lines) {
      if (!isPayable(work, line)) continue
      table.put(payable(work, line, before.get(line.id)))
      before.delete(line.id)
    }
    for (const row of before.values()) table.remove(row.id as number)
  },
}

const linesMember = (work: Work): string => work.definition.journal?.lines ?? ''

const sideOf = (line: Row): 'credit' | 'debit' =>
  decimalOf(line, 'credit').greaterThan(zero) ? 'credit' : 'debit'

const amountOf = (line: Row): string => textOf(line, sideOf(line))

const isPayable = (work: Work, line: Row): boolean =>
  line.vendor_id !== null && work.find('accounts', 'number', line.account_number)?.system_ref === PAYABLE

function keptOf(work: Work, entry: Row): Row[] {
  const table = work.table(journalPayables.name)
  return table.keysWhere('journal_entry_number', entry.number as number).map((id) => table.get(id) as Row)
}

function payable(work: Work, line: Row, before: Row | undefined): Row {
  const { draft } = work
  const amount = amountOf(line)
  const taken = before ? textOf(before, 'taken') : '0.00'
  return {
    id: line.id,
    journal_entry_number: draft.number,
    company_id: draft.company_id,
    currency_iso_4217_code: draft.currency_iso_4217_code,
    exchange_rate: draft.exchange_rate,
    vendor_id: line.vendor_id,
    date: draft.date,
    record_status: draft.record_status,
    side: sideOf(line),
    amount,
    taken,
    open: amountText(decimal(amount).minus(decimal(taken))),
    open_company: isTaken(before)
      ? before?.open_company
      : work.roundedText(decimal(amount).times(decimal(textOf(draft, 'exchange_rate')))),
    updated_at: null,
    revision: 0,
  }
}

const isTaken = (before: Row | undefined): boolean =>
  before !== undefined && decimalOf(before, 'taken').greaterThan(zero)
