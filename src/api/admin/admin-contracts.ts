import {
  achieveMilestone,
  activateContract,
  type ContractCommand,
  terminateContract,
} from '../../engine/contracts/commands'
import { execute } from '../../engine/execute'
import { isPlainDate } from '../../kernel/plain-date'
import { OptionError, wrongOption } from '../../option-error'
import { HOST_ACTOR } from '../host-actor'
import type { Contract } from '../record-types/contract'
import type { AdminScope } from './admin-scope'

/**
 * Contract transitions that the wire does not offer (docs/service.md §13.2). Each method returns the contract
 * as it is afterwards.
 *
 * @throws OptionError naming the invalid argument
 * @throws Refusal if the state of the contract does not allow it, with the errors of a request
 */
export interface ContractControls {
  /** Activates a draft: recognition and billing start, and past dates are processed at once. */
  activate(id: number): Contract
  /** Ends the contract: nothing dated after `date` happens any more. */
  terminate(id: number, date: string): Contract
  /** Recognises the share of a milestone on `date`: the first open milestone with that name. */
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
      if (typeof name !== 'string' || name === '') throw wrongOption('name', 'a text that is not empty', name)
      checkDate(date)
      return run(id, (command) => achieveMilestone(command, name, date))
    },
  }
}

function checkDate(date: string): void {
  if (!isPlainDate(date)) throw wrongOption('date', 'a date such as 2026-01-31', date)
}
