import type { Row } from '../../kernel/store'
import { refuse } from '../model/errors'
import { texts } from '../model/messages'
import { type Draft, draftLinesOf, linesOf, textOf } from '../model/row'
import type { Actor, World } from '../model/world'
import { draftLines } from '../write/lines'
import { save, stamp } from '../write/save'
import { Work } from '../write/write'
import { milestonesIn, milestonesOf, strategyOf } from './conditions'
import { type ContractScene, contractRules, givenSchedule } from './context'
import { instalmentOf, planInstalments, plannedInstalments, planRecognition } from './plan'
import { runContract } from './run'
import { scheduleOf } from './terms'

/** Who changes which contract. */
export interface ContractCommand {
  readonly world: World
  readonly organization: string
  readonly actor: Actor
  readonly id: number
}

/** A write of a contract that comes from no request. */
export function contractWork({ world, organization, actor, id }: ContractCommand, members: Row = {}): Work {
  const resource = world.machine.resource(contractRules(world).name)
  const before = world.store.table(organization, resource.definition.name).get(id)
  if (!before) throw refuse.missing(resource.definition.model)
  const draft: Draft = { ...before, ...members }
  for (const member of resource.lineMembers) draft[member] = draftLines(resource, member, before[member])
  return new Work(world, resource, organization, actor, before, draft, new Set(Object.keys(members)))
}

export const sceneOf = ({ world, organization, definition }: Work): ContractScene => ({
  world,
  organization,
  rules: definition.contract as ContractScene['rules'],
})

/** A draft begins to recognise and bill (docs/service.md §13.2). */
export function activateContract(command: ContractCommand): void {
  const work = contractWork(command, { status: 'active' })
  if (work.before?.status === 'active') throw refuse.invalid({ status: [texts.status('active', 'active')] })
  save(work)
}

/** What is dated after the day no longer happens. */
export function terminateContract(command: ContractCommand, date: string): void {
  const work = contractWork(command, { status: 'terminated' })
  const was = textOf(work.before as Row, 'status')
  if (was === 'terminated') throw refuse.invalid({ status: [texts.status(was, was)] })
  work.notes.set('ends', date)
  command.world.assumptions.read('contract-terminate')
  save(work)
}

/** Notes the day on which a milestone was achieved, on which its share is recognised (docs/service.md §13.4). */
export function achieveMilestone(command: ContractCommand, name: string, date: string): void {
  const work = contractWork(command)
  const scene = sceneOf(work)
  if (work.draft.approval_status === 'pending') throw refuse.invalid({ __all__: [texts.pendingApproval] })
  const status = textOf(work.draft, 'status')
  if (status !== 'draft' && status !== 'active')
    throw refuse.invalid({ status: [texts.notActive(work.definition.model, command.id)] })
  const found = openMilestone(draftLinesOf(work.draft, scene.rules.obligations), name)
  if (!found) throw refuse.invalid({ [scene.rules.obligations]: [texts.noMilestone(name)] })
  const { obligation, index } = found
  const milestones = milestonesIn(obligation).map((one, at) =>
    at === index ? { ...one, achieved_date: date } : one,
  )
  obligation.obligation_conditions = { ...(obligation.obligation_conditions as Row), milestones }
  if (status === 'active') follow(work, scene, obligation, index)
  stamp(work)
  work.table(work.definition.name).put(work.draft)
}

function openMilestone(
  obligations: readonly Draft[],
  name: string,
): { readonly obligation: Draft; readonly index: number } | undefined {
  for (const obligation of obligations) {
    if (strategyOf(obligation) !== 'milestone') continue
    const index = milestonesIn(obligation).findIndex(
      (one) => one.name === name && (one.achieved_date ?? null) === null,
    )
    if (index >= 0) return { obligation, index }
  }
  return undefined
}

/** The share of this milestone alone: the others have theirs, or are still to be achieved. */
function follow(work: Work, scene: ContractScene, obligation: Draft, index: number): void {
  const alone = milestonesOf(obligation).map((one, at) =>
    at === index ? one : { ...one, achievedDate: null },
  )
  work.world.assumptions.read('milestone')
  const isGiven = givenSchedule(work.world, work.draft).length > 0
  const shares = isGiven ? [] : scheduleOf(work, obligation, alone)
  const isBilled =
    obligation.sync_billing_with_recognition === true && obligation.skip_invoice_generation !== true
  for (const one of shares) planRecognition(work, scene, { ...one, obligation })
  if (isBilled && linesOf(work.draft, 'prepared_invoices').length === 0) {
    const billed = shares.flatMap((one) => instalmentOf({ ...one, obligation }))
    planInstalments(scene, work.draft, [...plannedInstalments(scene, work.draft), ...billed])
  }
  runContract(scene, work.draft)
}
