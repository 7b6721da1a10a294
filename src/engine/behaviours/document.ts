import { memoize } from '../../kernel/memoize'
import { decimal } from '../../kernel/money'
import { addDays, daysBetween, LAST_DATE } from '../../kernel/plain-date'
import { signOf } from '../../kernel/sign'
import type { Row } from '../../kernel/store'
import { messages } from '../model/refusals'
import { linesOf, numberOf, textOf } from '../model/row'
import { COMPANIES, PERIOD_LOCKS } from '../model/tables'
import type { Definition } from '../schema/define'
import { wrongSign } from '../write/amount-limits'
import { hasProblems, isDraft, isForeign, lacks, on } from '../write/assumptions'
import { defineBehaviour, isApplied } from '../write/behaviour'
import { isReferencedByPosted } from '../write/is-referenced'
import { checkActive } from '../write/references'
import type { Write } from '../write/write'

type DocumentRule = NonNullable<Definition['document']>

/** Company, currency, dates and status of transactional records (§2.9, §11.1). */
export const document = defineBehaviour('document', 'document', {
  restsOn: [
    'dates-strict',
    on(lacks('company_id', 'currency_iso_4217_code', 'exchange_rate'), 'header-defaults'),
    on(isDraft, 'draft-effect'),
    on(({ wasPosted }) => wasPosted, 'edit-ledger', 'posted-to-draft'),
    on(({ isArchived }) => isArchived, 'archive-effect', 'archive-refused'),
    on(isForeign, 'exchange-rate-direction'),
    on((write) => write.table(PERIOD_LOCKS).size > 0, 'locked-through'),
    on(hasProblems, 'order-of-checks'),
  ],

  references(write, { counterparty }) {
    const isDefaulted = write.world.assumptions.peek('header-defaults') !== 'none'
    if (isDefaulted) write.after.company_id ??= onlyActiveCompany(write)
    if (write.after.company_id === null) {
      const why = isDefaulted ? 'company_id: Field required unless exactly one company is active' : undefined
      write.problems.add('company_id', messages.required, why, why)
    }
    const company = write.find(COMPANIES, 'id', write.after.company_id)
    if (company && isDefaulted) defaultCurrency(write, company, counterparty)
    else if (company) requireCurrency(write)
  },

  state(write, setting) {
    checkStatus(write)
    if (isApplied(write)) for (const column of fixedWhileApplied(setting)) checkUnchanged(write, column)
    if (!write.isPosted) return
    // A generated record follows from a record that has been checked.
    if (!write.isGenerated) checkActive(write)
    checkLinesPresent(write)
    const { counterparty } = setting
    if (counterparty && isAsked(write, counterparty) && write.after[counterparty] === null)
      write.problems.add(counterparty, messages.required)
  },

  dates(write) {
    const { after } = write
    // Records without a date do not affect a period.
    if (!('date' in after)) return
    after.transaction_date ??= after.date
    checkPeriods(write)
    if (!('due_date' in after) || write.isArchived) return
    after.due_date ??= dueDate(write)
    if (after.due_date !== null && textOf(after, 'due_date') < textOf(after, 'date'))
      write.problems.add('due_date', messages.atLeast(textOf(after, 'date')))
  },

  amounts(write) {
    const rate = textOf(write.after, 'exchange_rate')
    const wrong = wrongSign(write.definition.fields.exchange_rate, rate)
    if (wrong) write.problems.add('exchange_rate', wrong)
    else if (rate !== '1' && isInCompanyCurrency(write) && !decimal(rate).eq(1))
      write.problems.add('exchange_rate', messages.companyRate)
  },

  limits(write) {
    if (!('amount' in write.after)) return
    if (!write.isArchived && !write.definition.generated && signOf(textOf(write.after, 'amount')) < 0)
      write.problems.add('amount', messages.atLeast(0))
    // A partly invoiced order can be amended; the order behaviour checks its quantities.
    if (!write.definition.order && isApplied(write)) checkUnchanged(write, 'amount')
  },
})

function onlyActiveCompany(write: Write): number | null {
  const [only, ...others] = [...write.table(COMPANIES).rows()].filter((company) => company.is_active)
  return only !== undefined && others.length === 0 ? only.id : null
}

const isInCompanyCurrency = (write: Write): boolean =>
  write.find(COMPANIES, 'id', write.after.company_id)?.currency_iso_4217_code ===
  write.after.currency_iso_4217_code

