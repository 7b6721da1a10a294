import type { Draft } from '../columns'
import type { ContractScene } from './contract-scene'

/** With the first posting a contract is locked for good (docs/service.md §13.2). */
export function lock({ world }: ContractScene, contract: Draft): void {
  if (world.assumptions.read('contract-locked') === 'first-posting') contract.is_locked = true
}
