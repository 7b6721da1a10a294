import type { World } from '../../engine/model/context'
import type { EventLog } from '../../events/timeline/event-log'
import type { RateLimits } from '../../service/http/rate-limits/limits'

export interface AdminScope {
  readonly world: World
  /** Updates the scope before each call and returns the organisation; a name selects another one. */
  organization(name?: string): string
  /** False if the simulator has no rate limits. */
  readonly limits: RateLimits
  /** Calls that write are noted in it. */
  readonly log: EventLog
}
