import { memberNames } from '../kernel/member-names'
import { APPROVALS_ASSUMPTIONS } from './approvals'
import type { AssumptionEntry, SizeLimits } from './assumption-entry'
import { CONTRACTS_ASSUMPTIONS } from './contracts'
import { CONVENTIONS_ASSUMPTIONS } from './conventions'
import { FIXED_ASSETS_ASSUMPTIONS } from './fixed-assets'
import { IDEMPOTENCY_ASSUMPTIONS } from './idempotency'
import { LEDGER_ASSUMPTIONS } from './ledger'
import { LISTS_ASSUMPTIONS } from './lists'
import { MASTER_DATA_ASSUMPTIONS } from './master-data'
import { OPERATIONS_ASSUMPTIONS } from './operations'
import { RATE_LIMITS_ASSUMPTIONS } from './rate-limits'
import { RECORD_STATES_ASSUMPTIONS } from './record-states'
import { RECURRENCE_ASSUMPTIONS } from './recurrence'
import { REQUESTS_ASSUMPTIONS } from './requests'
import { SHARED_SHAPES_ASSUMPTIONS } from './shared-shapes'
import { TRANSACTIONAL_RECORDS_ASSUMPTIONS } from './transactional-records'
import { VERSION_3_ASSUMPTIONS } from './version-3'
import { WEBHOOKS_ASSUMPTIONS } from './webhooks'

/** Every value that the service's specification does not give, in the order of docs/service.md. */
export const ASSUMPTIONS = {
  ...CONVENTIONS_ASSUMPTIONS,
  ...SHARED_SHAPES_ASSUMPTIONS,
  ...MASTER_DATA_ASSUMPTIONS,
  ...TRANSACTIONAL_RECORDS_ASSUMPTIONS,
  ...OPERATIONS_ASSUMPTIONS,
  ...REQUESTS_ASSUMPTIONS,
  ...LISTS_ASSUMPTIONS,
  ...RATE_LIMITS_ASSUMPTIONS,
  ...IDEMPOTENCY_ASSUMPTIONS,
  ...RECORD_STATES_ASSUMPTIONS,
  ...APPROVALS_ASSUMPTIONS,
  ...RECURRENCE_ASSUMPTIONS,
  ...FIXED_ASSETS_ASSUMPTIONS,
  ...LEDGER_ASSUMPTIONS,
  ...CONTRACTS_ASSUMPTIONS,
  ...WEBHOOKS_ASSUMPTIONS,
  ...VERSION_3_ASSUMPTIONS,
} satisfies Record<string, AssumptionEntry>

type Register = typeof ASSUMPTIONS

export type AssumptionId = keyof Register

export const ASSUMPTION_IDS: readonly AssumptionId[] = memberNames(ASSUMPTIONS)

export type AssumptionValue<Id extends AssumptionId> = Register[Id]['value']

/** The ids that have a switch. */
export type SwitchableId = {
  [Id in AssumptionId]: Register[Id] extends { alternatives: NonNullable<unknown> } ? Id : never
}[AssumptionId]

type Override<Value> = Value extends SizeLimits ? Partial<SizeLimits> : Value

/** Other values for the assumptions that have a switch. */
export type AssumptionOverrides = { readonly [Id in SwitchableId]?: Override<AssumptionValue<Id>> }
