import type { Decimal, Spread } from '../../kernel/money'
import { daysBetween } from '../../kernel/plain-date'
import type { Row } from '../../kernel/store'
import { decimalOf, type MutableRow, numberOf, numberOrNull, textOf, textOrNull, wordOf } from '../model/row'
import type { Rhythm } from '../recognition/periods'
import {
  isOverTime,
  type Milestone,
  type RecognitionTerms,
  recognitionSchedule,
  recognitionStub,
  type ScheduledAmount,
} from '../recognition/schedule'
import { billingInstalments } from '../recognition/usage'
import type { ContractFrequency } from '../schema/contract-fields'
import type { Write } from '../write/write'
import { isUsage, milestonesOf, releaseDateOf, strategyOf } from './conditions'

/** Members of an obligation, and the contract members that they default to. */
const INHERITED = {
  billing_start_date: 'billing_start_date',
  billing_end_date: 'end_date',
  billing_frequency: 'billing_frequency',
  billing_interval: 'billing_interval',
  recognition_start_date: 'recognition_start_date',
  recognition_end_date: 'end_date',
  recognition_frequency: 'recognition_frequency',
  recognition_interval: 'recognition_interval',
  term_id: 'term_id',
} as const

/** Fills in the members that obligations leave out (§13.1). */
export function inheritTerms(contract: Row, obligations: readonly MutableRow[]): void {
  for (const obligation of obligations)
    for (const [member, source] of Object.entries(INHERITED)) obligation[member] ??= contract[source]
}

/** Enough for daily periods over a working life. A longer schedule is a mistake and would take hours to compute. */
export const PERIODS_AT_MOST = 20_000

const DAYS: Readonly<Record<ContractFrequency, number>> = { daily: 1, weekly: 7, monthly: 30, annually: 365 }

/** Estimates the number of periods that a contract plans (`schedule-limit`, §13.1). */
export const plannedPeriods = (obligations: readonly Row[], kind: 'billing' | 'recognition'): number =>
  obligations.filter((one) => isPlanned(one, kind)).reduce((all, one) => all + periodsIn(one, kind), 0)

/** Usage and milestones are not planned in periods, nor is billing that is skipped or follows recognition. */
function isPlanned(obligation: Row, kind: 'billing' | 'recognition'): boolean {
  if (kind === 'recognition') return isOverTime(strategyOf(obligation))
  const { skip_invoice_generation, sync_billing_with_recognition } = obligation
  return !isUsage(obligation) && skip_invoice_generation !== true && sync_billing_with_recognition !== true
}

function periodsIn(obligation: Row, kind: 'billing' | 'recognition'): number {
  const [start, end] = [obligation[`${kind}_start_date`], obligation[`${kind}_end_date`]]
  if (typeof start !== 'string' || typeof end !== 'string') return 0
  const unit =
    DAYS[wordOf<ContractFrequency>(obligation, `${kind}_frequency`)] *
    numberOf(obligation, `${kind}_interval`)
  return daysBetween(start, end) / unit
}

function rhythmOf(contract: Row, obligation: Row, kind: 'billing' | 'recognition'): Rhythm {
  return {
    frequency: wordOf(obligation, `${kind}_frequency`),
    interval: numberOf(obligation, `${kind}_interval`),
    anchorWeekday: numberOrNull(contract, `${kind}_anchor_weekday`),
  }
}

const spreadOf =
  (write: Write): Spread =>
  (total, weights) =>
    write.spread(total, weights)

/** Computes the recognition schedule of an obligation, by default for its allocated amount. */
export const scheduleOf = (
  write: Write,
  obligation: Row,
  {
    amount = decimalOf(obligation, 'allocated_amount'),
    milestones = milestonesOf(obligation),
  }: { readonly amount?: Decimal; readonly milestones?: readonly Milestone[] } = {},
): ScheduledAmount[] =>
  recognitionSchedule(strategyOf(obligation), amount, termsOf(write, obligation, milestones), spreadOf(write))

/** Computes the partial entry of the period that `day` cuts, if recognition ends on that day. */
export const stubOf = (write: Write, obligation: Row, day: string): ScheduledAmount | undefined =>
  recognitionStub(
    strategyOf(obligation),
    decimalOf(obligation, 'allocated_amount'),
    termsOf(write, obligation, []),
    day,
    spreadOf(write),
  )

const termsOf = (write: Write, obligation: Row, milestones: readonly Milestone[]): RecognitionTerms => ({
  start: textOf(obligation, 'recognition_start_date'),
  end: textOrNull(obligation, 'recognition_end_date'),
  rhythm: rhythmOf(write.after, obligation, 'recognition'),
  // A getter, because only recognition over time rests on this assumption.
  get unitStart() {
    return write.world.assumptions.read('recognition-periods')
  },
  milestones,
  releaseDate: releaseDateOf(obligation),
})

/** Computes the instalments of an obligation's net amount. */
export const billingOf = (write: Write, obligation: Row): ScheduledAmount[] =>
  billingInstalments(
    decimalOf(obligation, 'net_amount'),
    {
      start: textOf(obligation, 'billing_start_date'),
      end: textOrNull(obligation, 'billing_end_date'),
      rhythm: rhythmOf(write.after, obligation, 'billing'),
      time: write.world.assumptions.read('billing-periods'),
    },
    spreadOf(write),
  )
