/** The quotas of a sandbox and of a team. The host refuses what exceeds them, and not the service. */
import { form, members, orElse, positive, whole } from '../errors/reader'
import { platform } from '../host-time/platform'

export interface Quotas {
  /** Requests that a sandbox answers in a second. @default 100 */
  readonly requestsPerSecond: number
  /** Requests that it answers at once after a quiet time. @default 500 */
  readonly burst: number
  /** Characters of all rows of a sandbox. @default 16 MiB */
  readonly rows: number
  /** Bytes of a body. @default 1 MiB */
  readonly body: number
  /** Timers that one control fires at most; time stays where it came to. @default 20,000 */
  readonly timers: number
  /** Webhook requests that a sandbox sends in a minute. @default 60 */
  readonly deliveriesPerMinute: number
  /** Milliseconds of processor time that a sandbox gets in a second. @default 400 */
  readonly work: number
  /** Milliseconds of processor time that all sandboxes of a team get in a second. @default 700 */
  readonly teamWork: number
  /** Sandboxes of a team. @default 100 */
  readonly sandboxes: number
  /** Wrong tokens, keys and ids of one address in a minute. @default 100 */
  readonly triesPerMinute: number
  /** Served days without a request after which a sandbox is deleted; null for never. @default 30 */
  readonly idleDays: number | null
  /** Served days in which what was deleted by itself can be restored. @default 7 */
  readonly binDays: number
}

const MIB = 1024 * 1024
/** Milliseconds. */
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

/** Said to who moves time and is stopped. */
export const STAYS = 'time stays where it came to, and GET /__simulator/clock tells it'

/** Fills up with time. */
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

  /** Tells whether there is one. */
  has(now: number): boolean {
    this.#level = this.levelAt(now)
    this.#at = now
    return this.#level >= 1
  }

  /** Takes out what was used, also more than there is. */
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

  /** Seconds until there is one. */
  get wait(): number {
    return Math.max(1, Math.ceil(this.#waitMs / 1000))
  }

  /** Milliseconds until there is one, from now on; 0 if there is. */
  waitFrom(now: number): number {
    return this.has(now) ? 0 : Math.max(1, Math.ceil(this.#waitMs))
  }

  get #waitMs(): number {
    return (1 - this.#level) / this.#perMillisecond
  }
}

/** Leaves out those that were put there first. */
export function keepNewest(all: Map<string, unknown> | Set<string>, most: number): void {
  for (const first of all.keys()) {
    if (all.size <= most) return
    all.delete(first)
  }
}

/** An answer of the deployment itself, and not of the service that it simulates. */
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

/** The answer of the host; the service has no such body. A client that is told to wait is told how many seconds. */
export function overQuota(status: 413 | 507, quota: Quota, error: string): HostAnswer
export function overQuota(status: 429, quota: Quota, error: string, seconds: number): HostAnswer
export function overQuota(status: number, quota: Quota, error: string, seconds?: number): HostAnswer {
  const headers = seconds === undefined ? {} : { 'retry-after': String(seconds) }
  return new HostAnswer(status, { error, quota }, headers, quota)
}
