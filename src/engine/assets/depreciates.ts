import { zero } from '../../kernel/money'
import { numberOf } from '../model/row'
import { defineBehaviour } from '../write/behaviour'
import { archive } from '../write/update'
import type { Write } from '../write/write'
import { isDisposed } from './book-value'
import { postDisposal } from './disposal'
import { endOfMonth, lastPeriodEnd, monthOf, monthsToMove } from './fiscal-months'
import {
  awaiting,
  type DepreciationPlan,
  depreciationsOf,
  forget,
  later,
  type PlannedAmount,
  planOf,
  plansOf,
  postedFor,
  termsOf,
} from './plan'
import { postDepreciation } from './run'

/** A change of one of these plans anew what is still to come. */
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

/** The note with the entries that are due as soon as the asset is written. */

/** Assets that lose their cost by the clock (docs/service.md §11.7). */
export const depreciates = defineBehaviour('depreciates', 'depreciates', {
  notes: (): { due: readonly PlannedAmount[] } => ({ due: [] }),

  effect(write, _word, notes) {
    const { world, after } = write
    const isAutomatic = world.assumptions.read('asset-status') === 'automatic'
    if (write.isArchiving) {
      remove(write)
      if (isAutomatic) after.status = 'disposed'
    }
    if (!write.isPosted) return
    const kept = keptOf(write)
    const plan = world.assumptions.read('depreciation-run') === 'on' ? planFor(write, kept) : undefined
    if (!plan) {
      if (kept) forget(write, kept)
      return
    }
    const isActive = after.status !== 'inactive'
    const due = isActive ? dueOf(write, plan) : []
    const reached = due.length === 0 ? plan : { ...plan, next: plan.next + due.length, through: lastOf(due) }
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

const writesOf = ({ definition }: Write): string => definition.depreciates?.writes ?? ''

const keptOf = (write: Write): DepreciationPlan | undefined =>
  plansOf(write).get(numberOf(write.after, 'number'))

const lastOf = (due: readonly PlannedAmount[]): string => due.at(-1)?.date ?? ''

const dueOf = ({ world }: Write, { schedule, next }: DepreciationPlan): readonly PlannedAmount[] =>
  schedule.slice(next).filter(({ date }) => date <= world.clock.today)

/** The plan that the asset has from now on; none if its method posts nothing. */
function planFor(write: Write, kept: DepreciationPlan | undefined): DepreciationPlan | undefined {
  const { before, after } = write
  const current = kept && isResumed(write) ? movedOn(write, kept) : kept
  const isKept = current && before && TERMS.every((member) => isSame(before[member], after[member]))
  if (isKept) return current
  const posted = depreciationsOf(write, writesOf(write), numberOf(after, 'number')).total
  return planOf(write, after, posted, prospective(write, current))
}

/** An edit changes nothing about periods that are over; a pause holds them open (docs/service.md §11.7). */
function prospective(write: Write, current: DepreciationPlan | undefined): Progress | undefined {
  const { world, before, after, wasPosted } = write
  const isEdit = wasPosted && before?.status !== 'inactive'
  if (!isEdit || world.assumptions.read('asset-edit') === 'catch-up') return current
  const over = lastPeriodEnd(world.clock.today, termsOf(write, after))
  return { moved: current?.moved ?? 0, through: later(current?.through ?? null, over) }
}

type Progress = Pick<DepreciationPlan, 'moved' | 'through'>

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

const isResumed = ({ before, after }: Write): boolean =>
  before?.status === 'inactive' && after.status !== 'inactive'

/** What a pause kept from being posted comes later, and with it all the rest. */
function movedOn(write: Write, plan: DepreciationPlan): DepreciationPlan {
  const { world, before } = write
  const first = plan.schedule[plan.next]
  const terms = termsOf(write, before ?? write.after)
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

/** Keeps the plan and has the clock wake the asset at the next entry, if that is not so already. */
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
  plansOf(write).put(awaiting(write, definition.name, waiting, next))
}

/** An archived asset has lost nothing, and nobody has bought it; or, with the switch, it is gone on the day. */
function remove(write: Write): void {
  const { world, after, definition } = write
  const number = numberOf(after, 'number')
  const kept = keptOf(write)
  if (kept) forget(write, kept)
  if (write.wasPosted && world.assumptions.read('asset-disposal') === 'write-off') {
    if (!isDisposed(write, definition, number))
      postDisposal(write, definition, after, {
        date: world.clock.today,
        proceeds: zero,
        account_number: null,
      })
    return
  }
  for (const name of [definition.depreciates?.disposals ?? '', writesOf(write)])
    for (const row of postedFor(write, name, number)) archive(write, world.registry.type(name), row)
}
