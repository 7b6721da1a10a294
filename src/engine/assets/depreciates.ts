import { areAlike } from '../../kernel/are-alike'
import { zero } from '../../kernel/money'
import { settingOf } from '../model/compiled-type'
import { numberOf } from '../model/row'
import { defineBehaviour } from '../write/behaviour'
import { archive } from '../write/verbs'
import type { Write } from '../write/write'
import { isDisposed } from './book-value'
import { postDisposal } from './disposal'
import { endOfMonth, lastPeriodEnd, monthOf, monthsToMove } from './fiscal-months'
import {
  type DepreciationPlan,
  depreciationsOf,
  depreciationTerms,
  later,
  type PlannedAmount,
  planOf,
  plansOf,
  postedFor,
  removePlan,
  withTimer,
} from './plan'
import { postDepreciation } from './run'

/** A change to any of these members recomputes the remaining schedule. */
const TERMS = [
  'company_id',
  'cost',
  'salvage_value',
  'accumulated_beginning_balance',
  'accumulated_through',
  'useful_life',
  'depreciation_method',
  'depreciation_start_date',
  'convention',
  'depreciation_frequency',
  'acceleration_factor',
  'custom_schedule',
  'custom_schedule_type',
] as const

/** Maintains the depreciation plan of an asset, and posts entries that are due when it is written (§11.7). */
export const depreciates = defineBehaviour('depreciates', 'depreciates', {
  notes: (): { due: readonly PlannedAmount[] } => ({ due: [] }),

  effect(write, _word, notes) {
    const { world, after } = write
    const isAutomatic = world.assumptions.read('asset-status') === 'automatic'
    if (write.isArchiving) {
      endDepreciation(write)
      if (isAutomatic) after.status = 'disposed'
    }
    if (!write.isPosted) return
    const kept = keptOf(write)
    const plan = world.assumptions.read('depreciation-run') === 'on' ? planFor(write, kept) : undefined
    if (!plan) {
      if (kept) removePlan(write, kept)
      return
    }
    const isActive = after.status !== 'inactive'
    const due = isActive ? dueOf(write, plan) : []
    const reached =
      due.length === 0 ? plan : { ...plan, next: plan.next + due.length, through: due.at(-1)?.date ?? '' }
    if (isActive && isAutomatic)
      after.status = reached.next === reached.schedule.length ? 'fully_amortized' : 'active'
    storePlan(write, kept, reached, isActive)
    notes.due = due
    if (due.length > 0) write.changesOthers = true
  },

  written(write, { writes }, { due }) {
    for (const entry of due) postDepreciation(write, writes, write.after, entry)
  },
})

const writesOf = ({ definition }: Write): string => settingOf(definition, 'depreciates').writes

const keptOf = (write: Write): DepreciationPlan | undefined =>
  plansOf(write).get(numberOf(write.after, 'number'))

const dueOf = ({ world }: Write, { schedule, next }: DepreciationPlan): readonly PlannedAmount[] =>
  schedule.slice(next).filter(({ date }) => date <= world.clock.today)

/** The plan from now on: the current one, or one for new terms; undefined if the method posts nothing. */
function planFor(write: Write, kept: DepreciationPlan | undefined): DepreciationPlan | undefined {
  const { before, after } = write
  const current = kept && isResumed(write) ? moveAfterPause(write, kept) : kept
  const isKept = current && before && TERMS.every((member) => areAlike(before[member], after[member]))
  if (isKept) return current
  const posted = depreciationsOf(write, writesOf(write), numberOf(after, 'number')).total
  return planOf(write, after, posted, progressAfter(write, current))
}

/** After an edit, a new plan starts after the periods that are over. Periods of a pause stay open (§11.7). */
function progressAfter(
  write: Write,
  current: DepreciationPlan | undefined,
): Pick<DepreciationPlan, 'moved' | 'through'> | undefined {
  const { world, before, after, wasPosted } = write
  const isEdit = wasPosted && before?.status !== 'inactive'
  if (!isEdit || world.assumptions.read('asset-edit') === 'catch-up') return current
  const over = lastPeriodEnd(world.clock.today, depreciationTerms(write, after))
  return { moved: current?.moved ?? 0, through: later(current?.through ?? null, over) }
}

const isResumed = ({ before, after }: Write): boolean =>
  before?.status === 'inactive' && after.status !== 'inactive'

/** After a pause, moves the remaining schedule so that its next entry is not before today. */
function moveAfterPause(write: Write, plan: DepreciationPlan): DepreciationPlan {
  const { world, before } = write
  const first = plan.schedule[plan.next]
  const terms = depreciationTerms(write, before ?? write.after)
  const months = first ? monthsToMove(first.date, world.clock.today, terms) : 0
  if (months === 0) return plan
  const move = (date: string): string => endOfMonth(monthOf(date) + months)
  return {
    ...plan,
    schedule: plan.schedule.map(({ date, amount }, index) =>
      index < plan.next ? { date, amount } : { date: move(date), amount },
    ),
    through: plan.through && move(plan.through),
    moved: plan.moved + months,
  }
}

/** Stores the plan, with a timer for its next entry. Does nothing if neither plan nor timer changes. */
function storePlan(
  write: Write,
  kept: DepreciationPlan | undefined,
  plan: DepreciationPlan,
  isActive: boolean,
): void {
  const { definition } = write
  const next = isActive ? plan.schedule[plan.next]?.date : undefined
  if (plan === kept && (kept.timer !== null) === (next !== undefined)) return
  const waiting = { ...plan, timer: kept?.timer ?? null }
  plansOf(write).put(withTimer(write, definition.name, waiting, next))
}

/** Archives the depreciation of an archived asset, or disposes of it today (`asset-disposal: write-off`). */
function endDepreciation(write: Write): void {
  const { world, after, definition } = write
  const number = numberOf(after, 'number')
  const isWrittenOff = write.wasPosted && world.assumptions.read('asset-disposal') === 'write-off'
  if (isWrittenOff && !isDisposed(write, definition, number))
    postDisposal(write, definition, after, { date: world.clock.today, proceeds: zero, account_number: null })
  const kept = keptOf(write)
  if (kept) removePlan(write, kept)
  if (isWrittenOff) return
  for (const name of [settingOf(definition, 'depreciates').disposals, writesOf(write)])
    for (const row of postedFor(write, name, number)) archive(write, world.registry.type(name), row)
}
