import type { Assumptions } from '../../assumptions'
import type { Clock } from '../../kernel/clock'
import type { Random } from '../../kernel/random'
import type { Store } from '../../kernel/store'
import type { CustomAnswers } from './custom-answers'
import type { Registry } from './registry'

/** One simulated service. All of its mutable state is in the store. */
export interface World {
  readonly store: Store
  readonly clock: Clock
  readonly random: Random
  readonly assumptions: Assumptions
  readonly registry: Registry
  /** Whether the simulator refuses what the service ignores. */
  readonly isStrict?: boolean
  /** What the host says of answers besides; undefined if nothing. */
  readonly answers?: CustomAnswers | undefined
}
