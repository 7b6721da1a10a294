import { invariant } from '../../kernel/invariant'
import type { World } from '../world'
import type { ContractScene } from './contract-scene'

/** The record type of contracts, and what they write to. */
export function contractRules({ machine }: World): {
  readonly name: string
  readonly rules: ContractScene['rules']
} {
  const definition = machine.definitions.find(({ contract }) => contract !== undefined)
  invariant(definition?.contract, 'there are no contracts')
  return { name: definition.name, rules: definition.contract }
}
