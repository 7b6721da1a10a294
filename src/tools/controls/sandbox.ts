import { refuseSurplus } from '../../errors/at-caller'
import { contentOf } from '../../errors/control-error'
import { demand, OptionError, wrongOption } from '../../errors/option-error'
import * as read from '../../errors/reader'
import { suggestingNames } from '../../errors/suggesting-names'
import { platform } from '../../host-time/platform'
import type { ExportedWorld, SimulatorOptions } from '../../index'
import type { DurationInput } from '../../kernel/duration'
import { isNamed } from '../../kernel/is-named'
import { isObject } from '../../kernel/is-object'
import { operationParts } from '../../kernel/operation-text'
import { refusingArrayMembers } from './refusing-array-members'

/** The options of a simulator that may differ between sandboxes. */
export type SandboxOptions = Pick<
  SimulatorOptions,
  'now' | 'seed' | 'rateLimits' | 'assumptions' | 'answers'
> & {
  readonly world?: 'small-company' | 'empty'
  readonly webhooks?: { readonly headerPrefix?: string }
}

/** The options for a new sandbox; all are optional. */
export interface NewSandbox {
  /** A name for people. */
  readonly name?: string
  /** @default 'live' */
  readonly clock?: 'live' | 'manual'
  /** The options of `createSimulator` that can be written as JSON. */
  readonly options?: SandboxOptions
  /** The time until the sandbox is deleted, used or not, such as `'2 hours'`. @default null, never */
  readonly expiresIn?: DurationInput | null
  /** The initial world: the id of another sandbox of the team, or an exported world. */
  readonly from?: string | ExportedWorld
}

/** The credentials of a sandbox. Key and token are shown once, when it is created. */
export interface SandboxAccess {
  /** 22 letters. */
  readonly id: string
  /** The URL of the sandbox's service. Its controls are below `/__simulator/`. */
  readonly url: string
  /** A key of its service with all permissions. */
  readonly apiKey: string
  /** The bearer token of its controls. */
  readonly adminToken: string
  /** The kind of clock, which forks inherit. @default 'live' */
  readonly clock?: 'live' | 'manual'
}

/** A sandbox in the list of a team. */
export interface ListedSandbox {
  /** 22 letters. */
  readonly id: string
  /** The URL of its service. */
  readonly url: string
  /** The name for people; empty if none was given. */
  readonly name: string
  /** 'live' if time passes by itself. */
  readonly clock: 'live' | 'manual'
  /** The time of its creation, in milliseconds since 1970. */
  readonly created: number
  /** The time of its deletion, in milliseconds since 1970; null for never. */
  readonly expires: number | null
  /** The size of its rows in characters, as counted last; null before the first count. */
  readonly rows: number | null
  /** The largest size of its rows. Above it the sandbox refuses writes (507). */
  readonly rowsAtMost: number
  /** The time of the last request in milliseconds since 1970; null if it is not known. */
  readonly lastRequest: number | null
}

/** One sandbox, accessed with its API key and its token. */
export interface SandboxHandle extends SandboxAccess {
  /**
   * Sends a request to its service, with the sandbox's key unless the headers have another.
   * @throws OptionError for a URL of another origin, which would get that key
   */
  fetch(path: string | URL, init?: RequestInit): Promise<Response>
  /**
   * Calls one of its controls (docs/controls.md).
   * @throws SandboxError
   * @example await sandbox.control('POST /clock/advance', { duration: '5 days' })
   */
  control<Result = unknown>(call: `${Method} /${string}`, body?: object): Promise<Result>
  /** An independent sandbox with the same content. @throws SandboxError */
  fork(name?: string): Promise<SandboxHandle>
  /** Deletes the sandbox with its whole content. @throws SandboxError */
  delete(): Promise<void>
}

