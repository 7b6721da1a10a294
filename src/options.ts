import { type AssumptionOverrides, Assumptions } from './assumptions'
import { checkMembers } from './check-members'
import type { AnswerOptions } from './custom-answers'
import type { Permission } from './engine/model/names'
import { checkPermissions } from './http/checks/permissions'
import type { RateLimits } from './http/rate-limits/rate-policy'
import { TRAFFIC_LIMITS, type TrafficLimits } from './http/traffic/traffic'
import { parseInstant } from './kernel/instant'
import { perhaps } from './kernel/nearest-name'
import type { Dump } from './kernel/store'
import { isOptionError, OptionError, wrongChoice, wrongOption } from './option-error'
import { readRateLimits } from './rate-limit-option'
import { type AgedWorld, isAged } from './worlds/aged'

/** An API key that the service accepts. */
export interface ApiKeyOption {
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

/** A whole world as plain JSON, made by `simulator.export()`. It contains keys and secrets. */
export interface ExportedWorld {
  readonly format: 2
  readonly note: string
  /** The options that its future depends on. Options given to `createSimulator` override them. */
  readonly options?: FutureOptions
  readonly tables: Dump
}

/** Options that change the behaviour of a world. */
export interface FutureOptions {
  readonly rateLimits?: RateLimits
  readonly assumptions?: AssumptionOverrides
  readonly answers?: AnswerOptions
  readonly strict?: boolean
  readonly webhooks?: { readonly headerPrefix?: string }
}

export interface WebhookOptions {
  /** Prefix of the webhook header names. @default 'Service' */
  readonly headerPrefix?: string
  /** Real time in milliseconds before a receiver without an answer counts as timed out. @default 2000 */
  readonly patience?: number
}

export interface SimulatorOptions {
  /** Origin of the service, without a path. @default 'https://accounting.test' */
  readonly baseUrl?: string
  /** Start of virtual time, ISO 8601. @default '2026-01-15T09:00:00Z'; with a live clock the host's time */
  readonly now?: string
  /**
   * How virtual time moves (docs/service.md §1.2).
   * - 'manual': only when a call advances it.
   * - 'auto': also jumps to the next timer when somebody waits for it and nothing else can happen.
   * - 'live': runs with the host's clock.
   * @default 'manual'
   */
  readonly clock?: 'manual' | 'auto' | 'live'
  /** Seed of ids, secrets, jitter and fault probabilities. @default 1 */
  readonly seed?: number | string
  /**
   * The initial records: two companies ready to trade, one company with only a chart of accounts, a world with a
   * past (`aged` of `accounting-simulator/worlds`), or an exported world.
   * @default 'small-company'
   */
  readonly world?: 'small-company' | 'empty' | AgedWorld | ExportedWorld
  /** The keys that the service accepts at first. @default [{ key: 'test-api-key' }] */
  readonly apiKeys?: readonly ApiKeyOption[]
  /**
   * Sizes of the rate-limit buckets of every key, or false for no limits (docs/service.md §9). `routes` names
   * operations with a size of their own. @default {}
   */
  readonly rateLimits?: RateLimits
  /** Delivery of webhooks (docs/service.md §14.3). */
  readonly webhooks?: WebhookOptions
  /** Limits of `simulator.traffic`. @default { entries: 10_000, bytes: 64 * 1024 * 1024 } */
  readonly traffic?: TrafficLimits
  /** Audits the books after every write and refuses unknown members and parameters. @default false */
  readonly strict?: boolean
  /** Overrides where the service's documentation leaves a choice open (docs/service.md §16). @default {} */
  readonly assumptions?: AssumptionOverrides
  /** Texts, members and headers that no assumption covers (docs/service.md §17). @default {} */
  readonly answers?: AnswerOptions
}

const DEFAULT_KEY = 'test-api-key'
export const FIRST_ORGANIZATION = 'org-1'
const DEFAULT_NOW = '2026-01-15T09:00:00Z'
const OPTIONS = [
  'baseUrl',
  'now',
  'clock',
  'seed',
  'world',
  'apiKeys',
  'rateLimits',
  'webhooks',
  'traffic',
  'strict',
  'assumptions',
  'answers',
]

/** Validated options with defaults. `given` are those that override an exported world. */
export interface Settings {
  readonly baseUrl: string
  readonly now: number
  readonly clock: 'manual' | 'auto' | 'live'
  readonly seed: number | string
  readonly world: 'small-company' | 'empty' | AgedWorld | ExportedWorld
  readonly apiKeys: readonly Required<ApiKeyOption>[]
  readonly rateLimits: RateLimits
  readonly webhooks: Required<WebhookOptions>
  readonly traffic: Required<TrafficLimits>
  readonly strict: boolean
  readonly assumptions: AssumptionOverrides
  readonly answers?: AnswerOptions | undefined
  readonly given: ReadonlySet<string>
  /** Stored with an export. */
  readonly future: FutureOptions
}

/** @throws OptionError naming the invalid option */
export function readOptions(options: SimulatorOptions, hostNow: () => number): Settings {
  checkNames(options)
  const content = world(options.world ?? 'small-company')
  const filed = filedOptions(content)
  const clock = oneOf('clock', options.clock ?? 'manual', ['manual', 'auto', 'live'])
  const strict = boolean('strict', options.strict ?? filed.strict ?? false)
  if (options.assumptions !== undefined && !isPlainObject(options.assumptions))
    throw wrongOption('assumptions', 'an object of ids and values', options.assumptions)
  const assumptions = { ...filed.assumptions, ...options.assumptions }
  const answers = options.answers ?? filed.answers
  const rateLimits = readRateLimits(options.rateLimits ?? filed.rateLimits ?? {})
  const sent = webhooks(options.webhooks ?? {}, filed.webhooks)
  return {
    baseUrl: origin(options.baseUrl ?? 'https://accounting.test'),
    now: options.now === undefined && clock === 'live' ? hostNow() : instant(options.now ?? DEFAULT_NOW),
    clock,
    seed: seed(options.seed ?? 1),
    world: content,
    apiKeys: keys(options.apiKeys ?? [{ key: DEFAULT_KEY }]),
    rateLimits,
    webhooks: sent,
    traffic: traffic(options.traffic ?? {}),
    strict,
    assumptions: {
      ...(strict && ({ 'unknown-members': 'reject', 'unknown-parameters': '422' } as const)),
      ...assumptions,
    },
    answers,
    given: new Set(
      Object.keys(options).filter((name) => options[name as keyof SimulatorOptions] !== undefined),
    ),
    future: {
      rateLimits,
      assumptions,
      ...(answers && { answers }),
      strict,
      webhooks: { headerPrefix: sent.headerPrefix },
    },
  }
}

function checkNames(options: unknown): void {
  if (typeof options !== 'object' || options === null) throw wrongOption('options', 'an object', options)
  for (const name of Object.keys(options))
    if (!OPTIONS.includes(name))
      throw new OptionError(
        name,
        `there is no option ${name}${perhaps(name, OPTIONS)}; there are ${OPTIONS.join(', ')}`,
      )
}

const FUTURE = ['rateLimits', 'assumptions', 'answers', 'strict', 'webhooks']

/** The options in an exported world, validated like those of a call. */
function filedOptions(content: Settings['world']): FutureOptions {
  if (!isExported(content)) return {}
  const { options = {} } = content
  try {
    checkMembers('options', options, FUTURE)
    readOptions(options, () => 0)
    new Assumptions(options.assumptions)
  } catch (error) {
    if (!isOptionError(error)) throw error
    throw new OptionError('world', `world.options: ${error.message}`)
  }
  return options
}

function webhooks(value: WebhookOptions, filed: WebhookOptions = {}): Required<WebhookOptions> {
  checkMembers('webhooks', value, ['headerPrefix', 'patience'])
  const { headerPrefix = 'Service', patience = 2000 } = { ...filed, ...value }
  if (typeof headerPrefix !== 'string' || !/^[A-Za-z][A-Za-z0-9-]*$/.test(headerPrefix))
    throw wrongOption('webhooks.headerPrefix', 'a word that can begin a header name', headerPrefix)
  if (!Number.isSafeInteger(patience) || patience < 1)
    throw wrongOption('webhooks.patience', 'a whole number of milliseconds', patience)
  return { headerPrefix, patience }
}

function traffic(value: TrafficLimits): Required<TrafficLimits> {
  checkMembers('traffic', value, ['entries', 'bytes'])
  const limits = { ...TRAFFIC_LIMITS, ...value }
  for (const name of ['entries', 'bytes'] as const)
    if (!Number.isSafeInteger(limits[name]) || limits[name] < 1)
      throw wrongOption(`traffic.${name}`, 'a whole number above 0', limits[name])
  return limits
}

function oneOf<V extends string>(option: string, value: unknown, values: readonly V[]): V {
  if (!values.includes(value as V)) throw wrongChoice(option, values, value)
  return value as V
}

function boolean(option: string, value: unknown): boolean {
  if (typeof value !== 'boolean') throw wrongOption(option, 'true or false', value)
  return value
}

function origin(text: string): string {
  let url: URL
  try {
    url = new URL(text)
  } catch {
    throw wrongOption('baseUrl', 'a URL such as https://accounting.test', text)
  }
  if (!/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search !== '' || url.username !== '')
    throw wrongOption('baseUrl', 'an http or https origin without a path', text)
  return url.origin
}

function instant(text: string): number {
  const ms = typeof text === 'string' ? parseInstant(text) : undefined
  if (ms === undefined) throw wrongOption('now', 'an instant such as 2026-01-15T09:00:00Z', text)
  return ms
}

function seed(value: unknown): number | string {
  if (typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value))) return value
  throw wrongOption('seed', 'a number or a text', value)
}

