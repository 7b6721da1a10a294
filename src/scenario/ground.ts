import type { Machine } from '../engine/machine'
import type { Admin } from '../face/admin/admin'
import type { Records } from '../face/records'
import type { Webhooks } from '../face/webhooks'
import type { Faults } from '../http/faults/faults'
import type { Random } from '../kernel/random'

/** The parts of a simulator that a scenario acts on. */
export interface Ground {
  readonly records: Records
  readonly admin: Admin
  readonly webhooks: Webhooks
  readonly faults: Faults
  readonly random: Random
  readonly machine: Machine
}
