import type { Fault } from './fault-options'
import type { HostPart } from './fault-rows'

/** What became of a fault in its simulator, in forks, and before the world was put back. Its row tells it of one world. */
export class FaultFate {
  hasHit = false
  /** True once it was used up or cleared. */
  isOver = false
  /** True once `faults.unfired` has named it. */
  isListed = false
  /** The fault as it was given to whoever injected it; undefined of one that a file brought. */
  handle: Fault | undefined
  /** The requests and deliveries that had asked for a fault when that was last asked what it hit. */
  seenAfter: number | undefined

  /** @param askedBefore the requests and deliveries that had asked for a fault before it was there */
  constructor(
    readonly host: HostPart = {},
    readonly askedBefore = 0,
  ) {}
}
