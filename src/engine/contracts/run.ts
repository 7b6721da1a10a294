import { areAlike } from '../../kernel/are-alike'
import type { Timer } from '../../kernel/clock'
import { getOrCreateList } from '../../kernel/get-or-create-list'
import { invariant } from '../../kernel/invariant'
import { addDays, LAST_DATE } from '../../kernel/plain-date'
import type { Row } from '../../kernel/store'
import { firstOpenDate } from '../ledger/period-locks'
import type { World } from '../model/context'
import { linesOf, type MutableRow, numberOf, numberOrNull, textOf, textOrNull } from '../model/row'
import { rescheduleAt } from '../model/timer-kind'
import { changeRow, putOwnedRow } from '../write/save'
import { billDay, moveInstalment, settlementDay, settleTermination } from './billing'
import { hasOpenMilestone, isUsage } from './conditions'
import {
  CONTRACT,
  type ContractContext,
  contractRules,
  givenSchedule,
  NO_NEXT_RUN,
  retryDay,
  rowsOf,
} from './context'
import { type Instalment, planInstalments, plannedInstalments } from './plan'
import { moveRecognition, recogniseDay } from './recognition'

/** Bills and recognises due rows, sets the timer of the next day (§13.4, §13.5). Callers store `contract`. */
export function runContract(context: ContractContext, contract: MutableRow): void {
  const until =
    context.world.assumptions.read('recognition-timing') === 'all-at-activation'
      ? LAST_DATE
      : context.world.clock.today
  leaveLockedPeriods(context, contract, until)
  runDays(context, contract, until)
  // The settlement includes every record, so it waits until none is left to post.
  if (!isWaiting(context, contract)) settleTermination(context, contract)
  completeIfDone(context, contract)
  scheduleNextDay(context, contract)
}

const entries = (context: ContractContext, contract: Row): Row[] => rowsOf(context, 'recognitions', contract)

const isDraft = (entry: Row): boolean => entry.record_status === 'draft'

/** True if something is still to be recognised or billed. */
const isWaiting = (context: ContractContext, contract: Row): boolean =>
  entries(context, contract).some(isDraft) || plannedInstalments(context, contract).length > 0

/** The day of the next attempt: the retry after a refusal, else the date. */
const dayOf = (one: Row): string => textOrNull(one, 'waits_until') ?? textOf(one, 'date')

/** True if a row is due. After a refusal it is due on the day of its retry, even if `until` is later. */
const isDue = ({ world }: ContractContext, one: Row, until: string): boolean =>
  dayOf(one) <= (one.waits_until === null ? until : world.clock.today)

/** Moves due rows out of locked periods to the first open day (§11.4). A lock may be lifted, so it retries. */
function leaveLockedPeriods(context: ContractContext, contract: Row, until: string): void {
  const daysOf = (one: Row, planned: string): Row => {
    const date = firstOpenDate(context, numberOf(contract, 'company_id'), planned)
    if (date === one.date && one.waits_until === null) return {}
    return { date, waits_until: date <= until ? null : retryDay(context) }
  }
  const isTried = (one: Row): boolean =>
    (context.retriesNow && one.waits_until !== null) || isDue(context, one, until)
  for (const entry of entries(context, contract))
    if (isDraft(entry) && isTried(entry))
      moveRecognition(context, contract, entry, daysOf(entry, plannedDay(context, contract, entry)))
  const planned = plannedInstalments(context, contract)
  const moved = planned.map((one) =>
    isTried(one) ? moveInstalment(context, contract, one, daysOf(one, one.planned_for)) : one,
  )
  if (moved.some((one, index) => one !== planned[index])) planInstalments(context, contract, moved)
}

/** The day that was planned for an entry. A given schedule can name another `transaction_date`. */
function plannedDay({ world }: ContractContext, contract: Row, entry: Row): string {
  const given = givenSchedule(world, contract).find(
    (one) => one.transaction_date === entry.transaction_date && one.amount === entry.amount,
  )
  return textOf(given ?? entry, given ? 'date' : 'transaction_date')
}

/** Bills and recognises everything due, in date order. */
function runDays(context: ContractContext, contract: MutableRow, until: string): void {
  const due = entries(context, contract).filter((one) => isDraft(one) && isDue(context, one, until))
  const planned = plannedInstalments(context, contract)
  const billed = planned.filter((one) => isDue(context, one, until))
  const left: Instalment[] = []
  const [bills, earned] = [byDay(billed), byDay(due)]
  for (const day of [...new Set([...bills.keys(), ...earned.keys()])].sort()) {
    left.push(...billDay(context, contract, bills.get(day) ?? []))
    recogniseDay(context, contract, earned.get(day) ?? [])
  }
  if (billed.length === 0) return
  const done = new Set(billed)
  planInstalments(context, contract, [...planned.filter((one) => !done.has(one)), ...left])
}

function byDay<R extends Row>(rows: readonly R[]): Map<string, R[]> {
  const days = new Map<string, R[]>()
  for (const row of rows) getOrCreateList(days, textOf(row, 'date')).push(row)
  return days
}

/** Completes a contract once nothing is left to recognise or bill, and nothing can follow. */
function completeIfDone(context: ContractContext, contract: MutableRow): void {
  if (contract.status !== 'active') return
  if (isWaiting(context, contract) || canFollow(context, contract)) return
  const isEarned = entries(context, contract).some((entry) => entry.record_status === 'posted')
  if (isEarned || lastDayOf(context, contract) <= context.world.clock.today) contract.status = 'completed'
}

