import type { AssumptionOverrides } from '../../assumptions/index'
import type { Permission } from '../../engine/model/names'
import type { TrafficLimits } from '../../events/traffic/allowance'
import type { SimulatorHost } from '../../host-time/simulator-host'
import type { RateLimits } from '../../service/http/rate-limits/limits'
import type { AgedWorld } from '../aged'
import type { AnswerOptions } from './answers'
import type { ExportedWorld, StoredWorld } from './exported-world'

/** An API key that the service accepts. */
export interface ApiKeyOption {
  /** The text that requests send. */
  readonly key: string
  /**
   * 'all', or some of 'INTEGRATION', 'INTEGRATION:create', ':view', ':edit', ':archive' and 'READ_ONLY'
   * (docs/service.md §6).
   * @default 'all'
   */
  readonly permissions?: 'all' | readonly Permission[]
  /** The organisation of the key. @default 'org-1', the organisation of the simulator itself */
  readonly organization?: string
  /** Shown as the author of the key's writes. @default 'API key' */
  readonly label?: string
}

export interface WebhookOptions {
  /** Prefix of the webhook header names. @default 'Service' */
  readonly headerPrefix?: string
  /** Milliseconds of real time after which a silent receiver has timed out. @default 2000 */
  readonly patience?: number
}

export interface SimulatorOptions {
  /** Origin of the service, without a path. @default 'https://accounting.test' */
  readonly baseUrl?: string
  /** Start of virtual time, ISO 8601. @default '2026-01-15T09:00:00Z'; with a live clock the host's time */
  readonly now?: string
  /**
   * Decides how virtual time moves (docs/service.md §1.2).
   * - 'manual': only when a call advances it.
   * - 'auto': also jumps to the next timer when somebody waits for it and nothing else can happen.
   * - 'live': runs with the host's clock.
   * @default 'manual'
   */
  readonly clock?: 'manual' | 'auto' | 'live'
  /**
   * The time of a host that may stop the simulator and create it again from its rows. A live clock then sets
   * no timers: it calls `wakeAt`, and after a pause it continues as if it had run. After the wake-up time,
   * any call lets it catch up; `await simulator.webhooks.flush()` also waits for deliveries. @default the
   * time of this process
   */
  readonly host?: SimulatorHost
  /** Seed of ids, secrets, jitter and fault probabilities. @default 1 */
  readonly seed?: number | string
  /**
   * The initial records: two companies ready to trade, one company with only a chart of accounts, a world with a
   * past (`aged` of `accounting-simulator/worlds`), or an exported world.
   * @default 'small-company'
   */
  readonly world?: 'small-company' | 'empty' | AgedWorld | ExportedWorld | StoredWorld
  /**
   * True to take the rows of `world` over unchecked if this version of the package stored them. Rows of
   * another version are checked once. @default false
   */
  readonly trusted?: boolean
  /** The API keys that the service accepts at first. @default [{ key: 'test-api-key' }] */
  readonly apiKeys?: readonly ApiKeyOption[]
  /**
   * Sizes of the rate-limit buckets of every key, or false for no limits (docs/service.md §9). `routes` gives
   * sizes for single operations. @default {}
   */
  readonly rateLimits?: RateLimits
  /** Delivery of webhooks (docs/service.md §14.3). */
  readonly webhooks?: WebhookOptions
  /** Limits of `simulator.traffic`. @default { entries: 10_000, bytes: 64 * 1024 * 1024 } */
  readonly traffic?: TrafficLimits
  /**
   * Audits the books like `audit`, and refuses input that the service would ignore: unknown members and
   * parameters, a header that resembles `Idempotency-Key`, and a `limit` above 100. @default false
   */
  readonly strict?: boolean
  /**
   * True to audit the changes of each commit: a write that breaks the books is undone, and an error names
   * what it broke, over HTTP as a 500 (docs/service.md §12). Without it, `useSimulator` and `runTest` audit
   * the writes of a test at the end of the test. @default the value of `strict`
   */
  readonly audit?: boolean
  /** Overrides where the service's documentation leaves a choice open (docs/service.md §16). @default {} */
  readonly assumptions?: AssumptionOverrides
  /** Texts, members, forms, headers and statuses of responses (docs/service.md §17). @default {} */
  readonly answers?: AnswerOptions
}
