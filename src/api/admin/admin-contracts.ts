import {
  achieveMilestone,
  activateContract,
  type ContractCommand,
  terminateContract,
} from '../../engine/contracts/commands'
import { execute } from '../../engine/execute'
import type { RecordOutput } from '../../engine/schema/define'
import { isPlainDate } from '../../kernel/plain-date'
import { OptionError } from '../../option-error'
import type { contracts } from '../../resources/catalogue'
import { HOST_ACTOR } from '../host-actor'
import type { AdminScope } from './admin-scope'

type Contract = RecordOutput<typeof contracts>

/**
 * The life of contracts that the wire does not offer (docs/service.md §13.2). Each gives the contract as it is
 * afterwards.
 *
 * @throws OptionError naming the argument that cannot be used
 * @throws Refusal if the state of the contract does not allow it, with the errors that a request would get
 */
export interface ContractControls {
  /** A draft begins to recognise and bill, for days that are past at once. */
  activate(id: number): Contract
  /** What is dated after `date` no longer happens. */
  terminate(id: number, date: string): Contract
  /** Its share is recognised on `date`: of the first milestone of that name that is still open. */
  achieveMilestone(id: number, name: string, date: string): Contract
}

export function contractControlsOf(scope: AdminScope): ContractControls {
  const run = (id: number, act: (command: ContractCommand) => void): Contract => {
    const { world } = scope
    const organization = scope.organization()
    if (!world.store.table(organization, 'contracts').has(id))
      throw new OptionError('id', `there is no contract ${id}`)
    return world.store.history.atomically(() => {
      act({ world, organization, actor: HOST_ACTOR, id })
      world.audit?.(organization)
      const command = { resource: 'contracts', verb: 'get', organization, actor: HOST_ACTOR, id } as const
      return JSON.parse(JSON.stringify(execute(world, command).body)) as Contract
    })
  }
  return {
    activate: (id) => run(id, activateContract),
    terminate(id, date) {
      checkDate(date)
      return run(id, (command) => terminateContract(command, date))
    },
    achieveMilestone(id, name, date) {
      if (typeof name !== 'string' || name === '') throw new OptionError('name', 'name must be a text')
      checkDate(date)
      return run(id, (command) => achieveMilestone(command, name, date))
    },
  }
}

function checkDate(date: string): void {
  if (!isPlainDate(date)) throw new OptionError('date', 'date must be a date such as 2026-01-31')
}
