import type { Actor } from '../engine/model/context'

/** Who writes through `simulator.records` and `simulator.admin`, as `created_by` shows it. */
export const HOST_ACTOR: Actor = {
  actor_type: 'system',
  email: null,
  first_name: 'Simulator',
  last_name: null,
}
