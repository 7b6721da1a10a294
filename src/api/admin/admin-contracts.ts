import {
  achieveMilestone,
  activateContract,
  type ContractCommand,
  terminateContract,
} from '../../engine/contracts/commands'
import { executeForHost } from '../../engine/execute'
import type { Scope } from '../../engine/model/context'
import { plainCopy } from '../../engine/model/json-text'
import { linesOf, numberOf } from '../../engine/model/row'
import { noSuch } from '../../errors/option-error'
import { anyObject, arrayOf, date, filledText } from '../../errors/reader'
import { getOrCreateList } from '../../kernel/get-or-create-list'
import { HOST_ACTOR } from '../host-actor'
import type { Contract, ContractObligationUsage } from '../record-types/contract'
import type { ClassificationEntryInput } from '../record-types/shared'
import { type AdminScope, recordNow } from './admin-scope'

/**
 * Contract transitions that the wire does not offer (docs/service.md §13.2). Each method returns the contract
 * with its new state.
 *
 * @throws OptionError naming the invalid argument
 * @throws Refusal if the state of the contract does not allow it, with the errors of a request
 */
export interface ContractControls {
  /** Activates a draft: recognition and billing start, and past dates are processed at once. */
  activate(id: number): Contract
  /** Ends the contract: nothing dated after `date` happens any more. */
  terminate(id: number, date: string): Contract
  /**
   * Reports usage of obligations like the bulk upsert (docs/service.md §13.5): all items or none. An item
   * with an `id` changes that record. The contract follows from the obligation.
   *
   * @throws OptionError for an obligation that no contract has
   * @example
   * simulator.admin.contracts.recordUsage([{ obligation_id: 1, usage_date: '2026-01-20', quantity: 3 }])
   */
  recordUsage(items: readonly UsageInput[]): ContractObligationUsage[]
  /** Recognises the share of a milestone on `date`. The milestone is the first open one with that name. */
  achieveMilestone(id: number, name: string, date: string): Contract
}

/** Usage of an obligation. */
export interface UsageInput {
  /** The usage record to change; a new one is created without it. */
  readonly id?: number | null
  /** The obligation of the contract that was used. */
  readonly obligation_id: number
  /** YYYY-MM-DD. */
  readonly usage_date: string
  /** The quantity that was used. */
  readonly quantity: number | string
  /** The price of one unit; null for the obligation's price. */
  readonly rate?: number | string | null
  /** The status of the usage record. */
  readonly status?: 'draft' | 'invoiced' | 'archived' | null
  /** A note for people. */
  readonly memo?: string | null
  /** The classification lines of the usage. */
  readonly classifications?: readonly ClassificationEntryInput[] | null
}

export function contractControlsOf(scope: AdminScope): ContractControls {
  const run = (id: number, act: (command: ContractCommand) => void): Contract => {
    const { world } = scope
    const organization = scope.ensureOrganization()
    if (!world.store.table(organization, 'contracts').has(id)) throw noSuch('id', 'contract', id)
    scope.log.concerns({ type: 'contracts', id })
    return world.store.history.atomically(() => {
      act({ world, organization, actor: HOST_ACTOR, id })
      return recordNow<Contract>(scope, organization, 'contracts', id)
    })
  }
  return {
    activate: (id) => run(id, activateContract),
    terminate: (id, on) => run(id, (command) => terminateContract(command, date(on, 'date'))),
    achieveMilestone: (id, name, on) =>
      run(id, (command) => achieveMilestone(command, filledText(name, 'name'), date(on, 'date'))),
    recordUsage: (items) => recordUsage(scope, items),
  }
}

function recordUsage(scope: AdminScope, items: readonly UsageInput[]): ContractObligationUsage[] {
  arrayOf(anyObject, 'an array of { obligation_id, usage_date, quantity }')(items, 'items')
  const { world } = scope
  const organization = scope.ensureOrganization()
  const byContract = new Map<number, UsageInput[]>()
  for (const item of items) {
    const id = contractOf({ world, organization }, item)
    scope.log.concerns({ type: 'contracts', id })
    getOrCreateList(byContract, id).push(item)
  }
  const command = { resource: 'contracts', verb: 'act', action: 'usage/bulk-upsert', organization } as const
  return world.store.history.atomically(() =>
    [...byContract].flatMap(([id, given]) => {
      const { body } = executeForHost(world, { ...command, actor: HOST_ACTOR, id, body: { items: given } })
      return plainCopy(body) as ContractObligationUsage[]
    }),
  )
}

function contractOf({ world, organization }: Scope, { obligation_id }: UsageInput): number {
  const rows = world.store.table(organization, 'contracts').rows()
  for (const row of rows)
    if (linesOf(row, 'obligations').some(({ id }) => id === obligation_id)) return numberOf(row, 'id')
  throw noSuch(
    'items',
    'obligation',
    obligation_id,
    (name) => `items: no contract has the obligation ${name}`,
  )
}