function world(value: unknown): Settings['world'] {
  if (value === 'small-company' || value === 'empty' || isAged(value)) return value
  const file = value as Partial<ExportedWorld> | null
  if (typeof file !== 'object' || file === null || !isDump(file.tables))
    throw wrongOption(
      'world',
      "'small-company', 'empty', a world of `worlds.aged` or an exported world",
      value,
    )
  if (file.format !== 2)
    throw new OptionError('world', `world.format must be 2 for this version, not ${String(file.format)}`)
  return file as ExportedWorld
}

/** Whether the content of a world is a file. */
export const isExported = (content: Settings['world']): content is ExportedWorld =>
  typeof content === 'object' && 'tables' in content

const isDump = (tables: unknown): boolean =>
  isPlainObject(tables) &&
  Object.values(tables).every((scope) => isPlainObject(scope) && Object.values(scope).every(isRows))

const isRows = (rows: unknown): boolean => Array.isArray(rows) && rows.every(isPlainObject)

const isPlainObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function keys(value: unknown): Required<ApiKeyOption>[] {
  if (!Array.isArray(value) || value.length === 0)
    throw wrongOption('apiKeys', 'an array of at least one { key }', value)
  const read = value.map(apiKey)
  if (new Set(read.map(({ key }) => key)).size < read.length)
    throw new OptionError('apiKeys', 'apiKeys must not contain a key twice')
  return read
}

function apiKey(one: ApiKeyOption): Required<ApiKeyOption> {
  if (typeof one === 'string')
    throw new OptionError('apiKeys', `apiKeys must contain objects: { key: '${one}' }, not '${one}'`)
  checkMembers('apiKeys', one, ['key', 'permissions', 'organization', 'label'])
  const { key, permissions = 'all', organization = FIRST_ORGANIZATION, label = 'API key' } = one
  if (typeof key !== 'string' || !/^[\x21-\x7e]+$/.test(key))
    throw wrongOption('apiKeys', 'visible ASCII without spaces', key, 'key')
  checkPermissions('apiKeys', permissions)
  if (typeof organization !== 'string' || organization === '')
    throw wrongOption('apiKeys', 'a text that is not empty', organization, 'organization')
  if (typeof label !== 'string') throw wrongOption('apiKeys', 'a text', label, 'label')
  return { key, permissions, organization, label }
}
