import type { Row } from '../../kernel/store'
import { type Draft, draftLinesOf, linesOf, textOf } from '../columns'
import { refuse } from '../refusal'
import { stamp } from '../save'
import { texts } from '../texts'
import type { Work } from '../work'
import { milestonesIn, milestonesOf, strategyOf } from './conditions'
import type { ContractScene } from './contract-scene'
import { type ContractCommand, contractWork, sceneOf } from './control'
import { givenSchedule } from './given-schedule'
import { instalmentOf, planRecognition } from './lay-out'
import { scheduleOf } from './obligation-terms'
import { planInstalments, plannedInstalments } from './planned-instalments'
import { runContract } from './run-contract'

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
