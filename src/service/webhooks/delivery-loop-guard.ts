import type { World } from '../../engine/model/context'
import { UsageError } from '../../errors/usage-error'
import type { HostTime } from '../../host-time/host-time'
import { deliveryWithHook } from './rows'

/** The number of sends after which the host's event loop gets a turn. */
const SENDS_PER_TURN = 100

/** Detects a receiver whose responses cause deliveries without end while time stands still (§14.4). */
export class DeliveryLoopGuard {
  #instant = Number.NaN
  #caused = 0
  #underWay = 0
  #sent = 0

  /** Resets the count at the start of a new round of sends. */
  reset(): void {
    this.#caused = 0
  }

  /** Counts queued deliveries. Deliveries queued during a send count as caused by the send. */
  queued(count: number): void {
    if (this.#underWay > 0) this.#caused += count
  }

  /** @throws UsageError naming the receiver and the topic, if there are too many deliveries */
  check(world: World, organization: string, id: number): void {
    const { now, instant } = world.clock
    if (now !== this.#instant) {
      this.#instant = now
      this.#caused = 0
    }
    const most = world.assumptions.read('delivery-storm')
    if (this.#caused <= most) return
    const { delivery, hook } = deliveryWithHook({ world, organization }, id)
    throw new UsageError(
      `more than ${most} deliveries were caused by deliveries at ${instant}; ` +
        `the receiver at ${hook?.url} seems to answer ${delivery?.topic} with a change that sends it again`,
    )
  }

  /** Sends one delivery and counts the deliveries that it causes. */
  async during<T>(host: HostTime, send: () => Promise<T>): Promise<T> {
    this.#underWay += 1
    try {
      return await send()
    } finally {
      this.#underWay -= 1
      this.#sent += 1
      if (this.#sent % SENDS_PER_TURN === 0) await host.turn()
    }
  }
}
