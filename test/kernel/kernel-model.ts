import { expect } from 'vitest'
import { compareScalars } from '../../src/kernel/compare-scalars'
import { ErasedTimelineError } from '../../src/kernel/erased-timeline-error'
import { InvariantViolation } from '../../src/kernel/invariant'
import { type Change, type Key, type Mark, type Row, type Scalar, Store } from '../../src/kernel/store'
import type { Table } from '../../src/kernel/table'

export interface Place {
  table: 'invoices' | 'customers'
  scope: string
  key: Key
}

export type Step =
  | { do: 'put'; row: Place; columns: Row }
  | { do: 'remove' | 'put the same again'; row: Place }
  | { do: 'ask an index'; row: Place; column: string }
  | { do: 'mark' | 'fork' }
  | { do: 'rewind' | 'go to another fork'; slot: number }
  | { do: 'atomically'; steps: Step[]; fails: boolean }

/** scope/table -> key -> row; copied, never shared, so nothing here can be right by the kernel's own means. */
type Content = Map<string, Map<Key, Row>>

interface World {
  store: Store
  content: Content
  /** The content as a listener knows it, which only hears of commits. */
  heard: Content
  marks: { mark: Mark; content: Content; erased: boolean }[]
}

const keyColumnOf = (table: string) => (table === 'customers' ? 'id' : 'number')
const scalars: Scalar[] = [null, 'open', 'paid', '1', 1, 2, 10, true, -2, -1, 0, 'nowhere']
const bounds: [from?: Scalar | undefined, to?: Scalar][] = [
  [],
  ['open'],
  [undefined, 1],
  [-1, 1],
  [1, 'open'],
  [2, -1],
  ['1', 'paid'],
]
const indexed = ['status', 'amount', 'tags', 'absent']

class Refused extends Error {}

/** The kernel and a naive twin of it, fed with the same steps. */
export class KernelModel {
  readonly #worlds: World[] = []
  readonly #asked = new Set<string>()
  #world: World

  constructor() {
    this.#world = this.#add(new Store(keyColumnOf), new Map())
  }