/** Currency of the counterparty, else of the company. The rate defaults to 1 only in company currency. */
function defaultCurrency(write: Write, company: Row, member: string | undefined): void {
  const { after, definition } = write
  const target = member === undefined ? undefined : definition.fields[member]?.target
  const counterparty = target && write.find(target.resource, target.by, after[member as string])
  after.currency_iso_4217_code ??= counterparty?.default_currency || company.currency_iso_4217_code
  if (after.exchange_rate === null && after.currency_iso_4217_code === company.currency_iso_4217_code)
    after.exchange_rate = '1'
  if (after.exchange_rate === null) write.problems.add('exchange_rate', messages.required)
}

/** Without `header-defaults` a request has to send currency and rate (§2.9). */
function requireCurrency({ after, problems }: Write): void {
  for (const member of ['currency_iso_4217_code', 'exchange_rate'])
    if (after[member] === null) problems.add(member, messages.required)
}

function checkStatus(write: Write): void {
  const { before, after, problems } = write
  const [was, becomes] = [before ? textOf(before, 'record_status') : 'new', textOf(after, 'record_status')]
  if (!isTransition(write, was, becomes) || leavesPostedBehind(write))
    problems.add('record_status', messages.status(was, becomes))
  else if (becomes === 'archived' && isApplied(write)) problems.add('record_status', messages.applied)
}

/** A posted record keeps the reference to a document that is archived later, but it cannot name a draft. */
const leavesPostedBehind = (write: Write): boolean =>
  write.before?.record_status === 'archived' &&
  write.after.record_status === 'draft' &&
  isReferencedByPosted(write, write.type, write.before)

function isTransition(write: Write, was: string, becomes: string): boolean {
  if (was === 'new') return becomes !== 'archived'
  if (was === 'archived')
    return becomes !== 'archived' && write.world.assumptions.read('archived-terminal') === 'restore'
  if (becomes === 'archived') return true
  if (was === 'posted' && becomes === 'draft') return false
  return was !== 'posted' || write.world.assumptions.read('posted-edit') !== 'immutable'
}

/** Columns that are fixed once other records have applied part of this one (§11.2). */
const fixedWhileApplied = memoize(({ counterparty }: DocumentRule): readonly string[] => [
  ...['currency_iso_4217_code', 'exchange_rate', 'company_id'],
  ...(counterparty === undefined ? [] : [counterparty]),
])

function checkUnchanged(write: Write, column: string): void {
  if (!write.isArchived && write.before && write.before[column] !== write.after[column])
    write.problems.add(column, messages.fixedByApplied)
}

/** True if a request can name the member. A vendor payment, for example, can be for several vendors. */
const isAsked = ({ definition }: Write, member: string): boolean =>
  definition.fields[member]?.presence !== 'none'

function checkLinesPresent(write: Write): void {
  const { type, definition, after } = write
  const unassigned = definition.settles?.unassigned
  if (type.lineMembers.length === 0) return
  if (type.lineMembers.some((member) => linesOf(after, member).length > 0)) return
  if (write.world.assumptions.read('no-lines') === 'accept') return
  if (unassigned && signOf(textOf(after, unassigned)) > 0) return
  write.problems.add('lines', messages.noLines)
}

/** Refuses writes with a date in a locked period, before or after the change (§11.4). */
function checkPeriods(write: Write): void {
  const { before, after, definition, effectiveDate } = write
  for (const row of before ? [before, after] : [after]) {
    const through = lockedThrough(write, numberOf(row, 'company_id'))
    const dates = [effectiveDate ?? row.date, definition.reversesOn ? row[definition.reversesOn] : null]
    if (through !== undefined && dates.some((date) => date !== null && String(date) <= through))
      write.problems.add('date', messages.locked)
  }
}

const lockedThrough = (write: Write, company: number): string | undefined =>
  write.table(PERIOD_LOCKS).get(company)?.through

function dueDate(write: Write): string | null {
  const term = write.find('terms', 'id', write.after.term_id)
  if (term) write.world.assumptions.noteUse('terms-table')
  if (!term || write.world.assumptions.read('due-date-default') === 'none') return null
  const { after } = write
  const date = textOf(after, 'date')
  return daysBetween(date, LAST_DATE) < numberOf(term, 'days')
    ? LAST_DATE
    : addDays(date, numberOf(term, 'days'))
}
