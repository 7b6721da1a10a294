import type { Organization } from '../../api/organization'
import { OptionError } from '../../errors/option-error'
import { type Reader, text } from '../../errors/reader'
import type { Scenario } from '../../scenario/scenario'
import type { Simulator } from '../../simulator/simulator'
import type { KeptState } from '../../simulator/simulator-state'
import type { TestOverHttp } from '../ending/test-over-http'
import type { Moments } from './moments'

/** A snapshot that survives every restore, so that users can go back and forth. */
interface KeptSnapshot {
  readonly id: string
  readonly name: string
  /** Virtual time, ISO 8601. */
  readonly at: string
  /** Host time, ISO 8601. */
  readonly taken: string
  readonly state: KeptState
}

/** State of the controls between requests. It belongs to the host, not to the world. */
export interface ControlSession {
  readonly simulator: Simulator
  /** Scenarios that can be started by name. */
  readonly scenarios: Readonly<Record<string, Scenario>>
  /** True if the callers are on other machines than the simulator. */
  readonly isHosted: boolean
  /** The URL at which callers reach the service. */
  readonly url: string
  /** The test that is under way. */
  readonly test: TestOverHttp
  readonly snapshots: Map<string, KeptSnapshot>
  /** The names of restored snapshots, by the sequence number of the restore in the timeline. */
  readonly restored: Map<number, string>
  readonly moments: Moments
  /** Functions that disconnect webhook prefixes. */
  readonly connections: Map<string, () => void>
  /** The forks by id. */
  readonly forks: Map<string, ControlSession>
  /** Counts the forks, so that ids are not reused. */
  forksMade: number
}

export interface ControlCall {
  readonly session: ControlSession
  readonly simulator: Simulator
  /** The organisation of `?organization=`, by default the simulator's own. */
  readonly face: Organization
  /** The value of each `{}` in the path, in order. */
  readonly parameters: readonly string[]
  readonly query: URLSearchParams
  readonly body: Readonly<Record<string, unknown>>
  readonly accepts: string
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal
}

export const organizationOf = ({ simulator, query }: ControlCall): string =>
  query.get('organization') ?? simulator.organizations()[0] ?? ''

/** A result is sent as JSON, a PlainText as text, and undefined as `{"ok":true}`. */
type ControlRun = (call: ControlCall) => unknown

type Takes = Readonly<Record<string, Reader<unknown>>> | '*'

/** One control endpoint, as a row of a table (docs/controls.md). */
export interface Control {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** The path below `/__simulator`; `{}` stands for one segment. */
  readonly path: string
  readonly does: string
  /** The optional members of the body, or the parameters of a GET. '*' if the called method checks them. */
  readonly takes?: Takes
  /** The longest body in bytes; 10 MiB by default. */
  readonly bodyAtMost?: number
  /** True if it can reach the simulator's machine, or stores worlds in its memory. */
  readonly isLocal?: true
  readonly run: ControlRun
}

const bodiless =
  (method: Control['method']) =>
  (path: string, does: string, run: ControlRun): Control => ({ method, path, does, run })
const taking =
  (method: Control['method']) =>
  (path: string, does: string, takes: Takes, run: ControlRun): Control => ({ method, path, does, takes, run })

export const get = bodiless('GET')
export const post = taking('POST')
export const put = taking('PUT')
export const remove = bodiless('DELETE')
export const ask = (
  path: string,
  does: string,
  names: readonly string[] | '*',
  run: ControlRun,
): Control => ({
  ...get(path, does, run),
  takes: names === '*' ? '*' : Object.fromEntries(names.map((name) => [name, text])),
})

/** Marks a control as refused to callers on other machines. */
export const local = (control: Control): Control => ({ ...control, isLocal: true })

/** A parameter that is a whole number. @throws OptionError for another text */
export function queryNumber(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name)
  if (text === null) return undefined
  if (!/^\d{1,15}$/.test(text)) throw new OptionError(name, `${name} must be a whole number`)
  return Number(text)
}

const SHOWN_AT_MOST = 20

export function noneCalled(thing: string, id: string, there: Iterable<string | number>): OptionError {
  const ids = [...there].map(String)
  const rest = ids.length > SHOWN_AT_MOST ? ', ...' : ''
  const others = ids.length === 0 ? 'is none' : `are ${ids.slice(0, SHOWN_AT_MOST).join(', ')}${rest}`
  return new OptionError('id', `there is no ${thing} ${id}; there ${others}`)
}

/** Finds a thing by the id in the path. @throws OptionError */
export function foundBy<T extends { readonly id: string | number }>(
  thing: string,
  id: string,
  all: readonly T[],
): T {
  const found = all.find((one) => String(one.id) === id)
  if (found) return found
  throw noneCalled(
    thing,
    id,
    all.map((one) => one.id),
  )
}

/** A text response that is not JSON. */
export class PlainText {
  constructor(
    readonly text: string,
    readonly type = 'text/plain',
  ) {}
}