/** The sandboxes of one team. */
export interface SandboxTeam {
  /** @throws SandboxError */
  create(wanted?: NewSandbox): Promise<SandboxHandle>
  /** Opens a sandbox that was created elsewhere, such as in the global setup of the tests. */
  open(access: SandboxAccess): SandboxHandle
  /** Iterates over all sandboxes, page by page. @throws SandboxError */
  list(): AsyncIterable<ListedSandbox>
  /**
   * Renames a sandbox, or changes when it is deleted: `expiresIn` counts from now, and null means never.
   * @throws SandboxError
   * @example await team.change(run.id, { name: 'demo', expiresIn: '7 days' })
   */
  change(id: string, change: Pick<NewSandbox, 'name' | 'expiresIn'>): Promise<ListedSandbox>
  /** @throws SandboxError */
  delete(id: string): Promise<void>
  /** Restores a sandbox that was deleted because it was idle or had expired. @throws SandboxError */
  restore(id: string): Promise<void>
}

export interface SandboxClientOptions {
  /**
   * `host` calls a sandbox by its own host name. `key` calls it at the URL of the deployment, where key and
   * token identify it: for names below `localhost`, which not every machine resolves.
   * @default 'key' for a URL of this machine, else 'host'
   */
  readonly route?: 'host' | 'key'
  /** @default the global one */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The deployment refused a call. */
export class SandboxError extends Error {
  override readonly name = 'SandboxError'

