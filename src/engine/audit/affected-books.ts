import { getOrCreateList } from '../../kernel/get-or-create-list'
import { memoize } from '../../kernel/memoize'
import type { Change, Key, Row } from '../../kernel/store'
import { plansOf } from '../assets/plan'
import { contractRules } from '../contracts/context'
import { DEFERRAL_PLANS } from '../contracts/deferral/deferral-plan'
import { INSTALMENTS } from '../contracts/plan'
import type { Registry } from '../model/compiled-type'
import type { Scope } from '../model/context'
import { findRecord } from '../model/find-record'
import { idsOf, linesOf } from '../model/row'
import { ACCOUNTS, COMPANIES, LEDGER } from '../model/tables'
import type { Definition } from '../schema/define'
import { settlementOf } from '../settlement/documents'
import { rowsReferencing } from '../write/is-referenced'
import { eachValueAt } from '../write/references'
import { type AuditScope, lineIdsOf, wholeBooks } from './audit-scope'

/** The part of the books that a write may have broken, after and before the write. */
export interface AffectedBooks {
  readonly now: AuditScope
  readonly before: AuditScope
  readonly tables: ReadonlyMap<string, ReadonlySet<Key>>
}

/** Columns of accounts and companies that all their ledger entries depend on. */
const GROUND: Readonly<Record<string, readonly string[]>> = {
  [ACCOUNTS]: ['company_id', 'system_ref', 'currency_iso_4217_code'],
  [COMPANIES]: ['currency_iso_4217_code'],
}

/** True if a change affects all entries of an account or a company. */
const movesTheGround = ({ table, before, after }: Change): boolean =>
  before !== undefined && (GROUND[table] ?? []).some((member) => before[member] !== after?.[member])

/**
 * Finds the rows that a write may have broken: the changed rows, and the rows checked together with them.
 *
 * @param changes the changes of one organisation
 * @param isNewDay whether a day has begun since the books were sound
 * @returns undefined if any row may be broken
 */
export function affectedBooks(
  scope: Scope,
  changes: readonly Change[],
  isNewDay: boolean,
): AffectedBooks | undefined {
  if (changes.some(movesTheGround)) return undefined
  const found = new AffectedRows(scope, changes)
  if (isNewDay) found.addActiveContracts()
  return found.books()
}

class AffectedRows {
  readonly #changed = new Map<string, Map<Key, Change>>()
  readonly #keys = new Map<string, Set<Key>>()
  /** The ids of lines that were removed from their record. */
  readonly #goneLines = new Set<unknown>()
  /** The ids of lines that were named before the write, and so exist unless they are gone. */
  readonly #namedLines = new Set<unknown>()
  #allLines: AuditScope | undefined

  constructor(
    private readonly scope: Scope,
    changes: readonly Change[],
  ) {
    for (const change of changes) {
      const ofTable = this.#changed.get(change.table) ?? new Map<Key, Change>()
      this.#changed.set(change.table, ofTable.set(change.key, change))
    }
    for (const [table, ofTable] of this.#changed) {
      for (const key of ofTable.keys()) this.#add(table, key)
      this.#addNaming(table, [...ofTable.values()])
    }
    this.#addNamingLines()
  }

