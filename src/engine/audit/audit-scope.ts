import type { Key, Row } from '../../kernel/store'
import type { TableName } from '../../kernel/table-shape'
import type { Scope } from '../model/context'
import { idsOf, linesOf } from '../model/row'
import { LEDGER, type LedgerLine } from '../model/tables'
import type { Definition } from '../schema/define'

/** The rows that an audit reads: the whole books, or the rows that a write may have broken. */
export interface AuditScope extends Scope {
  readonly types: readonly Definition[]
  /** The rows to audit. Records that they name are looked up among all rows. */
  rows<R extends Row = Row>(table: TableName<R>): Iterable<R>
  /** A row at the time that is audited. */
  row<R extends Row = Row>(table: TableName<R>, key: Key): R | undefined
  hasLine(id: unknown): boolean
}

export function wholeBooks(scope: Scope): AuditScope {
  const { world, organization } = scope
  let lines: ReadonlySet<unknown> | undefined
  return {
    world,
    organization,
    types: world.registry.everything,
    rows: (table) => world.store.table(organization, table).rows(),
    row: (table, key) => world.store.table(organization, table).get(key),
    hasLine(id) {
      lines ??= lineIds(scope)
      return lines.has(id)
    },
  }
}

function lineIds(scope: Scope): Set<unknown> {
  const { world, organization } = scope
  const ids = new Set<unknown>()
  for (const { name } of world.registry.everything) {
    if (lineMembersOf(scope, name).length === 0) continue
    for (const row of world.store.table(organization, name).rows())
      for (const id of lineIdsOf(scope, name, row)) ids.add(id)
  }
  return ids
}

/** The members of a record type with lines, those of mirrored journal entries included. */
function lineMembersOf({ world }: Scope, name: string): readonly string[] {
  const { lineMembers, definition } = world.registry.type(name)
  return definition.journal ? [...lineMembers, definition.journal.mirrored] : lineMembers
}

export const lineIdsOf = (scope: Scope, name: string, row: Row): unknown[] =>
  lineMembersOf(scope, name).flatMap((member) => linesOf(row, member).map(({ id }) => id))

export function ledgerLinesOf({ world, organization }: Scope, row: Row): readonly LedgerLine[] {
  const ledger = world.store.table(organization, LEDGER)
  return idsOf(row, 'transaction_ids').flatMap((id) => ledger.get(id)?.lines ?? [])
}

/** A broken invariant of the books. */
export interface BrokenInvariant {
  /** The name of the invariant. */
  readonly invariant: string
  /** The record or ledger transaction. */
  readonly where: string
  /** The finding in words. */
  readonly text: string
}

export type Finding = Omit<BrokenInvariant, 'invariant'>

/** The records of the types that a rule applies to; with `only`, just the posted ones. */
export function* rowsWith(scope: AuditScope, has: (definition: Definition) => unknown, only?: 'posted') {
  for (const definition of scope.types) {
    if (!has(definition)) continue
    for (const row of scope.rows(definition.name))
      if (only === undefined || row.record_status === only) yield { definition, row }
  }
}

export const finding = (definition: Definition, row: Row, text: string): Finding => ({
  where: whereOf(definition, row),
  text,
})

/** Names a record, for a finding. */
export const whereOf = ({ model, identifier }: Pick<Definition, 'model' | 'identifier'>, row: Row): string =>
  `${model} ${String(row[identifier])}`
