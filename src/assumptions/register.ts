import { APPROVALS } from './approvals'
import type { AssumptionEntry, SizeLimits } from './assumption-entry'
import { CONTRACTS } from './contracts'
import { CONVENTIONS } from './conventions'
import { FIXED_ASSETS } from './fixed-assets'
import { IDEMPOTENCY } from './idempotency'
import { LEDGER } from './ledger'
import { LISTS } from './lists'
import { MASTER_DATA } from './master-data'
import { OPERATIONS } from './operations'
import { RATE_LIMITS } from './rate-limits'
import { RECORD_STATES } from './record-states'
import { RECURRENCE } from './recurrence'
import { REQUESTS } from './requests'
import { SHARED_SHAPES } from './shared-shapes'
import { TRANSACTIONAL_RECORDS } from './transactional-records'
import { VERSION_3 } from './version-3'
import { WEBHOOKS } from './webhooks'

/** Every value that the service's specification does not give, in the order of docs/service.md. */
export const ASSUMPTIONS = {
  ...CONVENTIONS,
  ...SHARED_SHAPES,
  ...MASTER_DATA,
  ...TRANSACTIONAL_RECORDS,
  ...OPERATIONS,
  ...REQUESTS,
  ...LISTS,
  ...RATE_LIMITS,
  ...IDEMPOTENCY,
  ...RECORD_STATES,
  ...APPROVALS,
  ...RECURRENCE,
  ...FIXED_ASSETS,
  ...LEDGER,
  ...CONTRACTS,
  ...WEBHOOKS,
  ...VERSION_3,
} satisfies Record<string, AssumptionEntry>

type Register = typeof ASSUMPTIONS

export type AssumptionId = keyof Register

export type AssumptionValue<Id extends AssumptionId> = Register[Id]['value']

/** The ids that have a switch. */
export type SwitchableId = {
  [Id in AssumptionId]: Register[Id] extends { alternatives: NonNullable<unknown> } ? Id : never
}[AssumptionId]

type Override<Value> = Value extends SizeLimits ? Partial<SizeLimits> : Value

/** Other values for the assumptions that have a switch. */
export type AssumptionOverrides = { readonly [Id in SwitchableId]?: Override<AssumptionValue<Id>> }
