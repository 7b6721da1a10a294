import { amountText, type Decimal, zero } from '../../kernel/money'
import { settingOf } from '../model/compiled-type'
import { messages, onLine } from '../model/refusals'
import { decimalOf, linesOf, numberOf, textOf, wordOf } from '../model/row'
import { wrongSign } from '../write/amount-limits'
import { defineBehaviour } from '../write/behaviour'
import type { Write } from '../write/write'
import { depreciationsOf } from './plan'
import type { DepreciationMethod } from './terms'

/** Posted depreciation depends on these members, so they cannot change after it. */
const FIXED_ONCE_POSTED = ['company_id', 'currency_iso_4217_code', 'exchange_rate'] as const

const NEEDS: { readonly [M in DepreciationMethod]?: readonly string[] } = {
  straight_line: ['useful_life'],
  straight_line_prorate_even: ['useful_life'],
  declining_balance: ['useful_life'],
  double_declining: ['useful_life'],
  custom: ['custom_schedule', 'custom_schedule_type'],
}

/** Checks that an asset has what its depreciation method needs (§4.6.16). */
export const depreciable = defineBehaviour('depreciable', 'depreciates', {
  state(write) {
    if (!write.isPosted) return
    // A disposed asset cannot be edited.
    if (write.wasPosted && write.before?.status === 'disposed') write.problems.add('status', messages.fixed)
    for (const member of NEEDS[wordOf<DepreciationMethod>(write.after, 'depreciation_method')] ?? [])
      if (isMissing(write.after[member])) write.problems.add(member, messages.required)
    if (postedOf(write).eq(0)) return
    for (const member of FIXED_ONCE_POSTED)
      if (write.before && write.before[member] !== write.after[member])
        write.problems.add(member, messages.fixedByApplied)
  },

  amounts(write) {
    checkCost(write)
    const { acceleration_factor } = write.definition.fields
    const wrong = wrongSign(acceleration_factor, textOf(write.after, 'acceleration_factor'))
    if (wrong) write.problems.add('acceleration_factor', wrong)
    checkSchedule(write)
  },
})

/** Checks cost, salvage value and opening balance. Skips checks that depend on an amount already rejected. */
function checkCost(write: Write): void {
  const { after, problems } = write
  const cost = decimalOf(after, 'cost')
  const salvage = decimalOf(after, 'salvage_value')
  const before = decimalOf(after, 'accumulated_beginning_balance')
  const wrong = wrongSign(write.definition.fields.cost, textOf(after, 'cost'))
  if (wrong) problems.add('cost', wrong)
  else if (
    isWithin(write, 'salvage_value', salvage, cost) &&
    isWithin(write, 'accumulated_beginning_balance', before, cost.minus(salvage))
  ) {
    const least = salvage.plus(before).plus(postedOf(write))
    if (cost.lt(least)) problems.add('cost', messages.atLeast(amountText(least)))
  }
}

/** Reports a problem unless the value lies between 0 and `most`. Returns whether it does. */
function isWithin(
  { after, definition, problems }: Write,
  member: string,
  value: Decimal,
  most: Decimal,
): boolean {
  const wrong = wrongSign(definition.fields[member], textOf(after, member))
  if (wrong) problems.add(member, wrong)
  else if (value.gt(most)) problems.add(member, messages.atMost(amountText(most)))
  else return true
  return false
}

function checkSchedule({ definition, after, problems }: Write): void {
  const entries = linesOf(after, 'custom_schedule')
  const { members } = definition.fields.custom_schedule?.element ?? {}
  const isPercentage = String(after.custom_schedule_type).endsWith('percentage')
  for (const [index, entry] of entries.entries()) {
    const value = decimalOf(entry, 'value')
    const wrong = wrongSign(members?.value, textOf(entry, 'value'))
    if (wrong) problems.add('custom_schedule', onLine(index, wrong))
    if (isPercentage && value.gt(100)) problems.add('custom_schedule', onLine(index, messages.atMost(100)))
  }
  const periods = entries.reduce((total, entry) => total + numberOf(entry, 'period_count'), 0)
  const most = settingOf(definition, 'depreciates').periodsAtMost
  if (periods > most) problems.add('custom_schedule', messages.atMost(most))
}

const isMissing = (value: unknown): boolean => value === null || (Array.isArray(value) && value.length === 0)

function postedOf(write: Write): Decimal {
  const { definition, before } = write
  const { writes } = settingOf(definition, 'depreciates')
  return before ? depreciationsOf(write, writes, numberOf(before, 'number')).total : zero
}
