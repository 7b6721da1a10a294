import { type Actor, namedAuthor } from '../engine/model/context'

/** The author of writes through `simulator.records` and `simulator.admin`, as shown in `created_by`. */
export const HOST_ACTOR: Actor = { ...namedAuthor('system', 'Simulator'), is_host: true }
