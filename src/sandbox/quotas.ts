/** The quotas of a sandbox and of a team. The host refuses what exceeds them, not the simulated service. */
import { form, members, orElse, positive, whole } from '../errors/reader'
import { platform } from '../host-time/platform'

export interface Quotas {
  /** Requests per second that a sandbox answers. @default 100 */
  readonly requestsPerSecond: number
  /** Requests that a sandbox answers at once after a quiet time. @default 500 */
  readonly burst: number
  /** Characters of all rows of a sandbox. @default 16 MiB */
  readonly rows: number
  /** Bytes of a body. @default 1 MiB */
  readonly body: number
  /** Timers that one control may fire; then time stops where it is. @default 20,000 */
  readonly timers: number
  /** Webhook requests per minute that a sandbox sends. @default 60 */
  readonly deliveriesPerMinute: number
  /** Milliseconds of processor time per second for a sandbox. @default 400 */
  readonly work: number
  /** Milliseconds of processor time per second for all sandboxes of a team. @default 700 */
  readonly teamWork: number
  /** Sandboxes of a team. @default 100 */
  readonly sandboxes: number
  /** Wrong tokens, keys and ids per minute from one address. @default 100 */
  readonly triesPerMinute: number
  /** Served days without a request after which a sandbox is deleted; null for never. @default 30 */
  readonly idleDays: number | null
  /** Served days in which a sandbox in the bin can be restored. @default 7 */
  readonly binDays: number
}

const MIB = 1024 * 1024
/** A day in milliseconds. */
export const DAY = 24 * 60 * 60 * 1000

const days = form<number | null>(
  'a number above 0, or null',
  (given) => given === null || (Number.isFinite(given) && Number(given) > 0),
)

/** @throws OptionError */
export const readQuotas = members({
  requestsPerSecond: orElse(positive, 100),
  burst: orElse(whole(1), 500),
  rows: orElse(whole(1), 16 * MIB),
  body: orElse(whole(1), MIB),
  timers: orElse(whole(1), 20_000),
  deliveriesPerMinute: orElse(positive, 60),
  work: orElse(positive, 400),
  teamWork: orElse(positive, 700),
  sandboxes: orElse(whole(1), 100),
  triesPerMinute: orElse(whole(1), 100),
  idleDays: orElse(days, 30),
  binDays: orElse(whole(), 7),
}) satisfies (given: unknown, option: string) => Quotas

/** The text for a caller whose move of time was stopped. */
export const STAYS = 'time stays where it came to, and GET /__simulator/clock tells it'

/** A token bucket, which refills over time. */
export class TokenBucket {
  readonly #perMillisecond: number
  #level: number
  #at = 0

  constructor(
    private readonly most: number,
    perSecond: number,
  ) {
    this.#perMillisecond = perSecond / 1000
    this.#level = most
  }

  take(now: number): boolean {
    if (!this.has(now)) return false
    this.#level -= 1
    return true
  }

  /** True if the bucket has at least one token. */
  has(now: number): boolean {
    this.#level = this.levelAt(now)
    this.#at = now
    return this.#level >= 1
  }

  /** Takes tokens, even more than there are: the level may become negative. */
  spend(used: number, now: number): void {
    this.#level = this.levelAt(now) - used
    this.#at = now
  }

  isFull(now: number): boolean {
    return this.levelAt(now) >= this.most
  }

  levelAt(now: number): number {
    const passed = Math.max(0, now - this.#at)
    return Math.min(this.most, this.#level + passed * this.#perMillisecond)
  }

  /** Seconds until the bucket has a token, at least 1. */
  get wait(): number {
    return Math.max(1, Math.ceil(this.#waitMs / 1000))
  }

  /** Milliseconds from now until the bucket has a token; 0 if it has one. */
  waitFrom(now: number): number {
    return this.has(now) ? 0 : Math.max(1, Math.ceil(this.#waitMs))
  }

  get #waitMs(): number {
    return (1 - this.#level) / this.#perMillisecond
  }
}

/** Deletes the oldest entries above `most`. */
export function keepNewest(all: Map<string, unknown> | Set<string>, most: number): void {
  for (const first of all.keys()) {
    if (all.size <= most) return
    all.delete(first)
  }
}

/** A response of the deployment itself, not of the simulated service. */
export class HostAnswer extends platform.Response {
  constructor(
    status: number,
    readonly told: object,
    headers: Readonly<Record<string, string>> = {},
    readonly quota?: string,
  ) {
    super(JSON.stringify(told), {
      status,
      headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers },
    })
  }
}

type Quota = keyof Quotas | 'storage'

/** The host's response over a quota, a body that the service never sends. 429 gets a Retry-After header. */
export function overQuota(status: 413 | 507, quota: Quota, error: string): HostAnswer
export function overQuota(status: 429, quota: Quota, error: string, seconds: number): HostAnswer
export function overQuota(status: number, quota: Quota, error: string, seconds?: number): HostAnswer {
  const headers = seconds === undefined ? {} : { 'retry-after': String(seconds) }
  return new HostAnswer(status, { error, quota }, headers, quota)
}
