import type { Consulted } from '../../assumptions'
import { memoize } from '../../kernel/memoize'
import type { Row, Store } from '../../kernel/store'
import type { CompiledType, Registry } from '../model/compiled-type'
import type { Scope } from '../model/context'
import { type RecordView, type ShownFields, shownFields } from './describe'
import { serialize } from './serialize'

interface WrittenJson {
  readonly type: CompiledType
  readonly row: Row
  readonly view: RecordView
  /** The sum of the versions of the other tables that the JSON was read from. */
  readonly version: number
  readonly consulted: Consulted
  readonly json: string
}

/** Enough for a page and some single records. */
const KEPT_AT_MOST = 256
/** Keyed by organisation, type and id, so that new JSON of a record replaces the old. */
const writtenFrom = memoize((_: Store) => new Map<string, WrittenJson>())

/**
 * The JSON of a record. Clients read most records several times between two writes, so the last JSON is kept.
 * It holds as long as the row is the same and no other table that the record shows has changed.
 */
export function recordJson(scope: Scope, type: CompiledType, row: Row, view: RecordView): string {
  const { world } = scope
  const version = Object.isFrozen(row) ? versionBehind(scope, type) : undefined
  if (version === undefined) return JSON.stringify(serialize(scope, type, row, view))
  const written = writtenFrom(world.store)
  const { name, identifier } = type.definition
  const place = `${scope.organization}/${name}/${row[identifier]}`
  const known = written.get(place)
  if (known?.row === row && known.version === version && known.view === view && known.type === type) {
    world.assumptions.consultAgain(known.consulted)
    return known.json
  }
  const { result: json, consulted } = world.assumptions.consulting(() =>
    JSON.stringify(serialize(scope, type, row, view)),
  )
  written.delete(place)
  if (written.size >= KEPT_AT_MOST) forgetOldest(written)
  written.set(place, { type, row, view, version, consulted, json })
  return json
}

/** Drops one entry at a time: after a full clear, the next reads would all be slow. */
function forgetOldest(written: Map<string, WrittenJson>): void {
  const [oldest] = written.keys()
  if (oldest !== undefined) written.delete(oldest)
}

/** Versions only grow, so an equal sum means that none has changed. */
function versionBehind({ world, organization }: Scope, type: CompiledType): number | undefined {
  if (world.answers?.members.has(type.definition.name)) return undefined
  let version = 0
  for (const name of tablesBehind(world.registry)(type))
    version += world.store.table(organization, name).version
  return version
}

/** The tables, besides its own, whose rows a record shows. */
const tablesBehind = memoize((registry: Registry) =>
  memoize(
    ({ definition }: CompiledType): ReadonlySet<string> =>
      new Set(tablesOf(shownFields(registry, definition.fields))),
  ),
)

const tablesOf = (shape: ShownFields): readonly string[] =>
  [...shape.values()].flatMap(({ tables, within }) => (within ? [...tables, ...tablesOf(within)] : tables))
