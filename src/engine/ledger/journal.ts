import { amountText, decimal, sum, zero } from '../../kernel/money'
import type { Row } from '../../kernel/store'
import { settingOf } from '../model/compiled-type'
import { type Message, messages, onLine } from '../model/refusals'
import { decimalOf, linesOf, type MutableRow, mutableLinesOf, textOf } from '../model/row'
import { ACCOUNTS, type AccountRow, COMPANIES, nextOf } from '../model/tables'
import { wrongSign } from '../write/amount-limits'
import { defineBehaviour } from '../write/behaviour'
import type { Write } from '../write/write'

/** Lines with their own debit or credit, which must balance (§4.4). */
export const journal = defineBehaviour('journal', 'journal', {
  restsOn: ['journal-balance', 'reversal-date'],
  // Requests name the account by number, but lists filter by its id.
  lineColumns: ({ lines }, member) => (lines === member ? { account_id: null } : {}),

  dates(write) {
    const { after } = write
    const on = settingOf(write.definition, 'reversesOn')
    if (after[on] !== null && textOf(after, on) <= textOf(after, 'date'))
      write.problems.add(on, messages.moreThan(textOf(after, 'date')))
  },

  amounts(write, { lines: member }) {
    const lines = mutableLinesOf(write.after, member)
    for (const [index, line] of lines.entries()) {
      line.account_id = write.find(ACCOUNTS, 'number', line.account_number)?.id ?? null
      for (const text of lineProblems(write, line)) write.problems.add(member, onLine(index, text))
    }
    const [debits, credits] = [totalOf(lines, 'debit'), totalOf(lines, 'credit')]
    if (write.isPosted && (lines.length < 2 || !debits.eq(credits)))
      write.problems.add(member, messages.unbalanced)
    write.after.amount = amountText(debits)
  },

  /** Mirrors only lines that had a mirror before, so that later checks see which mirrors are removed. */
  limits(write, { lines, mirrored }) {
    const known = new Set(linesOf(write.before ?? {}, mirrored).map((one) => one.original_line_id))
    mirrorLines(
      write,
      mirrored,
      mutableLinesOf(write.after, lines).filter(({ id }) => known.has(id)),
    )
  },

  effect(write, { lines, mirrored }) {
    mirrorLines(write, mirrored, mutableLinesOf(write.after, lines))
  },
})

function mirrorLines(write: Write, mirrored: string, lines: readonly MutableRow[]): void {
  const isReversed = write.after[settingOf(write.definition, 'reversesOn')] !== null
  write.after[mirrored] = isReversed ? lines.map((line) => mirror(write, line, mirrored)) : []
}

const totalOf = (lines: readonly Row[], column: string) => sum(lines.map((line) => decimalOf(line, column)))

function lineProblems(write: Write, line: MutableRow): Message[] {
  const [debit, credit] = [decimalOf(line, 'debit'), decimalOf(line, 'credit')]
  const account = write.find(ACCOUNTS, 'number', line.account_number)
  const found: Message[] = []
  const members = write.definition.fields[settingOf(write.definition, 'journal').lines]?.element?.members
  const [wrong] = ['debit', 'credit'].flatMap((side) => wrongSign(members?.[side], textOf(line, side)) ?? [])
  if (wrong) found.push(wrong)
  else if (write.isPosted && debit.gt(zero) === credit.gt(zero)) found.push(messages.oneSide)
  if (line.currency !== null && line.currency !== write.after.currency_iso_4217_code)
    found.push(messages.lineCurrency)
  if (write.isPosted && account && !isInKnownCurrency(write, account))
    found.push(messages.account(line.account_number))
  return found
}

/** A line on a bank account is in the account's own currency or in the company's (§4.4). */
function isInKnownCurrency(write: Write, { currency_iso_4217_code: currency }: AccountRow): boolean {
  const { company_id, currency_iso_4217_code: own } = write.after
  const company = write.find(COMPANIES, 'id', company_id)
  return !currency || currency === own || company?.currency_iso_4217_code === own
}

/** The line with its sides exchanged. It keeps its id as long as the mirrored line exists. */
function mirror(write: Write, line: MutableRow, mirrored: string): Row {
  const before = linesOf(write.before ?? {}, mirrored).find((one) => one.original_line_id === line.id)
  return {
    ...write.type.blankLine(mirrored),
    ...pick(line, Object.keys(write.type.blankLine(mirrored))),
    id: before?.id ?? nextOf(write.world.store, write.organization, 'line'),
    debit: amountText(decimal(textOf(line, 'credit'))),
    credit: amountText(decimal(textOf(line, 'debit'))),
    account_id: line.account_id,
    currency: write.after.currency_iso_4217_code,
    line_type: 'REVERSAL',
    original_line_id: line.id,
  }
}

const pick = (line: Row, members: readonly string[]): Row =>
  Object.fromEntries(members.filter((member) => member in line).map((member) => [member, line[member]]))
