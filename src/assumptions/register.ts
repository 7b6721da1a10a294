import { memberNames } from '../kernel/member-names'
import type { AssumptionEntry, SizeLimits } from './assumption-entry'
import { BOOKS_ASSUMPTIONS } from './books'
import { CONTRACTS_ASSUMPTIONS } from './contracts'
import { RECORDS_ASSUMPTIONS } from './records'
import { REQUESTS_ASSUMPTIONS } from './requests'
import { TRANSACTIONAL_RECORDS_ASSUMPTIONS } from './transactional-records'
import { VERSION_3_ASSUMPTIONS } from './version-3'
import { WEBHOOKS_ASSUMPTIONS } from './webhooks'

/** All values that the service's specification does not give, in the order of docs/service.md. */
export const ASSUMPTIONS = {
  ...RECORDS_ASSUMPTIONS,
  ...TRANSACTIONAL_RECORDS_ASSUMPTIONS,
  ...REQUESTS_ASSUMPTIONS,
  ...BOOKS_ASSUMPTIONS,
  ...CONTRACTS_ASSUMPTIONS,
  ...WEBHOOKS_ASSUMPTIONS,
  ...VERSION_3_ASSUMPTIONS,
} satisfies Record<string, AssumptionEntry>

type Register = typeof ASSUMPTIONS

export type AssumptionId = keyof Register

export const ASSUMPTION_IDS: readonly AssumptionId[] = memberNames(ASSUMPTIONS)

export type AssumptionValue<Id extends AssumptionId> = Register[Id]['value']

/** The ids of the assumptions with a switch. */
export type SwitchableId = {
  [Id in AssumptionId]: Register[Id] extends { alternatives: NonNullable<unknown> } ? Id : never
}[AssumptionId]

type Override<Value> = Value extends SizeLimits ? Partial<SizeLimits> : Value

/** Overrides for the assumptions that have a switch. */
export type AssumptionOverrides = { readonly [Id in SwitchableId]?: Override<AssumptionValue<Id>> }
