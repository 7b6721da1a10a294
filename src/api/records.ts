import { executeForHost, existing } from '../engine/execute'
import type { CompiledType } from '../engine/model/compiled-type'
import type { World } from '../engine/model/context'
import { plainCopy } from '../engine/model/json-text'
import type { CommandOutcome } from '../engine/model/outcome'
import { isRefusal, Refusal } from '../engine/model/refusals'
import { LIST_PARAMETERS } from '../engine/read/query'
import { recordTypesOf } from '../engine/read/record-types'
import { methodsAtCaller, taking } from '../errors/at-caller'
import { demand, OptionError } from '../errors/option-error'
import { checkMembers, form } from '../errors/reader'
import { suggestingNames } from '../errors/suggesting-names'
import type { EventLog } from '../events/timeline/event-log'
import type { RecordReference } from '../events/timeline/timeline-entry'
import { byName } from '../kernel/by-name'
import { isObject } from '../kernel/is-object'
import { rememberMembers } from '../kernel/kept-members'
import { lazy } from '../kernel/lazy'
import { mapValues } from '../kernel/map-values'
import { RecordFinder } from './finding/find-records'
import { HOST_ACTOR } from './host-actor'
import { historyOf } from './record-changes'
import type { RecordQuery, RecordSet } from './record-set'
import type { Records } from './record-types/records'

export type AnyRecordSet = RecordSet<unknown, Readonly<Record<string, unknown>>>

export interface RecordScope {
  readonly world: World
  /** Before each call, moves a live clock and creates a missing organisation. Returns its name. */
  ensureOrganization(): string
  /** Records the calls that write. */
  readonly log: EventLog
}

export const recordsOf = (scope: RecordScope): Records =>
  suggestingNames(
    lazy<object>(
      Object.fromEntries(
        scope.world.registry.definitions.map(({ name }) => [name, () => recordSet(scope, name)]),
      ),
    ),
    'records',
  ) as Records

/** The record set of a type known only by its name; undefined for an unknown name. */
export const recordSetOf = (records: Records, name: string): AnyRecordSet | undefined =>
  Object.hasOwn(records, name) ? byName<AnyRecordSet>(records)[name] : undefined

function recordSet(scope: RecordScope, resource: string): RecordSet<unknown, unknown> {
  const { world } = scope
  // Built once, because the timeline keeps a name for every write.
  const names = {
    create: `records.${resource}.create`,
    update: `records.${resource}.update`,
    remove: `records.${resource}.remove`,
  }
  const run = (command: {
    verb: 'list' | 'get' | 'create' | 'update' | 'remove'
    id?: number
    body?: unknown
    query?: RecordQuery
  }) => {
    const { verb, id, body, query } = command
    const organization = scope.ensureOrganization()
    const asked = query && queryOf(query)
    const actor = HOST_ACTOR
    const perform = () =>
      reworded(world, () =>
        executeForHost(world, { resource, verb, organization, actor, id, body, query: asked }),
      )
    if (verb === 'list' || verb === 'get') {
      scope.log.noteRead()
      return plainCopy(perform().body)
    }
    const given = [id, body].filter((argument) => argument !== undefined)
    const call = { organization, call: names[verb], given }
    const about = ({ id: made }: CommandOutcome) => recordsOfCall(resource, id ?? made)
    return plainCopy(scope.log.write(call, perform, ({ summary }) => summary, about).body)
  }
  const type = world.registry.type(resource)
  const shape = recordTypesOf(world.registry).named(resource, 'type')
  /** Attaches the shape to an empty list, so that a matcher knows the members of its records. */
  const listed = <Item>(items: Item[]): Item[] => (items.length > 0 ? items : rememberMembers(items, shape))
  const finder = (): RecordFinder => {
    scope.log.noteRead()
    return new RecordFinder({ world, organization: scope.ensureOrganization() }, type)
  }
  const many = (where: unknown, options: object): string[] => {
    const parameter = parameterIn(type, where)
    if (parameter === undefined) return finder().many(where, options)
    throw new OptionError(parameter, `no member "${parameter}"; list({ ${parameter} }) finds by it`)
  }
  const first = (where?: unknown, options: object = {}): unknown => {
    checkMembers('options', options, ['orderBy', 'skip'])
    const [found] = many(where, { ...options, take: 1 })
    return found && JSON.parse(found)
  }
  const list = (query: RecordQuery = {}): { items: unknown[]; count: number } => {
    checkMembers('query', query, parametersOf(type))
    const body = run({ verb: 'list', query }) as unknown[] | { items: unknown[]; count: number }
    if (Array.isArray(body)) return { items: listed(body), count: body.length }
    listed(body.items)
    return body
  }
  return methodsAtCaller(resource, {
    type: shape,
    create: (body) => run({ verb: 'create', body }),
    get: (id) => run({ verb: 'get', id }),
    history(id) {
      scope.log.noteRead()
      const context = { world, organization: scope.ensureOrganization() }
      return world.assumptions.withoutNoting(() => {
        const row = existing(context, type, id)
        return historyOf(context, type, row, scope.log)
      })
    },
    find(predicate) {
      demand(predicate !== undefined, 'predicate', 'must be a function; findFirst() gives the first record')
      return first(predicate)
    },
    findMany: taking(2, (where, options = {}) =>
      listed(many(where, options).map((text): unknown => JSON.parse(text))),
    ),
    findFirst: taking(2, first),
    list: taking(1, list),
    update: (id, body) => run({ verb: 'update', id, body }),
    remove: (id) => run({ verb: 'remove', id }) as { success: true },
    count: (where?: unknown) =>
      parameterIn(type, where) ? list({ ...(where as RecordQuery), limit: 1 }).count : finder().count(where),
  })
}

/** Gives refusals the texts of the option `answers`. */
function reworded<T>({ answers }: World, run: () => T): T {
  const { reword } = answers ?? {}
  if (reword === undefined) return run()
  try {
    return run()
  } catch (error) {
    if (!isRefusal(error)) throw error
    const messages = mapValues(error.messages, (texts) =>
      texts.map((message) => ({ ...message, text: reword(message.text) })),
    )
    const problems = error.problems.map((one) => ({ ...one, text: reword(one.text) }))
    throw new Refusal(error.status, messages, error.detail, problems)
  }
}

const parametersOf = ({ definition }: CompiledType): string[] => [
  ...new Set([...LIST_PARAMETERS, ...Object.keys(definition.filters)]),
]

/** The first parameter of lists in `where` that is not a member. */
function parameterIn(type: CompiledType, where: unknown): string | undefined {
  const { fields } = type.definition
  const parameters = parametersOf(type)
  return Object.keys(isObject(where) ? where : {}).find(
    (name) => parameters.includes(name) && !Object.hasOwn(fields, name),
  )
}

const scalar = form<unknown>(
  'a text, a number, true, false or null',
  (given) => typeof given !== 'object' || given === null,
)

function queryOf(query: RecordQuery): ReadonlyMap<string, readonly string[]> {
  const entries = Object.entries(query).filter(([, value]) => value !== undefined)
  return new Map(
    entries.map(([name, value]) => [
      name,
      (Array.isArray(value) ? value : [value]).map((one) => String(scalar(one, `query.${name}`))),
    ]),
  )
}

const recordsOfCall = (type: string, id: number | undefined): RecordReference[] =>
  id === undefined ? [] : [{ type, id }]