  take(step: Step): void {
    switch (step.do) {
      case 'put':
        this.#put(step.row, { [keyColumnOf(step.row.table)]: step.row.key, ...step.columns })
        break
      case 'put the same again':
        this.#putAgain(step.row)
        break
      case 'remove':
        expect(this.#table(step.row).remove(step.row.key)).toBe(this.#rows(step.row).delete(step.row.key))
        break
      case 'ask an index':
        this.#asked.add(step.column)
        compareIndex(this.#table(step.row), [...this.#rows(step.row).values()], step.column)
        break
      case 'mark':
        this.#mark()
        break
      case 'rewind':
        this.#rewind(step.slot)
        break
      case 'fork':
        this.#fork()
        break
      case 'go to another fork':
        if (!this.#inBlock) this.#world = this.#worlds[step.slot % this.#worlds.length] as World
        break
      case 'atomically':
        this.#atomically(step.steps, step.fails)
    }
  }

  /** Every world, those not touched by the last step included. Only the indexes some step has asked for. */
  compareAll(): void {
    for (const world of this.#worlds) this.#compare(world, this.#asked)
  }

  /** All indexes, then back through every mark that is left. */
  compareThoroughly(): void {
    for (const world of this.#worlds) {
      this.#world = world
      this.#compare(world, indexed)
      for (let slot = world.marks.length - 1; slot >= 0; slot--) {
        this.#rewind(slot)
        this.#compare(world, indexed)
      }
    }
  }

  /** Changes the twin alone, so that a test can see that the comparison sees. */
  breakSilently(): void {
    for (const rows of this.#world.content.values()) rows.clear()
  }

  #put(place: Place, row: Row): void {
    this.#rows(place).set(place.key, structuredClone(row))
    this.#table(place).put(row)
  }

  #putAgain(place: Place): void {
    const row = this.#table(place).get(place.key)
    if (row !== undefined) this.#table(place).put(row)
  }

  #mark(): void {
    const { store, marks, content } = this.#world
    if (this.#inBlock) expect(() => store.history.mark()).toThrow(InvariantViolation)
    else marks.push({ mark: store.history.mark(), content: copyOf(content), erased: false })
  }

  #rewind(slot: number): void {
    const { store, marks } = this.#world
    const index = slot % Math.max(1, marks.length)
    const target = marks[index]
    if (target === undefined) return
    const rewind = () => store.history.rewind(target.mark)
    if (this.#inBlock || target.erased) {
      expect(rewind).toThrow(this.#inBlock ? InvariantViolation : ErasedTimelineError)
      return
    }
    rewind()
    for (const later of marks.slice(index + 1)) later.erased = true
    this.#world.content = copyOf(target.content)
    this.#world.heard = copyOf(target.content) // a rewind is not announced
  }

  #fork(): void {
    const { store, content } = this.#world
    if (this.#inBlock) expect(() => store.fork()).toThrow(InvariantViolation)
    else if (this.#worlds.length < 4) this.#add(store.fork(), copyOf(content))
  }

  #atomically(steps: Step[], fails: boolean): void {
    const { store } = this.#world
    const [content, dump] = [copyOf(this.#world.content), dumpOf(store)]
    const work = () => {
      for (const step of steps) this.take(step)
      if (fails) throw new Refused()
    }
    if (fails) {
      expect(() => store.history.atomically(work)).toThrow(Refused)
      expect(dumpOf(store)).toBe(dump)
      this.#world.content = content
    } else {
      store.history.atomically(work)
    }
  }

  #compare({ store, content, heard }: World, columns: Iterable<string>): void {
    same(dumpOf(store), dumpFor(content))
    same(dumpFor(heard), dumpFor(content))
    for (const [place, rows] of content) {
      const [scope, name] = place.split('/') as [string, string]
      const table = store.table(scope, name)
      const keys = [...rows.keys()].sort(compareScalars)
      same(table.keys(), keys)
      same([table.size, table.last()], [rows.size, rows.get(keys.at(-1) as Key)])
      for (const column of columns) compareIndex(table, [...rows.values()], column)
    }
  }

  get #inBlock(): boolean {
    return this.#world.store.history.inAtomicBlock
  }

  #table({ scope, table }: Place): Table {
    return this.#world.store.table(scope, table)
  }

  #rows({ scope, table }: Place): Map<Key, Row> {
    return rowsOf(this.#world.content, `${scope}/${table}`)
  }

  #add(store: Store, content: Content): World {
    const world: World = { store, content, heard: copyOf(content), marks: [] }
    store.history.onCommit((changes) => hear(world, changes))
    this.#worlds.push(world)
    return world
  }
}

/** A commit names each row once, with what the listener knew of it as its past. */
function hear(world: World, changes: readonly Change[]): void {
  const named = changes.map(({ scope, table, key }) => `${scope}/${table}/${typeof key}/${key}`)
  expect(new Set(named).size).toBe(named.length)
  for (const { scope, table, key, before, after } of changes) {
    const rows = rowsOf(world.heard, `${scope}/${table}`)
    same(before, rows.get(key))
    expect(before).not.toBe(after)
    if (after === undefined) rows.delete(key)
    else rows.set(key, structuredClone(after))
  }
}

/** Both indexes of a column against a walk through all rows. */
function compareIndex(table: Table, rows: Row[], column: string): void {
  const keyOf = (row: Row) => row[keyColumnOf(table.name)] as Key
  const orderOf = (row: Row) => (Array.isArray(row[column]) ? null : ((row[column] ?? null) as Scalar))
  const byKey = [...rows].sort((a, b) => compareScalars(keyOf(a), keyOf(b)))
  const ordered = [...byKey].sort((a, b) => compareScalars(orderOf(a), orderOf(b)))
  for (const value of scalars) {
    const matching = byKey.filter((row) => holds(row[column] ?? null, value))
    same(table.keysWhere(column, value), matching.map(keyOf))
  }
  same(table.keysOrderedBy(column), ordered.map(keyOf))
  for (const [from, to] of bounds) {
    const within = ordered.filter((row) => isWithin(orderOf(row), from, to))
    same(table.keysBetween(column, from, to), within.map(keyOf))
    same(table.countBetween(column, from, to), within.length)
  }
}

/** The matcher is slow, and asked only to explain a difference. */
function same(actual: unknown, expected: unknown): void {
  if (JSON.stringify(actual) !== JSON.stringify(expected)) expect(actual).toEqual(expected)
}

function holds(held: unknown, value: Scalar): boolean {
  return Array.isArray(held) ? held.includes(value) : held === value
}

function isWithin(value: Scalar, from: Scalar | undefined, to: Scalar | undefined): boolean {
  if (value === null) return false
  return (
    (from === undefined || compareScalars(value, from) >= 0) &&
    (to === undefined || compareScalars(value, to) <= 0)
  )
}

/** The expected dump, built with plain JavaScript only. */
function dumpFor(content: Content): string {
  const dump: Record<string, Record<string, Row[]>> = {}
  for (const place of [...content.keys()].sort()) {
    const [scope, name] = place.split('/') as [string, string]
    const rows = content.get(place) as Map<Key, Row>
    const inOrder = [...rows].sort(([a], [b]) => compareScalars(a, b)).map(([, row]) => row)
    if (inOrder.length > 0) dump[scope] = { ...dump[scope], [name]: inOrder }
  }
  return JSON.stringify(dump)
}

function rowsOf(content: Content, place: string): Map<Key, Row> {
  let rows = content.get(place)
  if (rows === undefined) {
    rows = new Map()
    content.set(place, rows)
  }
  return rows
}

function copyOf(content: Content): Content {
  return new Map([...content].map(([place, rows]) => [place, structuredClone(rows)]))
}

function dumpOf(store: Store): string {
  return JSON.stringify(store.dump())
}
