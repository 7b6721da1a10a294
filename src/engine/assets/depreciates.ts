import { numberOf } from '../model/row'
import type { Behaviour } from '../write/behaviour'
import { archive } from '../write/update'
import type { Write } from '../write/write'
import { endOfMonth, monthOf, monthsToMove } from './fiscal-months'
import {
  awaiting,
  type DepreciationPlan,
  depreciationsOf,
  type PlannedAmount,
  planOf,
  plansOf,
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
const DUE = 'due depreciation'

/** Assets that lose their cost by the clock (docs/service.md §11.7). */
export const depreciates: Behaviour = {
  name: 'depreciates',
  appliesTo: (definition) => definition.depreciates !== undefined,

  effect(write) {
    const { world, after } = write
    const isAutomatic = world.assumptions.read('asset-status') === 'automatic'
    if (write.isArchiving) {
      takeBack(write)
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
    write.notes.set(DUE, due)
    if (due.length > 0) write.changesOthers = true
  },

  written(write) {
    const { world, organization, after } = write
    for (const entry of (write.notes.get(DUE) ?? []) as readonly PlannedAmount[])
      postDepreciation(world, organization, writesOf(write), after, entry)
  },
}

const writesOf = ({ definition }: Write): string => definition.depreciates?.writes ?? ''

const keptOf = ({ world, organization, after }: Write): DepreciationPlan | undefined =>
  plansOf(world, organization).get(numberOf(after, 'number'))

const lastOf = (due: readonly PlannedAmount[]): string => due.at(-1)?.date ?? ''

const dueOf = ({ world }: Write, { schedule, next }: DepreciationPlan): readonly PlannedAmount[] =>
  schedule.slice(next).filter(({ date }) => date <= world.clock.today)

/** The plan that the asset has from now on; none if its method posts nothing. */
function planFor(write: Write, kept: DepreciationPlan | undefined): DepreciationPlan | undefined {
  const { world, organization, before, after } = write
  const current = kept && isResumed(write) ? movedOn(write, kept) : kept
  const isKept = current && before && TERMS.every((member) => isSame(before[member], after[member]))
  if (isKept) return current
  const posted = depreciationsOf(world, organization, writesOf(write), numberOf(after, 'number')).total
  return planOf(world, organization, after, posted, current)
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

const isResumed = ({ before, after }: Write): boolean =>
  before?.status === 'inactive' && after.status !== 'inactive'

/** What a pause kept from being posted comes later, and with it all the rest. */
function movedOn(write: Write, plan: DepreciationPlan): DepreciationPlan {
  const { world, organization, before } = write
  const first = plan.schedule[plan.next]
  const terms = termsOf(world, organization, before ?? write.after)
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
  const { world, organization, definition } = write
  const next = isActive ? plan.schedule[plan.next]?.date : undefined
  if (plan === kept && (kept.timer !== null) === (next !== undefined)) return
  const waiting = { ...plan, timer: kept?.timer ?? null }
  plansOf(world, organization).put(awaiting(world, organization, definition.name, waiting, next))
}

function forget({ world, organization }: Write, plan: DepreciationPlan): void {
  if (plan.timer !== null) world.clock.cancel(plan.timer)
  plansOf(world, organization).remove(plan.id)
}

/** An archived asset has lost nothing: its depreciation is reversed. */
function takeBack(write: Write): void {
  const { world, organization, actor, after } = write
  const type = world.registry.type(writesOf(write))
  const kept = keptOf(write)
  if (kept) forget(write, kept)
  for (const row of depreciationsOf(world, organization, writesOf(write), numberOf(after, 'number')).rows)
    archive(world, type, organization, actor, row)
}
