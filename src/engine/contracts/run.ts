import type { Timer } from '../../kernel/clock'
import { invariant } from '../../kernel/invariant'
import { addDays, LAST_DATE } from '../../kernel/plain-date'
import type { Row } from '../../kernel/store'
import { rescheduleAt } from '../model/reschedule-at'
import { linesOf, type MutableRow, numberOf, textOf } from '../model/row'
import type { World } from '../model/world'
import { amend } from '../write/save'
import { billDay } from './billing'
import { hasOpenMilestone, isUsage } from './conditions'
import { type ContractContext, contractRules, givenSchedule, rowsOf } from './context'
import { type Instalment, planInstalments, plannedInstalments } from './plan'
import { recogniseDay } from './recognition'

/** The kind of the timers that wait for the next day on which a contract has something to do. */
export const CONTRACT = 'contract'

/**
 * Does what has come due of an active contract, day by day, and waits for the next day
 * (docs/service.md §13.4, §13.5). Only the columns of the draft change; whoever calls puts it.
 */
export function runContract(context: ContractContext, contract: MutableRow): void {
  const until =
    context.world.assumptions.read('recognition-timing') === 'all-at-activation'
      ? LAST_DATE
      : context.world.clock.today
  let due = nextDay(context, contract)
  while (due.day !== undefined && due.day <= until) {
    billDay(context, contract, due.instalments)
    recogniseDay(context, contract, due.entries)
    const next = nextDay(context, contract)
    // The last day of all can be locked for ever.
    if (next.day === due.day) break
    due = next
  }
  settleStatus(context, contract, due.all)
  awaitNext(context, contract, due.day)
}

const entries = ({ world, organization, rules }: ContractContext, contract: Row): Row[] =>
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
function nextDay(context: ContractContext, contract: Row): Day {
  const all = entries(context, contract)
  const [planned, waiting] = [plannedInstalments(context, contract), all.filter(isDraft)]
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
function settleStatus(context: ContractContext, contract: MutableRow, all: readonly Row[]): void {
  if (contract.status !== 'active') return
  const isOpen = all.some(isDraft) || mayFollow(context, contract)
  if (!isOpen && all.some((entry) => entry.record_status === 'posted')) contract.status = 'completed'
}

/** Milestones that are not achieved, and usage until the term is over. */
function mayFollow(context: ContractContext, contract: Row): boolean {
  const obligations = linesOf(contract, context.rules.obligations)
  const isGiven = givenSchedule(context.world, contract).length > 0
  return (
    (obligations.some(isUsage) && !isOver(context, contract)) ||
    (!isGiven && obligations.some(hasOpenMilestone))
  )
}

const isOver = ({ world }: ContractContext, { end_date }: Row): boolean =>
  typeof end_date === 'string' && world.clock.today > end_date

function awaitNext(context: ContractContext, contract: MutableRow, next: string | undefined): void {
  const day = [next, endOfUsage(context, contract)]
    .filter((one) => one !== undefined && one > context.world.clock.today)
    .sort()
    .at(0)
  contract.timer = rescheduleAt(context.world, contract.timer as number | null, day, {
    kind: CONTRACT,
    scope: context.organization,
    data: { contract: contract.id },
  })
}

/** The day after the term, on which a contract with usage may be completed. */
function endOfUsage(context: ContractContext, contract: Row): string | undefined {
  const { end_date, status } = contract
  if (status !== 'active' || typeof end_date !== 'string' || end_date === LAST_DATE) return undefined
  if (isOver(context, contract) || !linesOf(contract, context.rules.obligations).some(isUsage))
    return undefined
  return addDays(textOf(contract, 'end_date'), 1)
}

/** What has not come due yet never will (docs/service.md §13.2). */
export function dropAfter(context: ContractContext, contract: Row, date: string): void {
  const { world, organization, rules } = context
  const recognitions = world.store.table(organization, rules.recognitions)
  for (const entry of entries(context, contract))
    if (isDraft(entry) && textOf(entry, 'date') > date) recognitions.remove(numberOf(entry, 'id'))
  const planned = plannedInstalments(context, contract)
  if (planned.some((row) => row.date > date))
    planInstalments(
      context,
      contract,
      planned.filter((row) => row.date <= date),
    )
}

/** A day of a contract has come: recognises and bills it (docs/service.md §13.4, §13.5). */
export function wakeContract(world: World, { scope: organization, data }: Timer): void {
  const { name, rules } = contractRules(world)
  const scope = { world, organization }
  const contract = world.store.table(organization, name).get(numberOf(data, 'contract'))
  invariant(contract, `there is no contract ${String(data.contract)} to wake`)
  const after: MutableRow = { ...contract, timer: null }
  runContract({ ...scope, rules }, after)
  amend(scope, name, after)
  world.audit?.(organization)
}
