import type { Timer } from '../../kernel/clock'
import { invariant } from '../../kernel/invariant'
import { addDays, LAST_DATE } from '../../kernel/plain-date'
import type { Row } from '../../kernel/store'
import { awaitDay } from '../model/reschedule-at'
import { type Draft, linesOf, numberOf, textOf } from '../model/row'
import type { World } from '../model/world'
import { touch } from '../write/save'
import { billDay } from './billing'
import { hasOpenMilestone, isUsage } from './conditions'
import { type ContractScene, contractRules, givenSchedule, rowsOf } from './context'
import { type Instalment, planInstalments, plannedInstalments } from './plan'
import { recogniseDay } from './recognition'

/** The kind of the timers that wait for the next day on which a contract has something to do. */
export const CONTRACT = 'contract'

/**
 * Does what has come due of an active contract, day by day, and waits for the next day
 * (docs/service.md §13.4, §13.5). Only the columns of the draft change; whoever calls puts it.
 */
export function runContract(scene: ContractScene, contract: Draft): void {
  const until =
    scene.world.assumptions.read('recognition-timing') === 'all-at-activation'
      ? LAST_DATE
      : scene.world.clock.today
  let due = nextDay(scene, contract)
  while (due.day !== undefined && due.day <= until) {
    billDay(scene, contract, due.instalments)
    recogniseDay(scene, contract, due.entries)
    const next = nextDay(scene, contract)
    // The last day of all can be locked for ever.
    if (next.day === due.day) break
    due = next
  }
  settleStatus(scene, contract, due.all)
  awaitNext(scene, contract, due.day)
}

const entries = ({ world, organization, rules }: ContractScene, contract: Row): Row[] =>
  rowsOf(world.store.table(organization, rules.recognitions), contract)

const isDraft = (entry: Row): boolean => entry.record_status === 'draft'

interface Day {
  readonly day: string | undefined
  readonly instalments: readonly Instalment[]
  readonly entries: readonly Row[]
  /** All recognitions of the contract: they are many, and looked up once. */
  readonly all: readonly Row[]
}

/** The first day with something to do. */
function nextDay(scene: ContractScene, contract: Row): Day {
  const all = entries(scene, contract)
  const [planned, waiting] = [plannedInstalments(scene, contract), all.filter(isDraft)]
  let day: string | undefined
  for (const date of [...planned.map((one) => one.date), ...waiting.map((one) => textOf(one, 'date'))])
    if (day === undefined || date < day) day = date
  return {
    day,
    instalments: planned.filter(({ date }) => date === day),
    entries: waiting.filter(({ date }) => date === day),
    all,
  }
}

/** A contract is completed with its last recognition, once none can follow any more. */
function settleStatus(scene: ContractScene, contract: Draft, all: readonly Row[]): void {
  if (contract.status !== 'active') return
  const isOpen = all.some(isDraft) || mayFollow(scene, contract)
  if (!isOpen && all.some((entry) => entry.record_status === 'posted')) contract.status = 'completed'
}

/** Milestones that are not achieved, and usage until the term is over. */
function mayFollow(scene: ContractScene, contract: Row): boolean {
  const obligations = linesOf(contract, scene.rules.obligations)
  const isGiven = givenSchedule(scene.world, contract).length > 0
  return (
    (obligations.some(isUsage) && !isOver(scene, contract)) ||
    (!isGiven && obligations.some(hasOpenMilestone))
  )
}

const isOver = ({ world }: ContractScene, { end_date }: Row): boolean =>
  typeof end_date === 'string' && world.clock.today > end_date

function awaitNext(scene: ContractScene, contract: Draft, next: string | undefined): void {
  const day = [next, endOfUsage(scene, contract)]
    .filter((one) => one !== undefined && one > scene.world.clock.today)
    .sort()
    .at(0)
  contract.timer = awaitDay(scene.world, contract.timer as number | null, day, {
    kind: CONTRACT,
    scope: scene.organization,
    data: { contract: contract.id },
  })
}

/** The day after the term, on which a contract with usage may be completed. */
function endOfUsage(scene: ContractScene, contract: Row): string | undefined {
  const { end_date, status } = contract
  if (status !== 'active' || typeof end_date !== 'string' || end_date === LAST_DATE) return undefined
  if (isOver(scene, contract) || !linesOf(contract, scene.rules.obligations).some(isUsage)) return undefined
  return addDays(textOf(contract, 'end_date'), 1)
}

/** What has not come due yet never will (docs/service.md §13.2). */
export function dropAfter(scene: ContractScene, contract: Row, date: string): void {
  const { world, organization, rules } = scene
  const recognitions = world.store.table(organization, rules.recognitions)
  for (const entry of entries(scene, contract))
    if (isDraft(entry) && textOf(entry, 'date') > date) recognitions.remove(numberOf(entry, 'id'))
  const planned = plannedInstalments(scene, contract)
  if (planned.some((row) => row.date > date))
    planInstalments(
      scene,
      contract,
      planned.filter((row) => row.date <= date),
    )
}

/** A day of a contract has come: recognises and bills it (docs/service.md §13.4, §13.5). */
export function wakeContract(world: World, { scope: organization, data }: Timer): void {
  const { name, rules } = contractRules(world)
  const table = world.store.table(organization, name)
  const contract = table.get(numberOf(data, 'contract'))
  invariant(contract, `there is no contract ${String(data.contract)} to wake`)
  const draft: Draft = { ...contract, timer: null }
  runContract({ world, organization, rules }, draft)
  touch(world, draft)
  table.put(draft)
  world.audit?.(organization)
}
