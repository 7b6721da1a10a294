import type { Row, Table } from '../../kernel/store'
import { numberOf } from '../columns'
import type { ContractScene } from './contract-scene'

/** A share of an obligation that is still to be billed, or an invoice that the request prepared. */
export interface Instalment extends Row {
  readonly date: string
  readonly obligation_id: number | null
  readonly term_id: number | null
  readonly amount: string
  /** The create body, where one was given. */
  readonly prepared: Row | null
}

/**
 * One row for each contract, by its id: taking single instalments out of a table of those of all contracts
 * would cost more the more contracts there are.
 */
interface Plan extends Row {
  readonly id: number
  readonly instalments: readonly Instalment[]
}

const plansIn = ({ world, organization }: ContractScene): Table<Plan> =>
  world.store.table<Plan>(organization, 'contractInstalments')

/** What is still to be billed of a contract. */
export const plannedInstalments = (scene: ContractScene, contract: Row): readonly Instalment[] =>
  plansIn(scene).get(numberOf(contract, 'id'))?.instalments ?? []

export function planInstalments(
  scene: ContractScene,
  contract: Row,
  instalments: readonly Instalment[],
): void {
  plansIn(scene).put({ id: numberOf(contract, 'id'), instalments })
}
