import { amountText, type Decimal, zero } from '../../kernel/money'
import type { Row } from '../../kernel/store'
import { texts } from '../model/messages'
import { decimalOf, linesOf, numberOf } from '../model/row'
import type { Capability } from '../write/behaviour'
import type { Work } from '../write/write'
import { depreciationsOf } from './plan'
import type { DepreciationMethod } from './schedule'

/** Accounts that the postings of an asset go to or stand beside. */
const ACCOUNTS = ['asset_account_number', 'expense_account_number', 'accumulation_account_number'] as const

/** What was written off stays true only while these stay as they are. */
const FIXED_ONCE_POSTED = ['company_id', 'currency_iso_4217_code', 'exchange_rate'] as const

const NEEDS: { readonly [M in DepreciationMethod]?: readonly string[] } = {
  straight_line: ['useful_life'],
  straight_line_prorate_even: ['useful_life'],
  declining_balance: ['useful_life'],
  double_declining: ['useful_life'],
  custom: ['custom_schedule', 'custom_schedule_type'],
}

/** What an asset must say so that it can be written off (docs/service.md §4.6.16). */
export const depreciable: Capability = {
  name: 'depreciable',
  appliesTo: (definition) => definition.depreciates !== undefined,

  state(work) {
    if (work.isArchived) return
    for (const member of ACCOUNTS) {
      const account = work.find('accounts', 'number', work.draft[member])
      if (account && !servesCompany(work, account)) work.problems.add(member, texts.account(account.number))
    }
    if (!work.isPosted) return
    for (const member of NEEDS[work.draft.depreciation_method as DepreciationMethod] ?? [])
      if (isMissing(work.draft[member])) work.problems.add(member, texts.required)
    if (postedOf(work).isZero()) return
    for (const member of FIXED_ONCE_POSTED)
      if (work.before && work.before[member] !== work.draft[member])
        work.problems.add(member, texts.fixedByApplied)
  },

  amounts(work) {
    checkCost(work)
    if (!decimalOf(work.draft, 'acceleration_factor').greaterThan(0))
      work.problems.add('acceleration_factor', texts.moreThan(0))
    checkSchedule(work)
  },
}

/** What is judged by a wrong amount is not judged. */
function checkCost(work: Work): void {
  const { draft, problems } = work
  const cost = decimalOf(draft, 'cost')
  const salvage = decimalOf(draft, 'salvage_value')
  const before = decimalOf(draft, 'accumulated_beginning_balance')
  if (!cost.greaterThan(0)) problems.add('cost', texts.moreThan(0))
  else if (
    isWithin(work, 'salvage_value', salvage, cost) &&
    isWithin(work, 'accumulated_beginning_balance', before, cost.minus(salvage))
  ) {
    const least = salvage.plus(before).plus(postedOf(work))
    if (cost.lessThan(least)) problems.add('cost', texts.atLeast(amountText(least)))
  }
}

/** Complains if it is not. */
function isWithin({ problems }: Work, member: string, value: Decimal, most: Decimal): boolean {
  if (value.isNegative()) problems.add(member, texts.atLeast(0))
  else if (value.greaterThan(most)) problems.add(member, texts.atMost(amountText(most)))
  else return true
  return false
}

function checkSchedule({ definition, draft, problems }: Work): void {
  const entries = linesOf(draft, 'custom_schedule')
  const isPercentage = String(draft.custom_schedule_type).endsWith('percentage')
  for (const [index, entry] of entries.entries()) {
    const value = decimalOf(entry, 'value')
    if (value.isNegative()) problems.add('custom_schedule', texts.line(index, texts.atLeast(0)))
    if (isPercentage && value.greaterThan(100))
      problems.add('custom_schedule', texts.line(index, texts.atMost(100)))
  }
  const periods = entries.reduce((total, entry) => total + numberOf(entry, 'period_count'), 0)
  const most = definition.depreciates?.periodsAtMost ?? 0
  if (periods > most) problems.add('custom_schedule', texts.atMost(most))
}

const isMissing = (value: unknown): boolean => value === null || (Array.isArray(value) && value.length === 0)

const servesCompany = (work: Work, account: Row): boolean =>
  account.company_id === null || account.company_id === work.draft.company_id

function postedOf({ world, organization, definition, before }: Work): Decimal {
  const writes = definition.depreciates?.writes ?? ''
  return before ? depreciationsOf(world, organization, writes, numberOf(before, 'number')).total : zero
}
