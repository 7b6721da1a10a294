import type { ChangeFeed } from '../changes/change-feed'
import type { World } from '../engine/model/world'
import type { Faults } from './faults/faults'
import type { RateLimits } from './rate-limits/rate-policy'
import type { ParkedResponses } from './responses/parked-responses'
import type { Router } from './routes/router'
import type { Traffic } from './traffic/traffic'
import type { WireRequest } from './wire-message'

/** Everything that handling a request needs. */
export interface Wire {
  readonly world: World
  readonly routes: Router
  readonly rateLimits: RateLimits
  readonly faults: Faults
  readonly parked: ParkedResponses
  readonly traffic: Traffic
  /** Knows whether a call changed anything that lasts. */
  readonly changes?: Pick<ChangeFeed, 'revision' | 'haveChanged'>
  /** Told of every request before it is served. */
  readonly scenarios?: { saw(request: WireRequest): void }
}
