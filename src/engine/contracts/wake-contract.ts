import type { Timer } from '../../kernel/clock'
import { invariant } from '../../kernel/invariant'
import { type Draft, numberOf } from '../columns'
import { touch } from '../save'
import type { World } from '../world'
import { contractRules } from './contract-rules'
import { runContract } from './run-contract'

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
