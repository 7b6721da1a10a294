import type { Row } from '../../kernel/store'
import { itemAccountNumber } from '../ledger/accounts'
import { type Message, messages, onLine } from '../model/messages'
import { linesOf, type MutableRow, mutableLinesOf, textOf } from '../model/row'
import { defineBehaviour } from '../write/behaviour'
import { checkActive } from '../write/references'
import type { Write } from '../write/write'
import { isUsage, releaseDateOf, strategyOf } from './conditions'
import { inheritTerms, PERIODS_AT_MOST, plannedPeriods } from './terms'

/**
 * The life of a contract: its term, and the status that decides whether it recognises and bills
 * (docs/service.md §13.1, §13.2).
 */
export const contract = defineBehaviour('contract', 'contract', {
  restsOn: ['contract-status'],
  columns: () => ({ timer: null, settles_on: null, settle_again_on: null }),

  references(write) {
    const { after, before, sent } = write
    if (before && !sent.has('status')) after.status = before.status
    for (const member of ['date', 'billing_start_date', 'recognition_start_date'])
      after[member] ??= after.start_date
    for (const [index, line] of sold(write).entries()) {
      ownConditions(line)
      for (const member of ['quantity', 'rate']) requireOf(write, line, member, index)
    }
    if (before && before.status !== 'draft') keepWhatIsFixed(write, before)
    if (after.end_date === null && sold(write).some(needsEnd))
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
    // Only now: what is wrong with the contract is not wrong with each of its obligations.
    inheritTerms(after, sold(write))
    if (isUnready) return
    write.world.assumptions.restOn('schedule-limit')
    for (const of of ['billing', 'recognition'] as const)
      if (plannedPeriods(sold(write), of) > PERIODS_AT_MOST)
        write.problems.add(obligations(write), messages.tooManyPeriods(PERIODS_AT_MOST))
    for (const [index, line] of sold(write).entries())
      for (const text of [spanProblem(line, 'billing'), spanProblem(line, 'recognition')])
        if (text !== undefined) write.problems.add(obligations(write), onLine(index, text))
  },
})

const obligations = (write: Write): string => write.definition.contract?.obligations ?? ''
const sold = (write: Write): MutableRow[] => mutableLinesOf(write.after, obligations(write))

/** The row keeps conditions of its own: rows are frozen, and these belong to the caller. */
function ownConditions(line: MutableRow): void {
  if (typeof line.obligation_conditions === 'object')
    line.obligation_conditions = JSON.parse(JSON.stringify(line.obligation_conditions))
}

/** What happens by itself on a day needs no end of the term. */
const needsEnd = (line: Row): boolean => {
  const strategy = strategyOf(line)
  if (strategy === 'deposit_release') return releaseDateOf(line) === null
  return strategy !== 'immediate' && strategy !== 'milestone' && !isUsage(line)
}

/** What is used needs neither a quantity nor a rate beforehand. */
function requireOf(write: Write, line: MutableRow, member: string, index: number): void {
  if (line[member] !== null) return
  if (isUsage(line)) line[member] = '0'
  else write.problems.add(obligations(write), onLine(index, messages.required))
}

/** Names, addresses, files and the like may change once a contract is active; what it comes to may not. */
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

/** Fixed members that are sent must be as they are; those left out stay. */
function keepWhatIsFixed(write: Write, before: Row): void {
  const { after, sent } = write
  for (const member of FIXED) {
    if (sent.has(member) && JSON.stringify(after[member]) !== JSON.stringify(before[member]))
      write.problems.add(member, messages.fixed)
    after[member] = before[member]
  }
  const member = obligations(write)
  const known = linesOf(before, member)
  const lines = sold(write).map((line) => ({ ...line }))
  inheritTerms(after, lines)
  if (sent.has(member) && contentOf(write, lines) !== contentOf(write, known))
    write.problems.add(member, messages.fixed)
  after[member] = known.map((line) => ({ ...line }))
}

/** What a request can say of the obligations, but for their ids. */
function contentOf(write: Write, lines: readonly Row[]): string {
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

/** Every status may also stay, or end as archived. */
const NEXT: Readonly<Record<string, readonly string[]>> = {
  new: ['draft', 'active'],
  draft: ['draft', 'active'],
  active: ['active', 'terminated'],
  completed: ['completed'],
  terminated: ['terminated'],
}

function checkActivation(write: Write): void {
  checkActive(write)
  const lines = sold(write)
  if (lines.length === 0) write.problems.add(obligations(write), messages.noLines)
  for (const [index, line] of lines.entries()) {
    const item = write.find('items', 'id', line.item_id)
    if (item && itemAccountNumber(write, item, 'sale') === null)
      write.problems.add(obligations(write), onLine(index, messages.itemAccount(item.id)))
  }
}

function spanProblem(line: Row, of: 'billing' | 'recognition'): Message | undefined {
  const [start, end] = [`${of}_start_date`, `${of}_end_date`]
  return isReversed(line, start, end) ? messages.atLeast(textOf(line, start)) : undefined
}

const isReversed = (row: Row, start: string, end: string): boolean => {
  const [from, to] = [row[start], row[end]]
  return typeof from === 'string' && typeof to === 'string' && to < from
}
