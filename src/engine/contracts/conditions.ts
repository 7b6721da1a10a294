import { type Decimal, decimal, sum } from '../../kernel/money'
import { LAST_DATE } from '../../kernel/plain-date'
import type { Row } from '../../kernel/store'
import type { World } from '../model/context'
import { isRefusal, type Message, messages, messagesWithin, onMember } from '../model/refusals'
import { decimalOf, linesOf, objectOf, textOf, textOrNull, wordOf } from '../model/row'
import type { Milestone } from '../recognition/schedule'
import type { Tier } from '../recognition/usage'
import type { RecognitionStrategy } from '../schema/contract-fields'
import { amount, date, type Fields, list, maybe, object, quantity, text } from '../schema/fields'
import { knownMembers, readMembers } from '../write/read-body'

/** Members of `obligation_conditions` by strategy (§13.1). Other members are stored unchecked. */
const MEMBERS: { readonly [S in RecognitionStrategy]?: Fields } = {
  milestone: {
    milestones: list(
      object({
        name: text('non-empty'),
        percentage: maybe(quantity()),
        amount: maybe(amount()),
        achieved_date: maybe(date()),
      }),
    ),
  },
  usage_tiered: { tiers: list(object({ up_to: maybe(quantity()), rate: quantity() })) },
  deposit_release: { release_date: maybe(date()) },
}

export const strategyOf = (obligation: Row): RecognitionStrategy => wordOf(obligation, 'recognition_strategy')

/** True if an obligation recognises usage, which has no amount in advance. */
export const isUsage = (obligation: Row): boolean =>
  strategyOf(obligation) === 'usage' || strategyOf(obligation) === 'usage_tiered'

/** Returns the problems of an obligation's conditions. Its net amount must be computed before. */
export function conditionProblems(world: World, obligation: Row): Message[] {
  const { obligation_conditions: given } = obligation
  if (given !== null && (typeof given !== 'object' || Array.isArray(given)))
    return [onMember('obligation_conditions', messages.type('object'))]
  const members = MEMBERS[strategyOf(obligation)]
  if (!members) return []
  try {
    const read = readMembers(world, members, knownMembers(members, given ?? {}))
    const problem = CHECKS[strategyOf(obligation)]?.(read, decimalOf(obligation, 'net_amount'))
    return problem === undefined ? [] : [problem]
  } catch (error) {
    if (!isRefusal(error)) throw error
    return messagesWithin(error)
  }
}

type ConditionCheck = (conditions: Row, net: Decimal) => Message | undefined

const CHECKS: { readonly [S in RecognitionStrategy]?: ConditionCheck } = {
  milestone: (conditions, net) => milestoneProblem(linesOf(conditions, 'milestones'), net),
  usage_tiered: (conditions) => tierProblem(linesOf(conditions, 'tiers')),
}

function milestoneProblem(milestones: readonly Row[], net: Decimal): Message | undefined {
  if (milestones.length === 0) return onMember('milestones', messages.noLines)
  const shares = milestones.map(shareOf)
  const [first] = shares
  if (shares.some((share) => share === undefined || share.by !== first?.by))
    return onMember('milestones', messages.oneShare)
  if (shares.some((share) => share?.value.lt(0))) return onMember('milestones', messages.atLeast(0))
  const expected = first?.by === 'percentage' ? decimal(100) : net
  const total = sum(shares.flatMap((share) => (share ? [share.value] : [])))
  return total.eq(expected) ? undefined : onMember('milestones', messages.addUpTo(expected.toFixed()))
}

/** Conditions are stored as sent, so an amount may be a number. */
function shareOf(milestone: Row): { by: 'percentage' | 'amount'; value: Decimal } | undefined {
  const given = (['percentage', 'amount'] as const).filter((by) => (milestone[by] ?? null) !== null)
  const [by] = given
  return by === undefined || given.length > 1 ? undefined : { by, value: decimal(String(milestone[by])) }
}

function tierProblem(tiers: readonly Row[]): Message | undefined {
  const bounds = tiers.map(({ up_to }) => (up_to === null ? null : decimal(String(up_to))))
  const isRising = bounds.every((bound, index) => {
    if (index === bounds.length - 1) return bound === null
    const below = index === 0 ? decimal(0) : bounds[index - 1]
    return bound !== null && below !== null && below !== undefined && bound.gt(below)
  })
  return tiers.length > 0 && isRising ? undefined : onMember('tiers', messages.risingTiers)
}

const listIn = (obligation: Row, name: string): readonly Row[] =>
  linesOf(objectOf(obligation, 'obligation_conditions') ?? {}, name)

export const milestonesIn = (obligation: Row): readonly Row[] => listIn(obligation, 'milestones')

export const milestonesOf = (obligation: Row): Milestone[] =>
  milestonesIn(obligation).map((milestone) => ({
    share: shareOf(milestone)?.value ?? decimal(0),
    achievedDate: textOrNull(milestone, 'achieved_date'),
  }))

export const hasOpenMilestone = (obligation: Row): boolean =>
  strategyOf(obligation) === 'milestone' &&
  milestonesOf(obligation).some(({ achievedDate }) => achievedDate === null)

export const tiersOf = (obligation: Row): Tier[] =>
  listIn(obligation, 'tiers').map((tier) => ({
    upTo: (tier.up_to ?? null) === null ? null : decimal(String(tier.up_to)),
    rate: decimal(String(tier.rate)),
  }))

export const releaseDateOf = (obligation: Row): string | null => {
  const conditions = objectOf(obligation, 'obligation_conditions')
  return conditions && typeof conditions.release_date === 'string' ? textOf(conditions, 'release_date') : null
}

/** The days on which an obligation can be used. */
export const termOf = (obligation: Row): { readonly from: string; readonly to: string } => ({
  from: textOf(obligation, 'recognition_start_date'),
  to: textOrNull(obligation, 'recognition_end_date') ?? LAST_DATE,
})

export const isInTerm = (obligation: Row, day: string): boolean => {
  const { from, to } = termOf(obligation)
  return from <= day && day <= to
}
