import { executeForHost } from '../../engine/execute'
import type { World } from '../../engine/model/context'
import { plainCopy } from '../../engine/model/json-text'
import type { EventLog } from '../../events/timeline/event-log'
import type { RateLimits } from '../../service/http/rate-limits/limits'
import { HOST_ACTOR } from '../host-actor'

export interface AdminScope {
  readonly world: World
  /** Updates the scope before each call and returns the organisation. A name selects another organisation. */
  ensureOrganization(name?: string): string
  /** False if the simulator has no rate limits. */
  readonly limits: RateLimits
  /** Records the calls that write. */
  readonly log: EventLog
}

/** The current record, as a GET request would return it. */
export const recordNow = <T>({ world }: AdminScope, organization: string, resource: string, id: number): T =>
  plainCopy(executeForHost(world, { resource, verb: 'get', organization, actor: HOST_ACTOR, id }).body) as T
