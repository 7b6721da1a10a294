import { amountText, decimal, zero } from '../../kernel/money'
import type { Row } from '../../kernel/store'
import { settingOf } from '../model/compiled-type'
import { messages } from '../model/refusals'
import { decimalOf, linesOf, numberOf, textOf } from '../model/row'
import { ACCOUNTS } from '../model/tables'
import { unlistedRecord } from '../schema/define'
import { firstSettlementDate, isPostponed } from '../settlement/settlement-dates'
import { defineBehaviour } from '../write/behaviour'
import { isLineReferenced } from '../write/is-referenced'
import { putOwnedRow } from '../write/save'
import type { Write } from '../write/write'

/** Payable lines of journal entries as internal documents, so that payments settle them like bills (§4.5). */
export const journalPayables = unlistedRecord({
  name: 'journalPayables',
  model: 'JournalEntryLine',
  identifier: 'id',
  basis: 'assumed',
  fields: {},
  balance: { applied: 'taken', open: 'open', control: 'Accounts Payable', side: 'credit' },
})

const PAYABLE = 'Accounts Payable'

/** Stores each payable line of a posted journal entry as a document that can be paid (§4.5). */
export const payables = defineBehaviour('payables', 'journal', {
  restsOn: ['journal-open-items'],
  isApplied: (before, write) => keptOf(write, before).some((row) => decimalOf(row, 'taken').gt(zero)),

  dates(write) {
    if (!write.before || !isPostponed(write)) return
    for (const row of keptOf(write, write.before)) {
      if (!decimalOf(row, 'taken').gt(zero)) continue
      const first = firstSettlementDate(write, journalPayables.name, row)
      if (first !== undefined && String(write.after.date) > first)
        write.problems.add('date', messages.atMost(first))
    }
  },

  limits(write) {
    if (!write.before || write.isArchived) return
    const wanted = new Map(linesIn(write).map((line) => [line.id, line]))
    for (const paid of keptOf(write, write.before)) {
      const line = wanted.get(paid.id)
      const isLeft = line !== undefined && isPayable(write, line)
      if (!decimalOf(paid, 'taken').gt(zero)) {
        if (!isLeft && isLineReferenced(write, paid.id))
          write.problems.add(linesMember(write), messages.lineInUse(paid.id))
      } else if (
        !isLeft ||
        line.vendor_id !== paid.vendor_id ||
        amountOf(line) !== paid.amount ||
        sideOf(line) !== paid.side
      )
        write.problems.add(linesMember(write), messages.fixedByApplied)
    }
  },

  written(write) {
    const table = write.table(journalPayables.name)
    const before = new Map(write.before ? keptOf(write, write.before).map((row) => [row.id, row]) : [])
    for (const line of linesIn(write)) {
      // A line that a payment names stays a document, with the status of its entry.
      const isKept = write.isPosted || (before.has(line.id) && isLineReferenced(write, line.id))
      if (!isKept || !isPayable(write, line)) continue
      putOwnedRow(write, journalPayables.name, payable(write, line, before.get(line.id)))
      before.delete(line.id)
    }
    for (const row of before.values()) table.remove(numberOf(row, 'id'))
  },
})

const linesIn = (write: Write): Row[] => {
  const { lines, mirrored } = settingOf(write.definition, 'journal')
  return [...linesOf(write.after, lines), ...linesOf(write.after, mirrored)]
}

const linesMember = (write: Write): string => settingOf(write.definition, 'journal').lines

const sideOf = (line: Row): 'credit' | 'debit' => (decimalOf(line, 'credit').gt(zero) ? 'credit' : 'debit')

const amountOf = (line: Row): string => textOf(line, sideOf(line))

const isPayable = (write: Write, line: Row): boolean =>
  line.vendor_id !== null && write.find(ACCOUNTS, 'number', line.account_number)?.system_ref === PAYABLE

function keptOf(write: Write, entry: Row): Row[] {
  const table = write.table(journalPayables.name)
  return table.rowsWhere('journal_entry_number', numberOf(entry, 'number'))
}

function payable(write: Write, line: Row, before: Row | undefined): Row {
  const { after } = write
  const amount = amountOf(line)
  const taken = before ? textOf(before, 'taken') : '0.00'
  return {
    id: line.id,
    journal_entry_number: after.number,
    company_id: after.company_id,
    currency_iso_4217_code: after.currency_iso_4217_code,
    exchange_rate: after.exchange_rate,
    vendor_id: line.vendor_id,
    date: after.date,
    record_status: after.record_status,
    side: sideOf(line),
    amount,
    taken,
    open: write.isArchived ? '0.00' : amountText(decimal(amount).minus(decimal(taken))),
    open_company: openInCompany(write, amount, before),
    created_at: null,
    updated_at: null,
    revision: 0,
  }
}

function openInCompany(write: Write, amount: string, before: Row | undefined): unknown {
  if (!write.isPosted) return '0.00'
  return before && decimalOf(before, 'taken').gt(zero)
    ? before.open_company
    : write.roundedText(decimal(amount).times(decimal(textOf(write.after, 'exchange_rate'))))
}
