import { execute } from '../engine/execute'
import type { World } from '../engine/model/world'
import { wrongOption } from '../option-error'
import { HOST_ACTOR } from './host-actor'
import type { RecordQuery, RecordSet } from './record-set'
import type { Records } from './record-types/records'

interface Scope {
  readonly world: World
  /** Updates the scope before each call and returns the organisation that owns the records. */
  organization(): string
}

/** Members are created on first use, so an unused record type costs nothing. */
export function recordsOf(scope: Scope): Records {
  const sets = {}
  for (const { name } of scope.world.registry.definitions) {
    let set: RecordSet<unknown, unknown> | undefined
    Object.defineProperty(sets, name, { enumerable: true, get: () => (set ??= recordSet(scope, name)) })
  }
  return sets as Records
}

function recordSet(scope: Scope, resource: string): RecordSet<unknown, unknown> {
  const { world } = scope
  const run = (command: {
    verb: 'list' | 'get' | 'create' | 'update' | 'remove'
    id?: number
    body?: unknown
    query?: RecordQuery
  }) => {
    const { query, ...rest } = command
    const outcome = execute(world, {
      ...rest,
      resource,
      actor: HOST_ACTOR,
      organization: scope.organization(),
      ...(query && { query: queryOf(query) }),
    })
    return plainCopy(outcome.body)
  }
  const list = (query: RecordQuery = {}): { items: unknown[]; count: number } => {
    const body = run({ verb: 'list', query }) as unknown[] | { items: unknown[]; count: number }
    return Array.isArray(body) ? { items: body, count: body.length } : body
  }
  return {
    create: (body) => run({ verb: 'create', body }),
    get: (id) => run({ verb: 'get', id }),
    find: (predicate) => {
      const { definition } = world.registry.type(resource)
      for (const row of world.store.table(scope.organization(), resource).rows()) {
        const record = run({ verb: 'get', id: row[definition.identifier] as number })
        if (predicate(record)) return record
      }
      return undefined
    },
    list,
    update: (id, body) => run({ verb: 'update', id, body }),
    remove: (id) => run({ verb: 'remove', id }) as { success: true },
    count: (query = {}) => list({ ...query, limit: 1 }).count,
  }
}

/** Copies the response, so that callers may change it. */
const plainCopy = (body: unknown): unknown => JSON.parse(JSON.stringify(body))

function queryOf(query: RecordQuery): ReadonlyMap<string, readonly string[]> {
  if (typeof query !== 'object') throw wrongOption('query', 'an object of parameters', query)
  const entries = Object.entries(query).filter(([, value]) => value !== undefined)
  return new Map(entries.map(([name, value]) => [name, (Array.isArray(value) ? value : [value]).map(String)]))
}
