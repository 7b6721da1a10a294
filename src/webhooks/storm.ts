import type { World } from '../engine/model/world'
import type { HostTime } from '../host-time'
import { UsageError } from '../usage-error'
import { deliveriesIn, webhooksIn } from './rows'

/** Sends after which the host's event loop gets a turn. */
const SENDS_PER_TURN = 100

/**
 * Notices a receiver that answers a delivery with a change that sends it the next delivery, without end: on a
 * clock that stands still, no time-out would ever stop that (docs/service.md §14.4).
 */
export class Storm {
  #instant = Number.NaN
  #caused = 0
  #underWay = 0
  #sent = 0

  /** What was caused so far is forgiven: somebody starts sending anew. */
  reset(): void {
    this.#caused = 0
  }

  /** So many deliveries were queued. Those queued while another is being sent were caused by it. */
  queued(count: number): void {
    if (this.#underWay > 0) this.#caused += count
  }

  /** @throws UsageError that names the receiver and the topic of a delivery that is one too many */
  check(world: World, organization: string, id: number): void {
    const { now, instant } = world.clock
    if (now !== this.#instant) {
      this.#instant = now
      this.#caused = 0
    }
    const most = world.assumptions.read('delivery-storm')
    if (this.#caused <= most) return
    const delivery = deliveriesIn(world.store, organization).get(id)
    const hook = delivery && webhooksIn(world.store, organization).get(delivery.webhook_uuid)
    throw new UsageError(
      `more than ${most} deliveries were caused by deliveries at ${instant}; ` +
        `the receiver at ${hook?.url} seems to answer ${delivery?.topic} with a change that sends it again`,
    )
  }

  /** Sends one delivery. */
  async during<T>(host: HostTime, send: () => Promise<T>): Promise<T> {
    this.#underWay += 1
    try {
      return await send()
    } finally {
      this.#underWay -= 1
      this.#sent += 1
      if (this.#sent % SENDS_PER_TURN === 0) await aTurn(host)
    }
  }
}

/** Lets the host's event loop run. This timer also works where those of the platform are faked. */
async function aTurn(host: HostTime): Promise<void> {
  const release = host.staysAwake(1000)
  await new Promise<void>((resolve) => {
    host.givesUpAfter(0).addEventListener('abort', () => resolve(), { once: true })
  })
  release()
}
