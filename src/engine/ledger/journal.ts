import { amountText, decimal, sum, zero } from '../../kernel/money'
import type { Row } from '../../kernel/store'
import { texts } from '../model/messages'
import { type Draft, decimalOf, draftLinesOf, linesOf, textOf } from '../model/row'
import { nextOf } from '../model/sequences'
import type { Capability } from '../write/behaviour'
import type { Work } from '../write/write'

const linesIn = (work: Work): Draft[] => draftLinesOf(work.draft, work.definition.journal?.lines ?? '')

/** Lines with a debit or a credit of their own, which balance (docs/service.md §4.4). */
export const journal: Capability = {
  name: 'journal',
  rests: ['journal-balance', 'reversal-date'],
  appliesTo: (definition) => definition.journal !== undefined,
  // Lists filter by the account's id, requests name its number.
  lineColumns: (definition, member) => (definition.journal?.lines === member ? { account_id: null } : {}),

  dates(work) {
    const { draft } = work
    const on = work.definition.reversesOn ?? ''
    if (draft[on] !== null && textOf(draft, on) <= textOf(draft, 'date'))
      work.problems.add(on, texts.moreThan(textOf(draft, 'date')))
  },

  amounts(work) {
    const lines = linesIn(work)
    const member = work.definition.journal?.lines ?? ''
    for (const [index, line] of lines.entries()) {
      line.account_id = work.find('accounts', 'number', line.account_number)?.id ?? null
      for (const text of lineProblems(work, line)) work.problems.add(member, texts.line(index, text))
    }
    const [debits, credits] = [totalOf(lines, 'debit'), totalOf(lines, 'credit')]
    if (work.isPosted && (lines.length < 2 || !debits.equals(credits)))
      work.problems.add(member, texts.unbalanced)
    work.draft.amount = amountText(debits)
  },

  effect(work) {
    const { journal, reversesOn } = work.definition
    const mirrored = journal?.mirrored ?? ''
    work.draft[mirrored] =
      work.draft[reversesOn ?? ''] === null ? [] : linesIn(work).map((line) => mirror(work, line, mirrored))
  },
}

const totalOf = (lines: readonly Row[], column: string) => sum(lines.map((line) => decimalOf(line, column)))

function lineProblems(work: Work, line: Draft): string[] {
  const [debit, credit] = [decimalOf(line, 'debit'), decimalOf(line, 'credit')]
  const account = work.find('accounts', 'number', line.account_number)
  const found: string[] = []
  if (debit.isNegative() || credit.isNegative()) found.push(texts.atLeast(0))
  else if (work.isPosted && debit.greaterThan(zero) === credit.greaterThan(zero)) found.push(texts.oneSide)
  if (line.currency !== null && line.currency !== work.draft.currency_iso_4217_code)
    found.push(texts.lineCurrency)
  if (account?.company_id !== null && account?.company_id !== work.draft.company_id)
    found.push(texts.account(line.account_number))
  if (work.isPosted && account?.system_ref === 'Accounts Receivable' && line.customer_id === null)
    found.push(texts.counterpartyNeeded('customer_id'))
  if (work.isPosted && account?.system_ref === 'Accounts Payable' && line.vendor_id === null)
    found.push(texts.counterpartyNeeded('vendor_id'))
  return found
}

/** The line with its sides exchanged; it keeps its id while the line it mirrors stays. */
function mirror(work: Work, line: Draft, mirrored: string): Row {
  const before = linesOf(work.before ?? {}, mirrored).find((one) => one.original_line_id === line.id)
  return {
    ...work.resource.blankLine(mirrored),
    ...pick(line, Object.keys(work.resource.blankLine(mirrored))),
    id: before?.id ?? nextOf(work.world.store, work.organization, 'line'),
    debit: amountText(decimal(textOf(line, 'credit'))),
    credit: amountText(decimal(textOf(line, 'debit'))),
    account_id: line.account_id,
    currency: work.draft.currency_iso_4217_code,
    line_type: 'REVERSAL',
    original_line_id: line.id,
  }
}

const pick = (line: Row, members: readonly string[]): Row =>
  Object.fromEntries(members.filter((member) => member in line).map((member) => [member, line[member]]))
