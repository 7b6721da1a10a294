import { type AssumptionOverrides, Assumptions } from '../../assumptions'
import { isOptionError, OptionError, wrongOption } from '../../errors/option-error'
import { refuseForeign, type SimulatorOption } from '../../errors/option-names'
import * as read from '../../errors/reader'
import { arrayOf, filledText, members, orElse, type Reader, text } from '../../errors/reader'
import type { Purpose } from '../../events/purpose'
import { TRAFFIC_LIMITS, type TrafficLimits } from '../../events/traffic/allowance'
import type { DeliveryLimit } from '../../host-time/host-time'
import { isUrl } from '../../host-time/platform'
import { type SimulatorHost, timeOf } from '../../host-time/simulator-host'
import { formatInstant, parseInstant } from '../../kernel/instant'
import { readKeyText, readPermissions, UNLABELLED } from '../../service/http/checks/caller'
import type { RateLimits } from '../../service/http/rate-limits/limits'
import type { AnswerOptions } from './answers'
import type { FutureOptions } from './exported-world'
import type { ApiKeyOption, SimulatorOptions, WebhookOptions } from './options'
import { readRateLimits } from './rate-limits'
import { fileIn, isTrusted, readWorld, type WorldOption } from './world'

const DEFAULT_KEY = 'test-api-key'
const DEFAULT_NOW = '2026-01-15T09:00:00Z'

/** Validated options with defaults. `given` names the options that override an exported world. */
export interface Settings {
  readonly baseUrl: string
  readonly now: number
  readonly clock: 'manual' | 'auto' | 'live'
  readonly host?: SimulatorHost | undefined
  readonly seed: number | string
  readonly world: WorldOption
  /** True if stored rows of this version are taken over unchecked. */
  readonly trusted: boolean
  readonly apiKeys: readonly Required<ApiKeyOption>[]
  readonly rateLimits: RateLimits
  readonly webhooks: Required<WebhookOptions>
  readonly traffic: Required<TrafficLimits>
  readonly strict: boolean
  /** True if each commit is audited. */
  readonly audit: boolean
  readonly assumptions: AssumptionOverrides
  readonly answers?: AnswerOptions | undefined
  readonly purpose: Purpose
  /** The test to which the simulator belongs, if the runner tells. */
  readonly test?: string | undefined
  readonly given: ReadonlySet<string>
  /** Stored with an export. */
  readonly future: FutureOptions
}

const origin: read.Reader<string> = (given, option) => {
  if (!isUrl(given)) throw wrongOption(option, 'a URL such as https://accounting.test', given)
  const url = new URL(given)
  if (!/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search !== '' || url.username !== '')
    throw wrongOption(option, 'an http or https origin without a path', given)
  return url.origin
}

const instant: read.Reader<number> = (given, option) => {
  const ms = typeof given === 'string' ? parseInstant(given) : undefined
  if (ms === undefined) throw wrongOption(option, 'an instant such as 2026-01-15T09:00:00Z', given)
  return ms
}

const readHost = read.members({
  now: read.callback<SimulatorHost['now']>(),
  wakeAt: read.callback<SimulatorHost['wakeAt']>(),
  timersAtMost: read.orUndefined(read.whole(1)),
  mayGoOn: read.orUndefined(read.callback<() => Promise<void> | undefined>()),
  runs: read.orUndefined(read.callback<(step: () => void) => void>()),
  deliveries: read.orUndefined(
    read.form<DeliveryLimit>('an object with waits, wait, take and refuse', (given) =>
      ['wait', 'take', 'refuse'].every((name) => typeof Object(given)[name] === 'function'),
    ),
  ),
})

const count = read.whole(1)
const readWebhooks = read.members({
  headerPrefix: read.orUndefined(read.headerWord),
  patience: read.orUndefined(read.whole(1, undefined, 'milliseconds')),
})

/** The organisation of a simulator itself. */
export const FIRST_ORGANIZATION = 'org-1'

const readKey = members(
  {
    key: readKeyText,
    permissions: orElse(readPermissions, 'all'),
    organization: orElse(filledText, FIRST_ORGANIZATION),
    label: orElse(text, UNLABELLED),
  },
  "an object such as { key: 'test-api-key' }",
)

/** @throws OptionError naming the wrong member */
export const readApiKeys: Reader<Required<ApiKeyOption>[]> = (given, option) => {
  const read = arrayOf(readKey, 'an array of at least one { key }', 1)(given, option)
  if (new Set(read.map(({ key }) => key)).size < read.length)
    throw new OptionError(option, `${option} must not contain a key twice`)
  return read
}

