import { invariant } from '../../kernel/invariant'
import { addDays, LAST_DATE } from '../../kernel/plain-date'
import type { Row } from '../../kernel/store'
import { exchangeRateOn } from '../ledger/exchange-rates'
import type { CompiledType } from '../model/compiled-type'
import { type Context, namedAuthor, type Scope, type World } from '../model/context'
import { findRecord } from '../model/find-record'
import { type Errors, messages } from '../model/refusals'
import { linesOf, type MutableRow, numberOf, textOf } from '../model/row'
import { COMPANIES } from '../model/tables'
import type { Definition } from '../schema/define'
import { noteDone, noteUndone, type Task } from '../write/undone'

/** A scope, and the record types that contracts generate. */
export interface ContractContext extends Scope {
  readonly rules: NonNullable<Definition['contract']>
  /** True if refused tasks are retried now, because the obstacle may be gone. */
  readonly retriesNow?: boolean
}

export const typeOf = (
  { world, rules }: ContractContext,
  what: keyof ContractContext['rules'],
): CompiledType => world.registry.type(rules[what])

/** The records of a generated type that belong to a contract. */
export const rowsOf = (
  { world, organization, rules }: ContractContext,
  what: keyof ContractContext['rules'],
  contract: Row,
): Row[] => world.store.table(organization, rules[what]).rowsWhere('contract_id', numberOf(contract, 'id'))

/** The actor of generated records is their contract (§2.1). */
export const inNameOf = (contract: Row, { world, organization }: Scope): Context => ({
  ...{ world, organization },
  actor: namedAuthor('contract', textOf(contract, 'name') || `Contract ${numberOf(contract, 'number')}`),
})

export function rateOn(context: ContractContext, contract: Row, date: string): string {
  const company = findRecord(context, COMPANIES, 'id', contract.company_id)
  const currency = textOf(contract, 'currency_iso_4217_code')
  return exchangeRateOn(context, currency, String(company?.currency_iso_4217_code), date)
}

export const obligationOf = ({ rules }: ContractContext, contract: Row, id: unknown): Row | undefined =>
  linesOf(contract, rules.obligations).find((line) => line.id === id)

/** Returns the name of the contract type, and the record types that contracts generate. */
export function contractRules({ registry }: World): {
  readonly name: string
  readonly rules: ContractContext['rules']
} {
  const definition = registry.definitions.find(({ contract }) => contract !== undefined)
  invariant(definition?.contract, 'there are no contracts')
  return { name: definition.name, rules: definition.contract }
}

/** The recognition entries of the request, which replace the computed schedule (§13.1). */
export function givenSchedule({ assumptions }: World, contract: Row): readonly Row[] {
  const given = linesOf(contract, 'revenue_recognitions')
  if (given.length === 0 || assumptions.read('contract-given-schedules') === 'ignore') return []
  return given
}

/** Locks a contract for good. Called when it posts its first record (§13.2). */
export function markLocked({ world }: ContractContext, contract: MutableRow): void {
  if (world.assumptions.read('contract-locked') === 'first-posting') contract.is_locked = true
}

/** True if an obligation is billed to Customer Deposits, from which it is released later (§12.1). */
export const releasesDeposit = ({ assumptions }: World, obligation: Row | undefined): boolean =>
  obligation?.recognition_strategy === 'deposit_release' &&
  assumptions.read('deposit-release-billing') === 'customer-deposits'

/** One task of a contract on a day, as the log of undone tasks names it. */
export const taskOf = ({ world }: ContractContext, contract: Row, date: string, part: string): Task => ({
  kind: CONTRACT,
  record: { type: contractRules(world).name, number: numberOf(contract, 'number') },
  date,
  part,
})

/** Logs that a task was refused and waits for its next attempt, or that it is done. */
export function noteResult(context: ContractContext, task: Task, errors: Errors | undefined): void {
  if (errors) noteUndone(context, task, errors, 'waiting')
  else noteDone(context, task)
}

/** The kind of the timers that wait for the next day of a contract. */
export const CONTRACT = 'contract'

export const LOCKED: Errors = { date: [messages.locked.text] }

/** The day on which a refused task is retried. */
export const retryDay = ({ world }: ContractContext): string =>
  world.clock.today === LAST_DATE ? NO_NEXT_RUN : addDays(world.clock.today, 1)

/** Sorts after every date. */
export const NO_NEXT_RUN = 'never'