  readonly #now = (table: string, key: Key): Row | undefined => {
    const { world, organization } = this.scope
    return world.store.table(organization, table).get(key)
  }

  readonly #before = (table: string, key: Key): Row | undefined => {
    const change = this.#changed.get(table)?.get(key)
    return change ? change.before : this.#now(table, key)
  }

  books(): AffectedBooks {
    const types = this.scope.world.registry.everything.filter(({ name }) => this.#keys.has(name))
    const [now, before] = [this.#audited(types, this.#now), this.#audited(types, this.#before)]
    return { now, before, tables: this.#keys }
  }

  #audited(types: readonly Definition[], row: (table: string, key: Key) => Row | undefined): AuditScope {
    // Looked up once, because many invariants read the same few rows.
    const found = new Map<string, Row[]>()
    for (const [table, keys] of this.#keys) {
      const rows: Row[] = []
      for (const key of keys) {
        const one = row(table, key)
        if (one) rows.push(one)
      }
      found.set(table, rows)
    }
    return {
      world: this.scope.world,
      organization: this.scope.organization,
      types,
      rows: (table: string): readonly Row[] => found.get(table) ?? NONE,
      row,
      hasLine: (id: unknown) => this.#hasLine(id),
    } as AuditScope
  }

  #hasLine(id: unknown): boolean {
    if (this.#goneLines.has(id)) return false
    if (this.#namedLines.has(id)) return true
    this.#allLines ??= wholeBooks(this.scope)
    return this.#allLines.hasLine(id)
  }

  addActiveContracts(): void {
    const { world, organization } = this.scope
    const { name } = contractRules(world)
    for (const key of world.store.table(organization, name).keysWhere('status', 'active'))
      this.#add(name, key)
  }

  #add(table: string, key: Key): void {
    const keys = this.#keys.get(table)
    if (keys?.has(key)) return
    if (keys) keys.add(key)
    else this.#keys.set(table, new Set([key]))
    const [before, now] = [this.#before(table, key), this.#now(table, key)]
    for (const row of before === now ? [now] : [before, now]) if (row) this.#addBeside(table, key, row)
  }

  /** Adds the rows that invariants check together with a row. */
  #addBeside(table: string, key: Key, row: Row): void {
    const { registry } = this.scope.world
    if (table === LEDGER) this.#addFound(String(row.record_type), row.record_number)
    if (table === plansOf(this.scope).name) this.#addAssets(key)
    const { name: contracts } = contractRules(this.scope.world)
    if (CONTRACT_PLANS.has(table)) this.#add(contracts, key)
    const type = registry.find(table)
    if (!type) return
    const { definition } = type
    if (definition.posts) for (const id of idsOf(row, 'transaction_ids')) this.#add(LEDGER, id)
    if (typeof row.contract_id === 'number') this.#add(contracts, row.contract_id)
    if (typeof row.fixed_asset_number === 'number') this.#addAssets(row.fixed_asset_number)
    this.#addTaken(definition, row)
    for (const path of type.lineNames)
      eachValueAt(this.#before(table, key), path, (id) => this.#namedLines.add(id))
  }

  #addFound(resource: string, number: unknown): void {
    const type = this.scope.world.registry.find(resource)
    const owner = type && findRecord(this.scope, resource, 'number', number)
    if (owner) this.#add(resource, owner[type.definition.identifier] as Key)
  }

  #addAssets(number: Key): void {
    for (const name of assetTypes(this.scope.world.registry)) this.#add(name, number)
  }

  /** Adds the documents that a record settles. */
  #addTaken({ settles }: Definition, row: Row): void {
    if (!settles) return
    const takers = [
      [row, settles.sources ?? []] as const,
      ...linesOf(row, settles.lines).map((line) => [line, settles.references] as const),
    ]
    for (const [taker, kinds] of takers) {
      const kind = settlementOf(taker, kinds)
      if (kind) this.#add(kind.settles, taker[kind.by] as Key)
    }
  }

  /** Adds the records that name a changed record which was removed, was postponed, or is a draft again. */
  #addNaming(table: string, changes: readonly Change[]): void {
    const { world, organization } = this.scope
    const earlier = changes.filter(({ before }) => before !== undefined)
    if (earlier.length === 0 || !world.registry.find(table)) return
    for (const { before = {}, after } of earlier) this.#noteGoneLines(table, before, after)
    for (const { name, path, by } of namingTypes(world.registry).get(table) ?? []) {
      const values = new Set<unknown>()
      for (const { before = {}, after } of earlier)
        if ((before[by] ?? null) !== null && (before[by] !== after?.[by] || isOpenToDoubt(before, after)))
          values.add(before[by])
      if (values.size === 0) continue
      for (const row of rowsReferencing(world.store.table(organization, name), path, values))
        this.#addRow(name, row)
    }
  }

  #noteGoneLines(table: string, before: Row, after: Row | undefined): void {
    const kept = new Set(after ? lineIdsOf(this.scope, table, after) : [])
    for (const id of lineIdsOf(this.scope, table, before)) if (!kept.has(id)) this.#goneLines.add(id)
  }

  #addNamingLines(): void {
    const { world, organization } = this.scope
    if (this.#goneLines.size === 0) return
    for (const { name } of world.registry.everything)
      for (const path of world.registry.type(name).lineNames)
        for (const row of rowsReferencing(world.store.table(organization, name), path, this.#goneLines))
          this.#addRow(name, row)
  }

  #addRow(resource: string, row: Row): void {
    const { identifier } = this.scope.world.registry.type(resource).definition
    this.#add(resource, row[identifier] as Key)
  }
}

const NONE: readonly Row[] = []

/** True if records that name this one may be wrong now: it was postponed, or is a draft again. */
const isOpenToDoubt = (before: Row, after: Row | undefined): boolean =>
  after !== undefined &&
  (String(after.date) > String(before.date) ||
    (after.record_status === 'draft' &&
      (before.record_status !== 'draft' || after.approval_status !== before.approval_status)))

const assetTypes = memoize(({ everything }: Registry): readonly string[] =>
  everything.flatMap(({ name, depreciates }) => (depreciates ? [name] : [])),
)

interface Naming {
  readonly name: string
  readonly path: readonly string[]
  readonly by: string
}

const namingTypes = memoize((registry: Registry): ReadonlyMap<string, readonly Naming[]> => {
  const naming = new Map<string, Naming[]>()
  for (const { name } of registry.everything)
    for (const { path, resource, by } of registry.type(name).references)
      getOrCreateList(naming, resource).push({ name, path, by })
  return naming
})

const CONTRACT_PLANS: ReadonlySet<string> = new Set([DEFERRAL_PLANS, INSTALMENTS])
