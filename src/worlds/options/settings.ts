import { type AssumptionOverrides, Assumptions } from '../../assumptions/index'
import { checkMembers } from '../../errors/check-members'
import { isOptionError, OptionError, wrongChoice, wrongOption } from '../../errors/option-error'
import { checkOptionNames } from '../../errors/option-names'
import { TRAFFIC_LIMITS, type TrafficLimits } from '../../events/traffic/allowance'
import { parseInstant } from '../../kernel/instant'
import type { RateLimits } from '../../service/http/rate-limits/rate-policy'
import type { AnswerOptions } from './answers'
import { readApiKeys } from './api-keys'
import { isPlainObject } from './is-plain-object'
import type { ApiKeyOption, FutureOptions, SimulatorOptions, WebhookOptions } from './options'
import { readRateLimits } from './rate-limits'
import { isExported, readWorld, type WorldOption } from './world'

const DEFAULT_KEY = 'test-api-key'
const DEFAULT_NOW = '2026-01-15T09:00:00Z'

/** Validated options with defaults. `given` are those that override an exported world. */
export interface Settings {
  readonly baseUrl: string
  readonly now: number
  readonly clock: 'manual' | 'auto' | 'live'
  readonly seed: number | string
  readonly world: WorldOption
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
  checkOptionNames(options)
  const content = readWorld(options.world ?? 'small-company')
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
    apiKeys: readApiKeys(options.apiKeys ?? [{ key: DEFAULT_KEY }]),
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

const FUTURE = ['rateLimits', 'assumptions', 'answers', 'strict', 'webhooks']

/** The options in an exported world, validated like those of a call. */
function filedOptions(content: WorldOption): FutureOptions {
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
