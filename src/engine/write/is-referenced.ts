import type { Row, Scalar, Table } from '../../kernel/store'
import { type CompiledType, type ReferencePath, settingOf } from '../model/compiled-type'
import type { Scope, World } from '../model/context'
import { linesOf, numberOf } from '../model/row'
import { LEDGER } from '../model/tables'
import { eachValueAt } from './references'

/** True if any record, even archived, or the ledger names this row. Rows removed with it do not count. */
export function isReferenced(
  scope: Scope,
  type: CompiledType,
  row: Row,
  leaving: ReadonlySet<Row> = new Set([row]),
): boolean {
  const { world } = scope
  const { definition } = type
  const { owns } = definition
  const owned = ownedBy(scope, type, row)
  const all = new Set([...leaving, ...owned])
  if (owns && owned.some((one) => isReferenced(scope, world.registry.type(owns.resource), one, all)))
    return true
  if (definition.inLedger && isInLedger(scope, type, row)) return true
  return isReferencedBy(scope, type, row, (one) => !all.has(one))
}

/** True if a record for which `counts` holds names this row. */
function isReferencedBy(
  { world, organization }: Scope,
  { definition }: CompiledType,
  row: Row,
  counts: (naming: Row) => boolean,
): boolean {
  return world.registry.everything.some(({ name }) => {
    const table = world.store.table(organization, name)
    if (table.size === 0) return false
    const paths = referencesOf(world, name)
    return paths.some((path) => path.resource === definition.name && isReferencedIn(table, path, row, counts))
  })
}

/** True if a posted record names this one or a line of it. */
export function isReferencedByPosted(scope: Scope, type: CompiledType, row: Row): boolean {
  const isPosted = ({ record_status: status }: Row): boolean => status === 'posted'
  if (isReferencedBy(scope, type, row, isPosted)) return true
  const ids = type.lineMembers.flatMap((member) => linesOf(row, member)).map(({ id }) => id)
  return ids.some((id) => isLineReferenced(scope, id, isPosted))
}

/** References of the record type, including those in stored create bodies. */
function referencesOf(world: World, name: string): readonly ReferencePath[] {
  const { definition, references } = world.registry.type(name)
  const { recurs, embeds = [] } = definition
  const within = (member: string, creates: string): ReferencePath[] =>
    world.registry.type(creates).references.map((one) => ({ ...one, path: [member, ...one.path] }))
  return [
    ...references,
    ...(recurs ? within(recurs.payload, recurs.creates) : []),
    ...embeds.flatMap(({ member, creates }) => within(member, creates)),
  ]
}

/** True if any record, even archived, names this line by its id. All types share one sequence of line ids. */
export function isLineReferenced(
  { world, organization }: Scope,
  id: unknown,
  counts: (naming: Row) => boolean = () => true,
): boolean {
  const ids = new Set([id])
  return world.registry.everything.some(({ name }) => {
    const table = world.store.table(organization, name)
    for (const path of world.registry.type(name).lineNames)
      for (const naming of rowsReferencing(table, path, ids)) if (counts(naming)) return true
    return false
  })
}

/** Rows that are removed together with their owner. */
function ownedBy({ world, organization }: Scope, { definition }: CompiledType, owner: Row): Row[] {
  const { owns } = definition
  if (!owns) return []
  const table = world.store.table(organization, owns.resource)
  return table.rowsWhere(owns.by, numberOf(owner, 'id'))
}

const isReferencedIn = (
  table: Table,
  reference: ReferencePath,
  named: Row,
  counts: (naming: Row) => boolean,
): boolean => {
  for (const naming of rowsReferencing(table, reference.path, new Set([named[reference.by]])))
    if (counts(naming)) return true
  return false
}

export function* rowsReferencing(
  table: Table,
  path: readonly string[],
  values: ReadonlySet<unknown>,
): Iterable<Row> {
  const [column = ''] = path
  if (path.length === 1) {
    for (const value of values) yield* table.rowsWhere(column, value as Scalar)
    return
  }
  for (const row of table.rows()) {
    let found = false
    eachValueAt(row, path, (value) => {
      found ||= values.has(value)
    })
    if (found) yield row
  }
}

/** True if the ledger has entries for this account or company, or the account has a system role. */
export function isInLedger({ world, organization }: Scope, { definition }: CompiledType, row: Row): boolean {
  const { as, role } = settingOf(definition, 'inLedger')
  if (role && row[role] !== null) return true
  const id = row[definition.identifier]
  for (const one of world.store.table(organization, LEDGER).rows())
    if (one[as] === id || one.lines.some((line) => line[as] === id)) return true
  return false
}
