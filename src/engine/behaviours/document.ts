import { decimal } from '../../kernel/money'
import { addDays, daysBetween, LAST_DATE } from '../../kernel/plain-date'
import type { Row } from '../../kernel/store'
import { texts } from '../model/messages'
import { decimalOf, linesOf, numberOf, textOf } from '../model/row'
import type { Definition } from '../schema/define'
import type { Capability } from '../write/behaviour'
import { checkActive } from '../write/references'
import type { Work } from '../write/write'

/**
 * What every transactional record has: company, currency, dates and a status (docs/service.md §2.9, §11.1).
 */
export const document: Capability = {
  name: 'document',
  rests: [
    'header-defaults',
    'draft-effect',
    'posted-to-draft',
    'archive-effect',
    'archive-refused',
    'edit-ledger',
    'exchange-rate-direction',
    'dates-strict',
    'locked-through',
    'order-of-checks',
  ],
  appliesTo: (definition) => definition.document !== undefined,

  references(work) {
    work.draft.company_id ??= onlyActiveCompany(work)
    if (work.draft.company_id === null) work.problems.add('company_id', texts.required)
    const company = work.find('companies', 'id', work.draft.company_id)
    if (company) defaultCurrency(work, company)
  },

  state(work) {
    checkStatus(work)
    if (work.isApplied) for (const column of fixedWhileApplied(work.definition)) checkUnchanged(work, column)
    if (!work.isPosted) return
    // What the engine writes by itself follows from a record that was checked when it was made.
    if (!work.definition.internal) checkActive(work)
    checkLinesPresent(work)
    const { counterparty, counterpartyFrom } = work.definition.document ?? {}
    if (counterparty && counterpartyFrom !== 'lines' && work.draft[counterparty] === null)
      work.problems.add(counterparty, texts.required)
  },

  dates(work) {
    const { draft } = work
    // What has no date of its own has no effect on a period either.
    if (!('date' in draft)) return
    draft.transaction_date ??= draft.date
    checkPeriods(work)
    if (!('due_date' in draft) || work.isArchived) return
    draft.due_date ??= dueDate(work)
    if (draft.due_date !== null && textOf(draft, 'due_date') < textOf(draft, 'date'))
      work.problems.add('due_date', texts.atLeast(textOf(draft, 'date')))
  },

  amounts(work) {
    const rate = decimalOf(work.draft, 'exchange_rate')
    if (!rate.greaterThan(0)) work.problems.add('exchange_rate', texts.moreThan(0))
    else if (work.draft.currency_iso_4217_code === companyCurrency(work) && !rate.equals(1))
      work.problems.add('exchange_rate', texts.companyRate)
  },

  limits(work) {
    if (!('amount' in work.draft)) return
    if (!work.isArchived && !work.definition.internal && decimalOf(work.draft, 'amount').isNegative())
      work.problems.add('amount', texts.atLeast(0))
    if (work.isApplied) checkUnchanged(work, 'amount')
  },
}

function onlyActiveCompany(work: Work): number | null {
  const active = [...work.table('companies').rows()].filter((company) => company.is_active)
  return active.length === 1 ? numberOf(active[0] as Row, 'id') : null
}

const companyCurrency = (work: Work): unknown =>
  work.find('companies', 'id', work.draft.company_id)?.currency_iso_4217_code

/** The counterparty's currency, else the company's; the rate is known only in the company's own. */
function defaultCurrency(work: Work, company: Row): void {
  const { draft, definition } = work
  const field = definition.fields[definition.document?.counterparty ?? '']
  const counterparty =
    field?.target &&
    work.find(field.target.resource, field.target.by, draft[definition.document?.counterparty ?? ''])
  draft.currency_iso_4217_code ??= counterparty?.default_currency || company.currency_iso_4217_code
  if (draft.exchange_rate === null && draft.currency_iso_4217_code === company.currency_iso_4217_code)
    draft.exchange_rate = '1'
  if (draft.exchange_rate === null) work.problems.add('exchange_rate', texts.required)
}

function checkStatus(work: Work): void {
  const { before, draft, problems } = work
  const [was, becomes] = [before ? textOf(before, 'record_status') : 'new', textOf(draft, 'record_status')]
  if (!isTransition(work, was, becomes)) problems.add('record_status', texts.status(was, becomes))
  else if (becomes === 'archived' && work.isApplied) problems.add('record_status', texts.applied)
}

function isTransition(work: Work, was: string, becomes: string): boolean {
  if (was === 'new') return becomes !== 'archived'
  if (was === 'archived')
    return becomes !== 'archived' && work.world.assumptions.read('archived-terminal') === 'restore'
  if (becomes === 'archived') return true
  if (was === 'posted' && becomes === 'draft') return false
  return was !== 'posted' || work.world.assumptions.read('posted-edit') !== 'immutable'
}

/** What others have taken stays true only while these stay as they are (docs/service.md §11.2). */
const fixedWhileApplied = (definition: Definition): string[] =>
  ['currency_iso_4217_code', 'exchange_rate', 'company_id', definition.document?.counterparty ?? ''].filter(
    (column) => column in definition.fields,
  )

function checkUnchanged(work: Work, column: string): void {
  if (!work.isArchived && work.before && work.before[column] !== work.draft[column])
    work.problems.add(column, texts.fixedByApplied)
}

function checkLinesPresent(work: Work): void {
  const { resource, definition, draft } = work
  const unassigned = definition.settles?.unassigned
  if (resource.lineMembers.length === 0 || work.world.assumptions.read('no-lines') === 'accept') return
  if (resource.lineMembers.some((member) => linesOf(draft, member).length > 0)) return
  if (unassigned && decimal(textOf(draft, unassigned)).greaterThan(0)) return
  work.problems.add('lines', texts.noLines)
}

/** No write with a date in a locked period, before or after it (docs/service.md §11.4). */
function checkPeriods(work: Work): void {
  const { before, draft, definition } = work
  for (const row of before ? [before, draft] : [draft]) {
    const through = lockedThrough(work, row.company_id)
    const dates = [row.date, definition.reversesOn ? row[definition.reversesOn] : null]
    if (through !== undefined && dates.some((date) => date !== null && String(date) <= through))
      work.problems.add('date', texts.locked)
  }
}

const lockedThrough = (work: Work, company: unknown): string | undefined =>
  work.table<PeriodLockRow>('periodLocks').get(company as number)?.through

/** The last locked day of a company. */
export interface PeriodLockRow extends Row {
  readonly id: number
  readonly through: string
}

function dueDate(work: Work): string | null {
  const term = work.find('terms', 'id', work.draft.term_id)
  if (term) work.world.assumptions.read('terms-table')
  if (!term || work.world.assumptions.read('due-date-default') === 'none') return null
  const { draft } = work
  const date = textOf(draft, 'date')
  return daysBetween(date, LAST_DATE) < numberOf(term, 'days')
    ? LAST_DATE
    : addDays(date, numberOf(term, 'days'))
}
