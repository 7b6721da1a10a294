import type { Assumptions } from '../../assumptions'
import type { WorldClock } from '../../kernel/clock'
import type { Random } from '../../kernel/random'
import type { Store } from '../../kernel/store'
import type { CustomAnswers } from './custom-answers'
import type { Registry } from './registry'

/** One simulated service. All of its mutable state is in the store. */
export interface World {
  readonly store: Store
  readonly clock: WorldClock
  readonly random: Random
  readonly assumptions: Assumptions
  readonly registry: Registry
  /** True if the simulator refuses what the service ignores. */
  readonly isStrict?: boolean
  /** The host's own answers; undefined if there are none. */
  readonly answers?: CustomAnswers | undefined
}
