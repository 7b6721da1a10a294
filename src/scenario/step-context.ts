import type { Admin } from '../api/admin/admin'
import type { Records } from '../api/record-types/records'
import type { Webhooks } from '../api/webhooks'
import type { Registry } from '../engine/model/compiled-type'
import type { Random } from '../kernel/random'
import type { Faults } from '../service/http/faults/faults'

/** The parts of a simulator that a scenario acts on. */
export interface StepContext {
  /** The organisation whose records these are. */
  readonly organization: string
  readonly records: Records
  readonly admin: Admin
  readonly webhooks: Webhooks
  readonly faults: Faults
  readonly random: Random
  readonly registry: Registry
}
