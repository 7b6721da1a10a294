import type { Decimal } from '../../kernel/money'
import { daysBetween } from '../../kernel/plain-date'
import type { Row } from '../../kernel/store'
import { decimalOf, type MutableRow, numberOf, textOf } from '../model/row'
import { billingInstalments } from '../recognition/billing'
import type { Rhythm } from '../recognition/periods'
import {
  isOverTime,
  type Milestone,
  type RecognitionTerms,
  recognitionSchedule,
  recognitionStub,
  type ScheduledAmount,
} from '../recognition/schedule'
import type { Frequency } from '../schema/contract-fields'
import type { Write } from '../write/write'
import { isUsage, milestonesOf, releaseDateOf, strategyOf } from './conditions'

/** Members that an obligation takes from the contract, where it says nothing itself. */
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

/** Obligations say what the contract says, where they say nothing themselves (docs/service.md §13.1). */
export function inheritTerms(contract: Row, obligations: readonly MutableRow[]): void {
  for (const obligation of obligations)
    for (const [member, source] of Object.entries(INHERITED)) obligation[member] ??= contract[source]
}

/** Daily for a working life: a schedule beyond that is a slip of the pen, and would take the service hours. */
export const PERIODS_AT_MOST = 20_000

const DAYS: Readonly<Record<Frequency, number>> = { daily: 1, weekly: 7, monthly: 30, annually: 365 }

/** About how many periods a contract plans (`schedule-limit`, docs/service.md §13.1). */
export const plannedPeriods = (obligations: readonly Row[], of: 'billing' | 'recognition'): number =>
  obligations.filter((one) => isPlanned(one, of)).reduce((all, one) => all + periodsIn(one, of), 0)

/** What is used or achieved is not planned, nor is what is billed elsewhere or as it is recognised. */
function isPlanned(obligation: Row, of: 'billing' | 'recognition'): boolean {
  if (of === 'recognition') return isOverTime(strategyOf(obligation))
  const { skip_invoice_generation, sync_billing_with_recognition } = obligation
  return !isUsage(obligation) && skip_invoice_generation !== true && sync_billing_with_recognition !== true
}

function periodsIn(obligation: Row, of: 'billing' | 'recognition'): number {
  const [start, end] = [obligation[`${of}_start_date`], obligation[`${of}_end_date`]]
  if (typeof start !== 'string' || typeof end !== 'string') return 0
  const unit = DAYS[obligation[`${of}_frequency`] as Frequency] * numberOf(obligation, `${of}_interval`)
  return daysBetween(start, end) / unit
}

function rhythmOf(contract: Row, obligation: Row, of: 'billing' | 'recognition'): Rhythm {
  return {
    frequency: obligation[`${of}_frequency`] as Frequency,
    interval: numberOf(obligation, `${of}_interval`),
    anchorWeekday: contract[`${of}_anchor_weekday`] as number | null,
  }
}

/** What the obligation recognises when, of what was allocated to it. */
export const scheduleOf = (
  write: Write,
  obligation: Row,
  {
    amount = decimalOf(obligation, 'allocated_amount'),
    milestones = milestonesOf(obligation),
  }: { readonly amount?: Decimal; readonly milestones?: readonly Milestone[] } = {},
): ScheduledAmount[] =>
  recognitionSchedule(strategyOf(obligation), amount, termsOf(write, obligation, milestones), (value) =>
    write.round(value),
  )

/** What is recognised of the period that a day cuts, where recognition ends with the day. */
export const stubOf = (write: Write, obligation: Row, day: string): ScheduledAmount | undefined =>
  recognitionStub(
    strategyOf(obligation),
    decimalOf(obligation, 'allocated_amount'),
    termsOf(write, obligation, []),
    day,
    (value) => write.round(value),
  )

const termsOf = (write: Write, obligation: Row, milestones: readonly Milestone[]): RecognitionTerms => ({
  start: textOf(obligation, 'recognition_start_date'),
  end: obligation.recognition_end_date as string | null,
  rhythm: rhythmOf(write.after, obligation, 'recognition'),
  // Only what is recognised over time rests on it.
  get unitStart() {
    return write.world.assumptions.read('recognition-periods')
  },
  milestones,
  releaseDate: releaseDateOf(obligation),
})

/** What the obligation bills when, of its net amount. */
export const billingOf = (write: Write, obligation: Row): ScheduledAmount[] =>
  billingInstalments(
    decimalOf(obligation, 'net_amount'),
    {
      start: textOf(obligation, 'billing_start_date'),
      end: obligation.billing_end_date as string | null,
      rhythm: rhythmOf(write.after, obligation, 'billing'),
      time: write.world.assumptions.read('billing-periods'),
    },
    (value) => write.round(value),
  )
