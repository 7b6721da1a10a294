import { jsonCopy } from '../../kernel/json-copy'
import type { Row } from '../../kernel/store'
import { itemAccountNumber } from '../ledger/accounts'
import { settingOf } from '../model/compiled-type'
import { type Message, messages, onLine } from '../model/refusals'
import { linesOf, type MutableRow, mutableLinesOf, textOf } from '../model/row'
import { ITEMS } from '../model/tables'
import { defineBehaviour } from '../write/behaviour'
import { checkActive } from '../write/references'
import type { Write } from '../write/write'
import { isUsage, releaseDateOf, strategyOf } from './conditions'
import { inheritTerms, PERIODS_AT_MOST, plannedPeriods } from './terms'

/** Checks the term and the status of a contract, by which it recognises and bills (§13.1, §13.2). */
export const lifecycle = defineBehaviour('lifecycle', 'contract', {
  restsOn: ['contract-status'],
  columns: () => ({ timer: null, settles_on: null, settle_again_on: null }),

  references(write) {
    const { after, before, sent } = write
    if (before && !sent.has('status')) after.status = before.status
    for (const member of ['date', 'billing_start_date', 'recognition_start_date'])
      after[member] ??= after.start_date
    for (const [index, line] of obligationLines(write).entries()) {
      copyConditions(line)
      for (const member of ['quantity', 'rate']) requireValue(write, line, member, index)
    }
    if (before && before.status !== 'draft') keepFixedMembers(write, before)
    if (after.end_date === null && obligationLines(write).some(needsEnd))
      write.problems.add('end_date', messages.required)
  },

  state(write) {
    const { after, before } = write
    checkStatus(write)
    if (write.isArchived) after.status = 'archived'
    const status = textOf(after, 'status')
    after.record_status = status === 'draft' || status === 'archived' ? status : 'posted'
    if (status === 'active' && before?.status !== 'active') checkActivation(write)
  },

  dates(write) {
    const { after } = write
    const isUnready = isReversed(after, 'start_date', 'end_date')
    if (isUnready) write.problems.add('end_date', messages.atLeast(textOf(after, 'start_date')))
    // Obligations inherit only now, so that an error of the contract is not reported for each of them.
    inheritTerms(after, obligationLines(write))
    if (isUnready) return
    write.world.assumptions.noteUse('schedule-limit')
    for (const kind of ['billing', 'recognition'] as const)
      if (plannedPeriods(obligationLines(write), kind) > PERIODS_AT_MOST)
        write.problems.add(obligations(write), messages.tooManyPeriods(PERIODS_AT_MOST))
    for (const [index, line] of obligationLines(write).entries())
      for (const text of [spanProblem(line, 'billing'), spanProblem(line, 'recognition')])
        if (text !== undefined) write.problems.add(obligations(write), onLine(index, text))
  },
})

const obligations = (write: Write): string => settingOf(write.definition, 'contract').obligations
const obligationLines = (write: Write): MutableRow[] => mutableLinesOf(write.after, obligations(write))

/** Copies the conditions, because rows are frozen and the given object belongs to the caller. */
function copyConditions(line: MutableRow): void {
  if (typeof line.obligation_conditions === 'object')
    line.obligation_conditions = jsonCopy(line.obligation_conditions)
}

/** True if an obligation needs an end date. Obligations that recognise on single days do not. */
const needsEnd = (line: Row): boolean => {
  const strategy = strategyOf(line)
  if (strategy === 'deposit_release') return releaseDateOf(line) === null
  return strategy !== 'immediate' && strategy !== 'milestone' && !isUsage(line)
}

/** Requires a value, except for usage, where it defaults to 0. */
function requireValue(write: Write, line: MutableRow, member: string, index: number): void {
  if (line[member] !== null) return
  if (isUsage(line)) line[member] = '0'
  else write.problems.add(obligations(write), onLine(index, messages.required))
}

/** Members that decide the amounts of a contract. They are fixed once the contract is not a draft. */
const FIXED = [
  'company_id',
  'customer_id',
  'currency_iso_4217_code',
  'date',
  'term_id',
  'start_date',
  'end_date',
  'billing_start_date',
  'billing_frequency',
  'billing_interval',
  'billing_anchor_weekday',
  'recognition_start_date',
  'recognition_frequency',
  'recognition_interval',
  'recognition_anchor_weekday',
  'revenue_recognitions',
  'prepared_invoices',
]

/** Refuses changes of fixed members. Fixed members that are left out keep their values. */
function keepFixedMembers(write: Write, before: Row): void {
  const { after, sent } = write
  for (const member of FIXED) {
    if (sent.has(member) && JSON.stringify(after[member]) !== JSON.stringify(before[member]))
      write.problems.add(member, messages.fixed)
    after[member] = before[member]
  }
  const member = obligations(write)
  const known = linesOf(before, member)
  const lines = obligationLines(write).map((line) => ({ ...line }))
  inheritTerms(after, lines)
  if (sent.has(member) && linesContent(write, lines) !== linesContent(write, known))
    write.problems.add(member, messages.fixed)
  after[member] = known.map((line) => ({ ...line }))
}

/** The members of obligations that a request can set, except ids, as comparable text. */
function linesContent(write: Write, lines: readonly Row[]): string {
  const members = Object.entries(write.definition.fields[obligations(write)]?.element?.members ?? {})
    .filter(([name, { presence }]) => presence !== 'none' && name !== 'id')
    .map(([name]) => name)
  const ordered = [...lines].sort((a, b) => Number(a.position) - Number(b.position))
  return JSON.stringify(ordered.map((line) => members.map((name) => line[name] ?? [])))
}

function checkStatus({ before, after, problems, isArchived }: Write): void {
  const was = before ? textOf(before, 'status') : 'new'
  if (was === 'archived')
    problems.add('record_status', messages.status('archived', isArchived ? 'archived' : 'posted'))
  else if (!isArchived && !NEXT[was]?.includes(textOf(after, 'status')))
    problems.add('status', messages.status(was, textOf(after, 'status')))
}

/** The statuses that may follow each status. Any of them may also become archived. */
const NEXT: Readonly<Record<string, readonly string[]>> = {
  new: ['draft', 'active'],
  draft: ['draft', 'active'],
  active: ['active', 'terminated'],
  completed: ['completed'],
  terminated: ['terminated'],
}

function checkActivation(write: Write): void {
  checkActive(write)
  const lines = obligationLines(write)
  if (lines.length === 0) write.problems.add(obligations(write), messages.noLines)
  for (const [index, line] of lines.entries()) {
    const item = write.find(ITEMS, 'id', line.item_id)
    if (item && itemAccountNumber(write, item, 'sale') === null)
      write.problems.add(obligations(write), onLine(index, messages.itemAccount(item.id)))
  }
}

function spanProblem(line: Row, kind: 'billing' | 'recognition'): Message | undefined {
  const [start, end] = [`${kind}_start_date`, `${kind}_end_date`]
  return isReversed(line, start, end) ? messages.atLeast(textOf(line, start)) : undefined
}

const isReversed = (row: Row, start: string, end: string): boolean => {
  const [from, to] = [row[start], row[end]]
  return typeof from === 'string' && typeof to === 'string' && to < from
}
