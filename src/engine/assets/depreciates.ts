import { numberOf } from '../model/row'
import type { Capability } from '../write/behaviour'
import { archive } from '../write/update'
import type { Work } from '../write/write'
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
export const depreciates: Capability = {
  name: 'depreciates',
  appliesTo: (definition) => definition.depreciates !== undefined,

  effect(work) {
    const { world, draft } = work
    const isAutomatic = world.assumptions.read('asset-status') === 'automatic'
    if (work.isArchiving) {
      takeBack(work)
      if (isAutomatic) draft.status = 'disposed'
    }
    if (!work.isPosted) return
    const kept = keptOf(work)
    const plan = world.assumptions.read('depreciation-run') === 'on' ? planFor(work, kept) : undefined
    if (!plan) {
      if (kept) forget(work, kept)
      return
    }
    const isActive = draft.status !== 'inactive'
    const due = isActive ? dueOf(work, plan) : []
    const reached = due.length === 0 ? plan : { ...plan, next: plan.next + due.length, through: lastOf(due) }
    if (isActive && isAutomatic)
      draft.status = reached.next === reached.schedule.length ? 'fully_amortized' : 'active'
    settle(work, kept, reached, isActive)
    work.notes.set(DUE, due)
    if (due.length > 0) work.changesOthers = true
  },

  written(work) {
    const { world, organization, draft } = work
    for (const entry of (work.notes.get(DUE) ?? []) as readonly PlannedAmount[])
      postDepreciation(world, organization, writesOf(work), draft, entry)
  },
}

const writesOf = ({ definition }: Work): string => definition.depreciates?.writes ?? ''

const keptOf = ({ world, organization, draft }: Work): DepreciationPlan | undefined =>
  plansOf(world, organization).get(numberOf(draft, 'number'))

const lastOf = (due: readonly PlannedAmount[]): string => due.at(-1)?.date ?? ''

const dueOf = ({ world }: Work, { schedule, next }: DepreciationPlan): readonly PlannedAmount[] =>
  schedule.slice(next).filter(({ date }) => date <= world.clock.today)

/** The plan that the asset has from now on; none if its method posts nothing. */
function planFor(work: Work, kept: DepreciationPlan | undefined): DepreciationPlan | undefined {
  const { world, organization, before, draft } = work
  const current = kept && isResumed(work) ? movedOn(work, kept) : kept
  const isKept = current && before && TERMS.every((member) => isSame(before[member], draft[member]))
  if (isKept) return current
  const posted = depreciationsOf(world, organization, writesOf(work), numberOf(draft, 'number')).total
  return planOf(world, organization, draft, posted, current)
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

const isResumed = ({ before, draft }: Work): boolean =>
  before?.status === 'inactive' && draft.status !== 'inactive'

/** What a pause kept from being posted comes later, and with it all the rest. */
function movedOn(work: Work, plan: DepreciationPlan): DepreciationPlan {
  const { world, organization, before } = work
  const first = plan.schedule[plan.next]
  const terms = termsOf(world, organization, before ?? work.draft)
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
function settle(
  work: Work,
  kept: DepreciationPlan | undefined,
  plan: DepreciationPlan,
  isActive: boolean,
): void {
  const { world, organization, definition } = work
  const next = isActive ? plan.schedule[plan.next]?.date : undefined
  if (plan === kept && (kept.timer !== null) === (next !== undefined)) return
  const waiting = { ...plan, timer: kept?.timer ?? null }
  plansOf(world, organization).put(awaiting(world, organization, definition.name, waiting, next))
}

function forget({ world, organization }: Work, plan: DepreciationPlan): void {
  if (plan.timer !== null) world.clock.cancel(plan.timer)
  plansOf(world, organization).remove(plan.id)
}

/** An archived asset has lost nothing: its depreciation is reversed. */
function takeBack(work: Work): void {
  const { world, organization, actor, draft } = work
  const resource = world.machine.resource(writesOf(work))
  const kept = keptOf(work)
  if (kept) forget(work, kept)
  for (const row of depreciationsOf(world, organization, writesOf(work), numberOf(draft, 'number')).rows)
    archive(world, resource, organization, actor, row)
}
