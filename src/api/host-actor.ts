import type { Actor } from '../engine/model/context'

/** The author of writes through `simulator.records` and `simulator.admin`, as shown in `created_by`. */
export const HOST_ACTOR: Actor = {
  actor_type: 'system',
  email: null,
  first_name: 'Simulator',
  last_name: null,
  is_host: true,
}
