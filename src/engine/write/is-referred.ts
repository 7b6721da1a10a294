import type { Row, Table } from '../../kernel/store'
import type { CompiledType, ReferencePath } from '../model/compiled-type'
import type { Scope } from '../model/context'
import { linesOf, numberOf } from '../model/row'
import { ruleOf } from '../model/rule-of'
import { LEDGER } from '../model/tables'
import type { World } from '../model/world'
import { eachValueAt } from './references'

/** Whether any record, even archived, or the ledger names this row. Rows removed with it do not count. */
export function isReferred(
  context: Scope,
  type: CompiledType,
  row: Row,
  leaving: ReadonlySet<Row> = new Set([row]),
): boolean {
  const { world } = context
  const { definition } = type
  const { owns } = definition
  const owned = ownedBy(context, type, row)
  const all = new Set([...leaving, ...owned])
  if (owns && owned.some((one) => isReferred(context, world.registry.type(owns.resource), one, all)))
    return true
  if (definition.inLedger && isInLedger(context, type, row)) return true
  return isNamed(context, type, row, (one) => !all.has(one))
}

/** Whether a record that counts names this row. */
function isNamed(
  { world, organization }: Scope,
  { definition }: CompiledType,
  row: Row,
  counts: (naming: Row) => boolean,
): boolean {
  return world.registry.everything.some(({ name }) => {
    const table = world.store.table(organization, name)
    if (table.size === 0) return false
    const paths = referencesOf(world, name)
    return paths.some((path) => path.resource === definition.name && isNamedIn(table, path, row, counts))
  })
}

/** Whether a posted record names this one or a line of it. */
export function isNamedByPosted(context: Scope, type: CompiledType, row: Row): boolean {
  const isPosted = ({ record_status: status }: Row): boolean => status === 'posted'
  if (isNamed(context, type, row, isPosted)) return true
  const ids = type.lineMembers.flatMap((member) => linesOf(row, member)).map(({ id }) => id)
  return ids.some((id) => isLineNamed(context, id, isPosted))
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

/** Whether a record, even an archived one, names this line by its id. Lines of all types have one sequence of ids. */
export function isLineNamed(
  { world, organization }: Scope,
  id: unknown,
  counts: (naming: Row) => boolean = () => true,
): boolean {
  return world.registry.everything.some(({ name }) => {
    const { lineNames } = world.registry.type(name)
    if (lineNames.length === 0) return false
    let found = false
    for (const row of world.store.table(organization, name).rows())
      for (const path of lineNames)
        eachValueAt(row, path, (value) => {
          found ||= value === id && counts(row)
        })
    return found
  })
}

/** Rows that are removed together with their owner. */
function ownedBy({ world, organization }: Scope, { definition }: CompiledType, owner: Row): Row[] {
  const { owns } = definition
  if (!owns) return []
  const table = world.store.table(organization, owns.resource)
  return table.rowsWhere(owns.by, numberOf(owner, 'id'))
}

function isNamedIn(
  table: Table,
  { path, by }: ReferencePath,
  named: Row,
  counts: (naming: Row) => boolean,
): boolean {
  const [column = ''] = path
  if (path.length === 1) return table.rowsWhere(column, numberOf(named, by)).some(counts)
  for (const row of table.rows()) {
    let found = false
    eachValueAt(row, path, (value) => {
      found ||= value === named[by]
    })
    if (found && counts(row)) return true
  }
  return false
}

/** Whether the ledger has entries for this account or company, or uses the account in a system role. */
export function isInLedger({ world, organization }: Scope, { definition }: CompiledType, row: Row): boolean {
  const { as, role } = ruleOf(definition, 'inLedger')
  if (role && row[role] !== null) return true
  const id = row[definition.identifier]
  for (const one of world.store.table(organization, LEDGER).rows())
    if (one[as] === id || one.lines.some((line) => line[as] === id)) return true
  return false
}
