import type { Row } from '../../kernel/store'
import { itemAccountNumber } from '../ledger/accounts'
import { texts } from '../model/messages'
import { type Draft, draftLinesOf, linesOf, textOf } from '../model/row'
import type { Capability } from '../write/behaviour'
import { checkActive } from '../write/references'
import type { Work } from '../write/write'
import { isUsage, releaseDateOf, strategyOf } from './conditions'
import { inheritTerms, PERIODS_AT_MOST, periodsIn } from './terms'

/**
 * The life of a contract: its term, and the status that decides whether it recognises and bills
 * (docs/service.md §13.1, §13.2).
 */
export const contract: Capability = {
  name: 'contract',
  rests: ['contract-status'],
  appliesTo: (definition) => definition.contract !== undefined,
  columns: () => ({ timer: null, skipped: [] }),

  references(work) {
    const { draft, before, sent } = work
    if (before && !sent.has('status')) draft.status = before.status
    for (const member of ['date', 'billing_start_date', 'recognition_start_date'])
      draft[member] ??= draft.start_date
    for (const [index, line] of sold(work).entries()) {
      ownConditions(line)
      for (const member of ['quantity', 'rate']) requireOf(work, line, member, index)
    }
    if (before && before.status !== 'draft') keepWhatIsFixed(work, before)
    if (draft.end_date === null && sold(work).some(needsEnd)) work.problems.add('end_date', texts.required)
  },

  state(work) {
    const { draft, before } = work
    checkStatus(work)
    if (work.isArchived) draft.status = 'archived'
    const status = textOf(draft, 'status')
    draft.record_status = status === 'draft' || status === 'archived' ? status : 'posted'
    if (status === 'active' && before?.status !== 'active') checkActivation(work)
  },

  dates(work) {
    const { draft } = work
    const isUnready = isReversed(draft, 'start_date', 'end_date')
    if (isUnready) work.problems.add('end_date', texts.atLeast(textOf(draft, 'start_date')))
    // Only now: what is wrong with the contract is not wrong with each of its obligations.
    inheritTerms(draft, sold(work))
    if (isUnready) return
    for (const [index, line] of sold(work).entries())
      for (const text of [spanProblem(line, 'billing'), spanProblem(line, 'recognition')])
        if (text !== undefined) work.problems.add(obligations(work), texts.line(index, text))
  },
}

const obligations = (work: Work): string => work.definition.contract?.obligations ?? ''
const sold = (work: Work): Draft[] => draftLinesOf(work.draft, obligations(work))

/** The row keeps conditions of its own: rows are frozen, and these belong to the caller. */
function ownConditions(line: Draft): void {
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
function requireOf(work: Work, line: Draft, member: string, index: number): void {
  if (line[member] !== null) return
  if (isUsage(line)) line[member] = '0'
  else work.problems.add(obligations(work), texts.line(index, texts.required))
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
function keepWhatIsFixed(work: Work, before: Row): void {
  const { draft, sent } = work
  for (const member of FIXED) {
    if (sent.has(member) && JSON.stringify(draft[member]) !== JSON.stringify(before[member]))
      work.problems.add(member, texts.fixed)
    draft[member] = before[member]
  }
  const member = obligations(work)
  const known = linesOf(before, member)
  const lines = sold(work).map((line) => ({ ...line }))
  inheritTerms(draft, lines)
  if (sent.has(member) && contentOf(work, lines) !== contentOf(work, known))
    work.problems.add(member, texts.fixed)
  draft[member] = known.map((line) => ({ ...line }))
}

/** What a request can say of the obligations, but for their ids. */
function contentOf(work: Work, lines: readonly Row[]): string {
  const members = Object.entries(work.definition.fields[obligations(work)]?.element?.members ?? {})
    .filter(([name, { presence }]) => presence !== 'none' && name !== 'id')
    .map(([name]) => name)
  const ordered = [...lines].sort((a, b) => Number(a.position) - Number(b.position))
  return JSON.stringify(ordered.map((line) => members.map((name) => line[name] ?? [])))
}

function checkStatus({ before, draft, problems, isArchived }: Work): void {
  const was = before ? textOf(before, 'status') : 'new'
  if (was === 'archived')
    problems.add('record_status', texts.status('archived', isArchived ? 'archived' : 'posted'))
  else if (!isArchived && !NEXT[was]?.includes(textOf(draft, 'status')))
    problems.add('status', texts.status(was, textOf(draft, 'status')))
}

/** Every status may also stay, or end as archived. */
const NEXT: Readonly<Record<string, readonly string[]>> = {
  new: ['draft', 'active'],
  draft: ['draft', 'active'],
  active: ['active', 'terminated'],
  completed: ['completed'],
  terminated: ['terminated'],
}

function checkActivation(work: Work): void {
  checkActive(work)
  const lines = sold(work)
  if (lines.length === 0) work.problems.add(obligations(work), texts.noLines)
  for (const [index, line] of lines.entries()) {
    const item = work.find('items', 'id', line.item_id)
    if (item && itemAccountNumber(work, item, 'sale') === null)
      work.problems.add(obligations(work), texts.line(index, texts.itemAccount(item.id)))
  }
}

function spanProblem(line: Row, of: 'billing' | 'recognition'): string | undefined {
  const [start, end] = [`${of}_start_date`, `${of}_end_date`]
  if (isReversed(line, start, end)) return texts.atLeast(textOf(line, start))
  return periodsIn(line, of) > PERIODS_AT_MOST ? texts.tooManyPeriods(PERIODS_AT_MOST) : undefined
}

const isReversed = (row: Row, start: string, end: string): boolean => {
  const [from, to] = [row[start], row[end]]
  return typeof from === 'string' && typeof to === 'string' && to < from
}
