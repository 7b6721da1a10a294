import type { World } from '../../engine/model/context'
import type { ChangeFeed } from '../../events/changes/change-feed'
import type { Traffic } from '../../events/traffic/traffic'
import type { WireRequest } from '../../events/traffic/wire-message'
import type { Faults } from './faults/faults'
import type { RateLimits } from './rate-limits/limits'
import type { HeldResponses } from './responses/held-responses'
import type { Router } from './routes/route'

/** Everything that handling a request needs. */
export interface ServiceContext {
  readonly world: World
  readonly routes: Router
  readonly rateLimits: RateLimits
  readonly faults: Pick<Faults, 'hit'>
  readonly held: HeldResponses
  readonly traffic: Traffic
  /** Knows whether a call changed anything that lasts. */
  readonly changes: Pick<ChangeFeed, 'revision' | 'haveChanged'>
  /** Keeps the error until the end of the test. */
  onThrown(who: string, error: unknown): void
  /** Gets every request before it is served. */
  readonly scenarios: { saw(request: WireRequest): void }
}
