import { controlAnswer } from '../../errors/control-error'
import { OptionError } from '../../errors/option-error'
import * as reader from '../../errors/reader'
import { isObject } from '../../kernel/is-object'
import { mapValues } from '../../kernel/map-values'
import { messageOf } from '../../kernel/message-of'
import { operationParts } from '../../kernel/operation-text'

/** An argument of a tool: its reader, and its JSON Schema for the agent. */
export interface Argument<T> {
  readonly read: reader.Reader<T>
  readonly schema: Readonly<Record<string, unknown>>
}

const argument =
  <T>(read: reader.Reader<T>, type: Readonly<Record<string, unknown>>) =>
  (description: string): Argument<T | undefined> => ({
    read: (given, option) => (given === undefined ? (undefined as T) : read(given, option)),
    schema: { ...type, description },
  })

export const words = argument(reader.filledText, { type: 'string' })
export const count = argument(reader.whole(), { type: 'integer', minimum: 0 })
export const yes = argument(reader.flag, { type: 'boolean' })
export const numbers = argument(reader.arrayOf(reader.whole(1), 'a list of numbers', 1), {
  type: 'array',
  items: { type: 'integer' },
})
export const texts = argument(reader.arrayOf(reader.filledText, 'a list of texts', 1), {
  type: 'array',
  items: { type: 'string' },
})
export const textsByName = argument(reader.mapOf(reader.text), {
  type: 'object',
  additionalProperties: { type: 'string' },
})
/** An object whose members the control checks. */
export const anyMembers = argument(reader.anyObject, { type: 'object' })
export const choiceArgument = <const Name extends string>(names: readonly Name[]) =>
  argument(reader.oneOfNames(names), { type: 'string', enum: names })

/** A member of a tool's `data`, described to the agent. */
export interface DataMember {
  readonly description: string
  /** Its JSON types; any value if absent. */
  readonly type?: string | readonly string[]
  readonly items?: { readonly type: string }
}

const given =
  (schema: Omit<DataMember, 'description'>) =>
  (description: string): DataMember => ({ ...schema, description })

export const givenText = given({ type: 'string' })
export const givenTexts = given({ type: 'array', items: { type: 'string' } })
/** An array of texts or objects. */
export const givenRows = given({ type: 'array' })
export const givenList = given({ type: 'array', items: { type: 'object' } })
export const givenObject = given({ type: 'object' })
export const givenNumber = given({ type: 'integer' })

/** Marks an argument as required. */
export const needed = <T>({ read, schema }: Argument<T | undefined>): Argument<T> => ({
  read(given, option) {
    if (given === undefined) throw new OptionError(option, `${option} must be given: ${schema.description}`)
    return read(given, option) as T
  },
  schema: { ...schema, isNeeded: true },
})

export interface ToolAnswer {
  /** The tool's own words only: never text of a client, a record, a receiver or a recording. */
  readonly summary: string
  /** The next step, in the tool's own words only. */
  readonly next?: string
  /** The content of the simulated world. */
  readonly data?: Readonly<Record<string, unknown>>
}

/** The services that tools use. */
export interface ToolContext {
  /** Calls a control (docs/controls.md). @throws ControlError */
  control<T>(call: string, body?: object): Promise<T>
  fetch(request: Request): Promise<Response>
  /** The URL at which programs reach the same service. */
  readonly url: string
  /** The file with the initial world. */
  readonly world: string | undefined
  /** The text of docs/service.md. */
  readonly documentation: string
  /** Runs a subcommand and returns its JSON report. Undefined if the agent is on another machine. */
  readonly run?: (args: readonly string[], work: ToolCall) => Promise<unknown>
}

/** Calls controls through a fetch handler, with these headers. */
export const controlThrough =
  (door: (request: Request) => Promise<Response>, headers: HeadersInit = {}): ToolContext['control'] =>
  async <T>(call: string, body?: object) => {
    const { method } = operationParts(call)
    const sent = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
    const address = `http://simulator/__simulator${call.slice(method.length + 1)}`
    return controlAnswer<T>(await door(requestTo(address, sent)))
  }

/** @throws OptionError if the Request constructor refuses the values */
export function requestTo(address: string, init: RequestInit): Request {
  try {
    return new Request(address, init)
  } catch (error) {
    throw new OptionError('request', `no such request can be sent: ${messageOf(error)}`)
  }
}

/** The progress and cancellation of one tool call. */
export interface ToolCall {
  /** Aborts when the agent cancels the call. */
  readonly signal: AbortSignal
  progress(done: number, message: string): void
}

export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  /** The schemas of the arguments. */
  readonly takes: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly gives: Readonly<Record<string, DataMember>>
  readonly isReadOnly: boolean
  /** True if it runs programs or reads files on the agent's machine. */
  readonly isLocal: boolean
  run(given: unknown, session: ToolContext, work: ToolCall): Promise<ToolAnswer>
}

type ToolArguments = Readonly<Record<string, Argument<unknown>>>
type Read<A extends ToolArguments> = { readonly [Name in keyof A]: ReturnType<A[Name]['read']> }

interface Description<A extends ToolArguments>
  extends Omit<Tool, 'takes' | 'run' | 'isReadOnly' | 'isLocal'>,
    Partial<Pick<Tool, 'isReadOnly' | 'isLocal'>> {
  readonly takes: A
  readonly run: (given: Read<A>, session: ToolContext, work: ToolCall) => Promise<ToolAnswer>
}

export function tool<A extends ToolArguments>({ takes, run, ...words }: Description<A>): Tool {
  const readers = mapValues(takes, ({ read }) => read)
  const read = reader.members(readers, undefined, 'arguments')
  return {
    isReadOnly: false,
    isLocal: false,
    ...words,
    takes: mapValues(takes, ({ schema }) => schema),
    run: async (given, session, work) => run(read(given, '') as Read<A>, session, work),
  }
}

export const segment = (value: unknown): string => encodeURIComponent(String(value))

/** The query string of a control, without absent values. */
export function query(given: Readonly<Record<string, unknown>>): string {
  const rows = Object.entries(given).flatMap(([name, value]) => {
    const values = Array.isArray(value) ? value : [value]
    return values.filter((one) => one !== undefined).map((one) => [name, String(one)])
  })
  return rows.length === 0 ? '' : `?${new URLSearchParams(rows)}`
}

/** Removes empty members, and the members that say who wrote the record when. */
export function brief(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(brief)
  if (!isObject(value)) return value
  const rows = Object.entries(value).map(([name, one]) => [name, brief(one)] as const)
  return Object.fromEntries(rows.filter(([, one]) => !isEmpty(one)))
}

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (isObject(value) && (value.actor_type !== undefined || Object.keys(value).length === 0))

type Some = Readonly<Record<string, unknown>>

const namesIn = (given: Some): string[] =>
  Object.keys(given).filter((name) => given[name] !== undefined && given[name] !== false)

/** @throws OptionError if two arguments exclude each other */
export function onlyOne(given: Some): void {
  const [, second] = namesIn(given)
  if (second !== undefined) throw new OptionError(second, `give only one of ${Object.keys(given).join(', ')}`)
}

/** @throws OptionError for an argument that has no effect without another */
export function noneOf(given: Some, why: string): void {
  const [first] = namesIn(given)
  if (first !== undefined) throw new OptionError(first, `${first} ${why}`)
}
