import type { Row } from '../../kernel/store'
import { settingOf } from '../model/compiled-type'
import type { Context } from '../model/context'
import { messages, refuse } from '../model/refusals'
import { decimalOf, linesOf, type MutableRow, mutableLinesOf, objectOf, textOf } from '../model/row'
import { linesFrom } from '../write/lines'
import { changeRow, save } from '../write/save'
import { Write } from '../write/write'
import { milestonesIn, milestonesOf, strategyOf } from './conditions'
import { type ContractContext, contractRules, givenSchedule } from './context'
import { instalmentOf, planInstalments, plannedInstalments, planRecognition } from './plan'
import { runContract } from './run'
import { scheduleOf } from './terms'

export interface ContractCommand extends Context {
  readonly id: number
}

/** Creates a write of a contract that no request has sent. */
export function contractWrite(context: ContractCommand, members: Row = {}): Write {
  const { world, organization, id } = context
  const type = world.registry.type(contractRules(world).name)
  const before = world.store.table(organization, type.definition.name).get(id)
  if (!before) throw refuse.missing(type.definition.model)
  const after: MutableRow = { ...before, ...members }
  for (const member of type.lineMembers) after[member] = linesFrom(type, member, before[member])
  return new Write(context, type, before, after, new Set(Object.keys(members)))
}

export const contractContext = ({ world, organization, definition }: Write): ContractContext => ({
  world,
  organization,
  rules: settingOf(definition, 'contract'),
})

/** Activates a draft, which then recognises and bills (§13.2). */
export function activateContract(command: ContractCommand): void {
  const write = contractWrite(command, { status: 'active' })
  if (write.before?.status === 'active')
    throw refuse.invalid({ status: [messages.status('active', 'active')] })
  save(write)
}

/** Terminates a contract after its last day, `date` (§13.2). */
export function terminateContract(command: ContractCommand, date: string): void {
  const write = contractWrite(command, { status: 'terminated' })
  const was = String(write.before?.status)
  if (was === 'terminated') throw refuse.invalid({ status: [messages.status(was, was)] })
  write.effectiveDate = date
  save(write)
}

export function achieveMilestone(command: ContractCommand, name: string, date: string): void {
  const write = contractWrite(command)
  const context = contractContext(write)
  if (write.after.approval_status === 'pending') throw refuse.invalid({ __all__: [messages.pendingApproval] })
  const status = textOf(write.after, 'status')
  if (status !== 'draft' && status !== 'active')
    throw refuse.invalid({ status: [messages.notActive(write.definition.model, command.id)] })
  const found = openMilestone(mutableLinesOf(write.after, context.rules.obligations), name)
  if (!found) throw refuse.invalid({ [context.rules.obligations]: [messages.noMilestone(name)] })
  const { obligation, index } = found
  const milestones = milestonesIn(obligation).map((one, at) =>
    at === index ? { ...one, achieved_date: date } : one,
  )
  obligation.obligation_conditions = { ...objectOf(obligation, 'obligation_conditions'), milestones }
  if (status === 'active') planMilestone(write, context, obligation, index)
  changeRow(write, write.definition.name, write.after, {}, write.actor)
}

function openMilestone(
  obligations: readonly MutableRow[],
  name: string,
): { readonly obligation: MutableRow; readonly index: number } | undefined {
  for (const obligation of obligations) {
    if (strategyOf(obligation) !== 'milestone') continue
    const index = milestonesIn(obligation).findIndex(
      (one) => one.name === name && (one.achieved_date ?? null) === null,
    )
    if (index >= 0) return { obligation, index }
  }
  return undefined
}

/** Plans recognition and billing of this milestone only: the others are planned already or still open. */
function planMilestone(write: Write, context: ContractContext, obligation: MutableRow, index: number): void {
  const alone = milestonesOf(obligation).map((one, at) =>
    at === index ? one : { ...one, achievedDate: null },
  )
  write.world.assumptions.noteUse('milestone')
  const isGiven = givenSchedule(write.world, write.after).length > 0
  const shares = isGiven ? [] : scheduleOf(write, obligation, { milestones: alone })
  const isBilled =
    obligation.sync_billing_with_recognition === true && obligation.skip_invoice_generation !== true
  for (const one of shares) planRecognition(write, context, { ...one, obligation })
  if (isBilled && linesOf(write.after, 'prepared_invoices').length === 0) {
    const net = scheduleOf(write, obligation, {
      amount: decimalOf(obligation, 'net_amount'),
      milestones: alone,
    })
    const billed = net.flatMap((one) => instalmentOf({ ...one, obligation }))
    planInstalments(context, write.after, [...plannedInstalments(context, write.after), ...billed])
  }
  runContract(context, write.after)
}
