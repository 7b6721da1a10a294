import type { DeliveryLimit } from '../host-time/host-time'
import { type HostAnswer, overQuota, STAYS, TokenBucket } from './quotas'
import type { SandboxHead } from './storage'
import type { SandboxHost } from './worlds'

/**
 * The limit on deliveries in a minute. Those of a live clock wait in the queue, each for a place of its own. A clock
 * that stands, or that a call moves, has no time in which they could wait, so whoever moves it is stopped.
 */
export class Deliveries implements DeliveryLimit {
  readonly #isLive: boolean
  readonly #bucket: TokenBucket

  /**
   * @param isMoved tells whether a call is under way that may move the clock
   * @param stop ends that call, which is answered so
   */
  constructor(
    clock: SandboxHead['clock'],
    private readonly host: SandboxHost,
    private readonly isMoved: () => boolean,
    private readonly stop: (answer: HostAnswer) => never,
  ) {
    const { deliveriesPerMinute } = host.quotas
    this.#isLive = clock === 'live'
    this.#bucket = new TokenBucket(deliveriesPerMinute, deliveriesPerMinute / 60)
  }

  get waits(): boolean {
    return this.#isLive && !this.isMoved()
  }

  /** Tells whether no quota is used. */
  isWhole(now: number): boolean {
    return this.#bucket.isFull(now)
  }

  wait(): number {
    return this.#bucket.waitFrom(this.host.now())
  }

  take(): void {
    this.#bucket.spend(1, this.host.now())
  }

  refuse(): never {
    const { deliveriesPerMinute } = this.host.quotas
    const error =
      `a sandbox sends ${deliveriesPerMinute} webhooks in a minute (quota deliveriesPerMinute); the others wait, ` +
      `and ${STAYS}. Go on after Retry-After`
    return this.stop(overQuota(429, 'deliveriesPerMinute', error, this.#bucket.wait))
  }
}
