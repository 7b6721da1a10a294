import type { Timer } from '../../kernel/clock'
import { invariant } from '../../kernel/invariant'
import type { Row } from '../../kernel/store'
import { firstOpenDate } from '../ledger/period-locks'
import { type MutableRow, numberOf, textOf } from '../model/row'
import type { World } from '../model/world'
import { attempt } from '../write/attempt'
import { create } from '../write/create'
import { touch } from '../write/save'
import { nextPeriodEnd } from './fiscal-months'
import { awaiting, type DepreciationPlan, type PlannedAmount, plansOf, termsOf } from './plan'

/** A posting of an asset is due: writes it off, and waits for the next one (docs/service.md §11.7). */
export function wakeDepreciation(world: World, { scope: organization, data }: Timer): void {
  const { definition } = world.registry.type(textOf(data, 'resource'))
  const table = world.store.table(organization, definition.name)
  const plans = plansOf(world, organization)
  const asset = table.get(numberOf(data, 'number'))
  const plan = plans.get(numberOf(data, 'number'))
  invariant(asset && plan && definition.depreciates, `nothing depreciates for asset ${String(data.number)}`)
  const scene = { world, organization, asset, writes: definition.depreciates.writes }
  const isOn = world.assumptions.read('depreciation-run') === 'on'
  const posted = isOn ? postDue(scene, plan) : plan
  const day = isOn ? nextDay(scene, posted) : undefined
  plans.put(awaiting(world, organization, definition.name, { ...posted, timer: null }, day))
  if (posted.next < plan.schedule.length || world.assumptions.read('asset-status') === 'manual') return
  const after: MutableRow = { ...asset, status: 'fully_amortized' }
  touch(world, after)
  table.put(after)
}

interface Scene {
  readonly world: World
  readonly organization: string
  readonly asset: Row
  readonly writes: string
}

/** Everything up to today, in order. One that is refused keeps those after it waiting. */
function postDue(context: Scene, plan: DepreciationPlan): DepreciationPlan {
  let done = plan
  for (const entry of plan.schedule.slice(plan.next)) {
    if (entry.date > context.world.clock.today) break
    const further = { ...done, next: done.next + 1, through: entry.date, timer: null }
    if (!tryPosting(context, entry, further)) break
    done = further
  }
  return done
}

function tryPosting(
  { world, organization, asset, writes }: Scene,
  entry: PlannedAmount,
  further: DepreciationPlan,
): boolean {
  const errors = attempt(world, organization, () => {
    postDepreciation(world, organization, writes, asset, entry)
    plansOf(world, organization).put(further)
  })
  return errors === undefined
}

/** The day of the next entry. One that was refused is tried again at the end of the next period. */
function nextDay(
  { world, organization, asset }: Scene,
  { schedule, next }: DepreciationPlan,
): string | undefined {
  const { today } = world.clock
  const entry = schedule[next]
  if (!entry) return undefined
  const day = entry.date > today ? entry.date : nextPeriodEnd(today, termsOf(world, organization, asset))
  return day > today ? day : undefined
}

/** Writes off a planned amount as a record of its own, in an open period (docs/service.md §11.7). */
export function postDepreciation(
  world: World,
  organization: string,
  writes: string,
  asset: Row,
  { date, amount }: PlannedAmount,
): void {
  const actor = {
    actor_type: 'depreciation',
    email: null,
    first_name: textOf(asset, 'name'),
    last_name: null,
  }
  create(world, world.registry.type(writes), organization, actor, {
    // Where no day is open any more, the ordinary check refuses it.
    date: firstOpenDate(world, organization, numberOf(asset, 'company_id'), date),
    company_id: asset.company_id,
    currency_iso_4217_code: asset.currency_iso_4217_code,
    exchange_rate: asset.exchange_rate,
    amount,
    fixed_asset_number: asset.number,
    expense_account_number: asset.expense_account_number,
    accumulation_account_number: asset.accumulation_account_number,
  })
}