/** Options that are exported with a world, because its future depends on them. */
const OF_THE_FUTURE = {
  rateLimits: read.orUndefined(readRateLimits),
  assumptions: read.orUndefined(read.anyObject),
  answers: read.orUndefined(read.anyObject),
  strict: read.orUndefined(read.flag),
  webhooks: read.orUndefined(readWebhooks),
}
const readFiled = read.members(OF_THE_FUTURE)

const readGiven = read.members({
  baseUrl: read.orElse(origin, 'https://accounting.test'),
  now: read.orUndefined(instant),
  clock: read.orElse(read.oneOfNames(['manual', 'auto', 'live']), 'manual'),
  host: read.orUndefined(readHost),
  seed: read.orElse(
    read.form<number | string>(
      'a number or a text',
      (given) => typeof given === 'string' || Number.isFinite(given),
    ),
    1,
  ),
  world: read.unchecked,
  trusted: read.orUndefined(read.flag),
  apiKeys: read.orUndefined(readApiKeys),
  rateLimits: OF_THE_FUTURE.rateLimits,
  webhooks: OF_THE_FUTURE.webhooks,
  traffic: read.orUndefined(
    read.members({ entries: read.orUndefined(count), bytes: read.orUndefined(count) }),
  ),
  strict: OF_THE_FUTURE.strict,
  audit: read.orUndefined(read.flag),
  assumptions: OF_THE_FUTURE.assumptions,
  answers: OF_THE_FUTURE.answers,
} satisfies Readonly<Record<SimulatorOption, read.Reader<unknown>>>)

/** @throws OptionError naming the invalid option */
export function readOptions(options: SimulatorOptions, hostNow: () => number): Settings {
  refuseForeign(options)
  const { baseUrl, clock, host, seed, ...given } = readGiven(options, '')
  const world = readWorld('world' in given ? given.world : 'small-company', 'world')
  const filed = optionsInFile(world)
  const strict = given.strict ?? filed.strict ?? false
  const assumptions: AssumptionOverrides = { ...filed.assumptions, ...given.assumptions }
  const answers = given.answers ?? filed.answers
  const rateLimits = given.rateLimits ?? filed.rateLimits ?? {}
  const webhooks = { headerPrefix: 'Service', patience: 2000, ...filed.webhooks, ...given.webhooks }
  return {
    baseUrl,
    now:
      given.now ?? (clock === 'live' ? (host ? timeOf(host).now() : hostNow()) : instant(DEFAULT_NOW, 'now')),
    clock,
    host,
    seed,
    world,
    trusted: isTrusted(world, given.trusted),
    apiKeys: given.apiKeys ?? readApiKeys([{ key: DEFAULT_KEY }], 'apiKeys'),
    rateLimits,
    webhooks,
    traffic: { ...TRAFFIC_LIMITS, ...given.traffic },
    strict,
    audit: given.audit ?? strict,
    assumptions: {
      ...(strict && ({ 'unknown-members': 'reject', 'unknown-parameters': '422' } as const)),
      ...assumptions,
    },
    answers,
    purpose: 'test',
    given: new Set(
      Object.keys(options).filter((name) => options[name as keyof SimulatorOptions] !== undefined),
    ),
    future: {
      rateLimits,
      assumptions,
      ...(answers && { answers }),
      strict,
      webhooks: { headerPrefix: webhooks.headerPrefix },
    },
  }
}

/** Options that change nothing about the service. */
const OF_THE_HOST = ['baseUrl', 'clock', 'traffic', 'trusted', 'host', 'audit']

const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0

/** The given options from which `createSimulator` makes the same service. `now` is always included. */
export function madeWith(settings: Settings): Readonly<Record<string, unknown>> {
  const own = Object.entries(settings).filter(
    ([name, value]) => settings.given.has(name) && !OF_THE_HOST.includes(name) && !isEmpty(value),
  )
  return { ...Object.fromEntries(own), now: formatInstant(settings.now) }
}

/** The options in an exported world, validated like those of a call. */
function optionsInFile(content: WorldOption): FutureOptions {
  const file = fileIn(content)
  if (!file) return {}
  try {
    const options: FutureOptions = readFiled(file.options ?? {}, '')
    new Assumptions(options.assumptions)
    return options
  } catch (error) {
    if (!isOptionError(error)) throw error
    throw new OptionError('world', `world.options: ${error.message}`)
  }
}