  constructor(
    message: string,
    readonly status: number,
    /** The quota that is used up, such as `sandboxes` or `rows`. */
    readonly quota?: string,
    /** The option that was refused. */
    readonly option?: string,
    /** Seconds to wait before the next try. */
    readonly retryAfter?: number,
  ) {
    super(message)
  }
}

/** Tests for a SandboxError, also one of another copy of the package. */
export const isSandboxError = isNamed<SandboxError>('SandboxError')

const readOptions = read.members({
  route: read.orUndefined(read.oneOfNames(['host', 'key'])),
  fetch: read.orUndefined(read.callback()),
})
const isAddress = (given: unknown, base?: string): given is string | URL =>
  (typeof given === 'string' || given instanceof URL) && URL.canParse(given, base)
const readAddress = read.form<string | URL>(
  'an address such as https://sandboxes.example, without /__sandboxes',
  (given) => isAddress(given) && /^https?:(?![^?#]*\/__sandboxes([/?#]|$))/.test(new URL(given).href),
)

/** A token is a secret, so no message shows it. @throws OptionError */
function readToken(given: string | undefined): string {
  demand(given !== undefined, 'token', 'is missing, perhaps since a variable of the environment is not set')
  demand(!/^\s*Bearer\s/i.test(given), 'token', 'must be given without Bearer, which is put before it')
  return read.filledText(given, 'token')
}

/** Refuses functions, which JSON.stringify would omit silently. @throws OptionError */
function jsonOf(body: object): string {
  const places = new Map<unknown, string>()
  return JSON.stringify(body, function (this: unknown, name, value: unknown) {
    const above = places.get(this) ?? ''
    const place = Array.isArray(this) ? `${above}[${name}]` : name && read.below(above, name)
    if (typeof value === 'function') throw wrongOption(place || 'body', 'a value that JSON can say', value)
    places.set(value, place)
    return value
  })
}

const LOOPBACK = /^(127(\.\d+){3}|\[::1\]|(.*\.)?localhost)$/

/**
 * The sandboxes of a team, on a deployment of `accounting-simulator/worker` or of `accounting-simulator many`
 * (docs/sandbox.md).
 *
 * @param url of the deployment
 * @param token of the team
 * @throws OptionError
 * @example
 * const team = sandbox('https://sandbox.example.com', process.env.SANDBOX_TOKEN)
 * const run = await team.create({ name: 'CI 4711', clock: 'manual' })
 * const own = await run.fork('worker 1')
 * await own.control('POST /clock/advance', { duration: '5 days' })
 * await own.delete()
 */
export function sandbox(
  url: string | URL,
  token: string | undefined,
  options: SandboxClientOptions = {},
): SandboxTeam {
  refuseSurplus(sandbox, arguments, 3)
  readOptions(options, 'options')
  const deployment = new URL(readAddress(url, 'url'))
  const given = options.fetch ?? ((address, init) => fetch(address, init))
  const send = async <Result>(method: string, address: string, bearer: string, body?: object) => {
    const response = await given(address, {
      method,
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      ...(body && { body: jsonOf(body) }),
    })
    return resultOf<Result>(response, `${method} ${new URL(address).pathname}`)
  }
  const teamToken = readToken(token)
  const base = deployment.href.replace(/[?#].*/, '').replace(/\/+$/, '')
  const at = `${base}/__sandboxes`
  const route = options.route ?? (LOOPBACK.test(deployment.hostname) ? 'key' : 'host')

  const call = <Result>(method: Method, path: string, body?: object): Promise<Result> =>
    send(method, at + path, teamToken, body)

  const open = (access: SandboxAccess): SandboxHandle => {
    const { id, apiKey, adminToken, clock = 'live' } = readAccess(access, 'access')
    const own = route === 'key' ? base : access.url.replace(/\/+$/, '')
    return {
      ...{ id, apiKey, adminToken, clock, url: own },
      fetch: async (path, init = {}) => {
        const wanted = String(path).startsWith('/') ? own + path : path
        if (!isAddress(wanted, `${own}/`)) throw wrongOption('path', 'a path such as /public/v1/items/', path)
        const { href, origin, protocol } = new URL(wanted, `${own}/`)
        if (![own, access.url].some((url) => new URL(url).origin === origin)) {
          const elsewhere = origin === 'null' ? protocol : origin
          throw new OptionError('path', `path leads to ${elsewhere}, which is not the sandbox ${own}`)
        }
        const headers = new platform.Headers(init.headers)
        if (!headers.has('x-api-key')) headers.set('x-api-key', apiKey)
        return given(href, { ...init, headers })
      },
      control: async (named, body) => {
        const { method, path } = operationParts(named)
        return send(method, `${own}/__simulator${path}`, adminToken, body)
      },
      fork: async (name) => {
        const made: SandboxAccess = await call('POST', `/${id}/fork`, name === undefined ? {} : { name })
        return open({ ...made, clock })
      },
      delete: () => call('DELETE', `/${id}`),
    }
  }

  async function* listed(): AsyncGenerator<ListedSandbox> {
    for (let after: string | null = ''; after !== null; ) {
      const page: { readonly sandboxes: readonly ListedSandbox[]; readonly next?: string | null } =
        await call('GET', after === '' ? '' : `?after=${encodeURIComponent(after)}`)
      yield* page.sandboxes
      after = page.next ?? null
    }
  }

  const team: SandboxTeam = {
    create: async (wanted = {}) => {
      const { clock }: NewSandbox = read.anyObject(wanted, 'sandbox')
      const made: SandboxAccess = await call('POST', '', wanted)
      return open({ ...made, ...(clock && { clock }) })
    },
    open,
    list: () => refusingArrayMembers(listed()),
    change: async (id, change) => call('PATCH', pathOf(id), change),
    delete: async (id) => call('DELETE', pathOf(id)),
    restore: async (id) => call('POST', `${pathOf(id)}/restore`),
  }
  return suggestingNames(team, 'team')
}

const pathOf = (id: string): string => `/${encodeURIComponent(read.filledText(id, 'id'))}`

const readAccess = (given: SandboxAccess, option: string): SandboxAccess => {
  const { id, url, apiKey, adminToken, clock } = read.anyObject(given, option) as unknown as SandboxAccess
  for (const [name, value] of Object.entries({ id, url, apiKey, adminToken }))
    read.filledText(value, `${option}.${name}`)
  return { id, url, apiKey, adminToken, ...(clock && { clock }) }
}

/** The JSON of a response, or its text if it is no JSON. @throws SandboxError */
async function resultOf<Result>(response: Response, call: string): Promise<Result> {
  const { answer } = await contentOf(response)
  if (response.ok) return answer as Result
  const { error, quota, option } = (isObject(answer) ? answer : {}) as Partial<
    Record<'error' | 'quota' | 'option', string>
  >
  const wait = response.headers.get('retry-after')
  const reason = `${error ?? 'the answer gives no reason'}${quota === undefined ? '' : ` (quota ${quota})`}`
  throw new SandboxError(
    `${call} was refused with ${response.status}: ${reason}`,
    ...([response.status, quota, option, wait === null ? undefined : Number(wait)] as const),
  )
}