/** The end of the contract, else its latest start date. */
function lastDayOf({ rules }: ContractContext, contract: Row): string {
  const start = textOf(contract, 'start_date')
  const starts = linesOf(contract, rules.obligations).map((one) => textOf(one, 'recognition_start_date'))
  return textOrNull(contract, 'end_date') ?? [start, ...starts].sort().at(-1) ?? start
}

/** True if entries may follow: for open milestones, or for usage until the end of the contract. */
function canFollow(context: ContractContext, contract: Row): boolean {
  const obligations = linesOf(contract, context.rules.obligations)
  const isGiven = givenSchedule(context.world, contract).length > 0
  return (
    (obligations.some(isUsage) && !isOver(context, contract)) ||
    (!isGiven && obligations.some(hasOpenMilestone))
  )
}

const isOver = ({ world }: ContractContext, { end_date }: Row): boolean =>
  typeof end_date === 'string' && world.clock.today > end_date

function scheduleNextDay(context: ContractContext, contract: MutableRow): void {
  const open = [...entries(context, contract).filter(isDraft), ...plannedInstalments(context, contract)]
  const { today } = context.world.clock
  let next: string | undefined
  for (const day of [
    ...open.map(dayOf),
    dayAfterUsage(context, contract),
    lastDayWithoutEntries(context, contract),
    settlementDay(contract),
  ])
    if (day !== undefined && day > today && day !== NO_NEXT_RUN && (next === undefined || day < next))
      next = day
  contract.timer = rescheduleAt(context.world, numberOrNull(contract, 'timer'), next, {
    kind: CONTRACT,
    scope: context.organization,
    data: { contract: contract.id },
  })
}

const lastDayWithoutEntries = (context: ContractContext, contract: Row): string | undefined =>
  contract.status === 'active' && entries(context, contract).length === 0
    ? lastDayOf(context, contract)
    : undefined

/** The day after the end, on which a contract with usage may be completed. */
function dayAfterUsage(context: ContractContext, contract: Row): string | undefined {
  const { end_date, status } = contract
  if (status !== 'active' || typeof end_date !== 'string' || end_date === LAST_DATE) return undefined
  if (isOver(context, contract) || !linesOf(contract, context.rules.obligations).some(isUsage))
    return undefined
  return addDays(textOf(contract, 'end_date'), 1)
}

/** Removes drafts and instalments after a date (§13.2). */
export function dropAfter(context: ContractContext, contract: Row, date: string): void {
  const { world, organization, rules } = context
  const recognitions = world.store.table(organization, rules.recognitions)
  for (const entry of entries(context, contract))
    if (isDraft(entry) && isLater(entry, date)) recognitions.remove(numberOf(entry, 'id'))
  const planned = plannedInstalments(context, contract)
  const kept = planned.filter((one) => one.planned_for <= date)
  if (kept.length < planned.length) planInstalments(context, contract, kept)
}

/** True if an entry belongs to a later day. A period lock moves `date`, but not `transaction_date`. */
export const isLater = (entry: Row, date: string): boolean =>
  textOf(entry, 'date') > date && textOf(entry, 'transaction_date') > date

/** True if a task of the contract was refused and waits for its next attempt. */
export function hasRefused(world: World, { scope: organization, data }: Timer): boolean {
  const { name, rules } = contractRules(world)
  const contract = world.store.table(organization, name).getRequired(numberOf(data, 'contract'))
  const context = { world, organization, rules }
  const open = [...entries(context, contract).filter(isDraft), ...plannedInstalments(context, contract)]
  return contract.settle_again_on !== null || open.some((one) => one.waits_until !== null)
}

/** Runs when the timer of a contract fires, early if an obstacle may be gone (§13.4, §13.5). */
export function wakeContract(world: World, { due, scope: organization, data }: Timer): void {
  const { name, rules } = contractRules(world)
  const scope = { world, organization }
  const contract = world.store.table(organization, name).get(numberOf(data, 'contract'))
  invariant(contract, `there is no contract ${String(data.contract)} to wake`)
  const context = { ...scope, rules, retriesNow: due > world.clock.now }
  const after: MutableRow = { ...contract, timer: null }
  const before = contentOf(context, contract)
  runContract(context, after)
  // An attempt that is refused again does not change the contract, so it counts no revision.
  if (isSameContent(contentOf(context, after), before)) putOwnedRow(scope, name, after)
  else changeRow(scope, name, after)
}

/** The parts of a contract that the clock can change. */
interface Content {
  readonly own: readonly unknown[]
  readonly recognised: readonly Row[]
  readonly billed: readonly unknown[]
}

function contentOf(context: ContractContext, contract: Row): Content {
  const { world, organization, rules } = context
  const invoices = world.store.table(organization, rules.invoices)
  return {
    own: [contract.status, contract.is_locked, contract.settles_on],
    recognised: entries(context, contract),
    // Copied, because the index changes its list in place.
    billed: [...invoices.keysWhere('contract_id', numberOf(contract, 'id'))],
  }
}

const isSameContent = (one: Content, other: Content): boolean =>
  areAlike([one.own, one.billed], [other.own, other.billed]) &&
  one.recognised.length === other.recognised.length &&
  one.recognised.every((entry, index) => isSameEntry(entry, other.recognised[index]))

/** An entry that only waits for another day counts as the same. */
const isSameEntry = (one: Row, other: Row | undefined): boolean =>
  one === other ||
  (one.id === other?.id && one.date === other?.date && one.record_status === other?.record_status)
