import type { Row, Table } from '../../kernel/store'
import { linesOf, numberOf, textOf } from '../columns'
import { exchangeRateOn } from '../exchange-rates'
import type { Resource } from '../resource'
import type { Definition } from '../vocabulary/define'
import { findRecord } from '../work'
import type { Actor, World } from '../world'

/** What a contract writes to while it is laid out, recognised and billed. */
export interface ContractScene {
  readonly world: World
  readonly organization: string
  readonly rules: NonNullable<Definition['contract']>
}

export const resourceOf = ({ world, rules }: ContractScene, what: keyof ContractScene['rules']): Resource =>
  world.machine.resource(rules[what])

/** Rows of a table that belong to the contract, by id. */
export function rowsOf<R extends Row>(table: Table<R>, contract: Row): R[] {
  return table.keysWhere('contract_id', numberOf(contract, 'id')).map((key) => table.get(key) as R)
}

/** Generated records say which contract wrote them (docs/service.md §2.1). */
export const authorOf = (contract: Row): Actor => ({
  actor_type: 'contract',
  email: null,
  first_name: textOf(contract, 'name') || `Contract ${numberOf(contract, 'number')}`,
  last_name: null,
})

/** The rate of what a contract generates on a date. */
export function rateOn({ world, organization }: ContractScene, contract: Row, date: string): string {
  const company = findRecord(world, organization, 'companies', 'id', contract.company_id)
  const currency = textOf(contract, 'currency_iso_4217_code')
  return exchangeRateOn(world, organization, currency, String(company?.currency_iso_4217_code), date)
}

export const obligationOf = ({ rules }: ContractScene, contract: Row, id: unknown): Row | undefined =>
  linesOf(contract, rules.obligations).find((line) => line.id === id)
