import type { DeliveryLimit } from '../host-time/host-time'
import { type HostAnswer, overQuota, STAYS, TokenBucket } from './quotas'
import type { SandboxHead } from './storage'
import type { SandboxHost } from './worlds'

/**
 * The limit on deliveries per minute. On a live clock, further deliveries wait in the queue. A manual clock,
 * or one that a control moves, gives them no time to wait, so the control is stopped.
 */
export class Deliveries implements DeliveryLimit {
  readonly #isLive: boolean
  readonly #bucket: TokenBucket

  /**
   * @param isMoved true if a control is under way that may move the clock
   * @param stop ends that control with the given response
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

  /** True if the whole quota is available. */
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
