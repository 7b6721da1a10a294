import type { Row } from '../../kernel/store'
import { type Draft, textOf } from '../columns'
import { draftLines } from '../lines'
import { refuse } from '../refusal'
import { save } from '../save'
import { texts } from '../texts'
import { Work } from '../work'
import type { Actor, World } from '../world'
import { contractRules } from './contract-rules'
import type { ContractScene } from './contract-scene'

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
