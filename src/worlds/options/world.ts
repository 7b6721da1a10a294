import { OptionError, shown, wrongOption } from '../../errors/option-error'
import * as read from '../../errors/reader'
import type { StoredTimeline } from '../../events/stored-timeline'
import { isObject, isPlainObject } from '../../kernel/is-object'
import { didYouMean } from '../../kernel/nearest-name'
import type { Dump, Key, Row, RowChange, StoredTable } from '../../kernel/store'
import { type AgedWorld, isAged } from '../aged'
import type { ExportedWorld, StoredWorld } from './exported-world'

/** The initial content of a world. */
export type WorldOption = 'small-company' | 'empty' | AgedWorld | WorldFile

/** A world from outside: an exported one, or the rows of a storage. */
export interface WorldFile extends ExportedWorld {
  /** The version of this package whose rows a storage has. */
  readonly storedBy?: string
  /** Tables that are read when they are needed. `tables` is empty then. */
  readonly onUse?: readonly StoredTable[]
  /** The timeline that the storage has with the rows. */
  readonly timeline?: StoredTimeline
}

/** Files made from stored rows by an earlier call. */
const fromStorage = new WeakSet<object>()

/** @throws OptionError for any other value, and for a file of another version */
export function readWorld(value: unknown, option: string): WorldOption {
  if (value === 'small-company' || value === 'empty') return value
  if (fromStorage.has(value as object)) return value as WorldFile
  if (isAged(value)) {
    if (value.aged.world !== undefined) readWorld(value.aged.world, 'world.aged.world')
    return value
  }
  if (isObject(value) && 'rows' in value) return fromRows(value, option)
  const file = value as Partial<ExportedWorld> | null
  if (!isPlainObject(file) || !isDump(file.tables)) throw notAWorld(value, option)
  if (file.format !== 2)
    throw new OptionError('world', `world.format must be 2 for this version, not ${String(file.format)}`)
  read.checkMembers(option, file, FILE_MEMBERS)
  return file as WorldFile
}

const FILE_MEMBERS = Object.keys({
  format: true,
  note: true,
  fingerprint: true,
  options: true,
  tables: true,
} satisfies Readonly<Record<keyof ExportedWorld, true>>)

/** @returns the error, with the nearest name if there is one */
function notAWorld(value: unknown, option: string): OptionError {
  const meant = typeof value === 'string' ? didYouMean(value, NAMED) : ''
  const accepted = "'small-company', 'empty', a world of `worlds.aged`, an exported world or stored rows"
  if (meant === '') return wrongOption(option, accepted, value, wayFrom(value))
  return new OptionError(option, `${option} cannot be ${shown(value)}${meant}; it is ${accepted}`)
}

function wayFrom(value: unknown): string {
  if (typeof value === 'function') return '; is it to be called?'
  if (typeof value === 'string') return '; a file is to be read first, and its text parsed'
  if (isObject(value) && 'then' in value) return '; await it first'
  return isObject(value) && 'export' in value ? '; its export() gives one' : ''
}

const NAMED = ['small-company', 'empty']

export const isExported = (content: WorldOption): content is WorldFile =>
  typeof content === 'object' && 'tables' in content

export function fileIn(content: WorldOption): ExportedWorld | undefined {
  if (isExported(content)) return content
  return typeof content === 'object' ? content.aged.world : undefined
}

const isDump = (tables: unknown): boolean =>
  isObject(tables) &&
  Object.values(tables).every((scope) => isObject(scope) && Object.values(scope).every(isRows))

const isRows = (rows: unknown): boolean => Array.isArray(rows) && rows.every(isObject)

const readRows = read.arrayOf(
  read.members({
    scope: read.text,
    table: read.text,
    key: read.unchecked,
    row: read.form('an object or null', (given) => given === null || isObject(given)),
  }),
)
const readTables = read.arrayOf(
  read.members({ scope: read.text, table: read.text, rows: read.callback<StoredTable['rows']>() }),
)

const areTables = (rows: unknown): rows is readonly StoredTable[] =>
  Array.isArray(rows) && isObject(rows[0]) && 'rows' in rows[0]

const readStored = read.members({
  rows: (given: unknown, option: string): StoredWorld['rows'] =>
    areTables(given) ? readTables(given, option) : (readRows(given, option) as RowChange[]),
  version: read.text,
  options: read.orUndefined(read.anyObject),
  timeline: read.orUndefined(read.anyObject),
})

function fromRows(value: object, option: string): WorldFile {
  const { rows, version, options, timeline } = readStored(value, option) as unknown as StoredWorld
  const file: WorldFile = {
    ...{ format: 2, note: '', storedBy: version },
    ...(areTables(rows) ? { tables: {}, onUse: rows } : { tables: tablesOf(rows) }),
    ...(options && { options }),
    ...(timeline && { timeline }),
  }
  fromStorage.add(file)
  return file
}

/** Groups rows by scope and table. Of several rows with one key, the last counts. */
function tablesOf(rows: readonly RowChange[]): Dump {
  const scopes = new Map<string, Map<string, Map<Key, Row>>>()
  for (const { scope, table, key, row } of rows) {
    const tables = scopes.get(scope) ?? new Map<string, Map<Key, Row>>()
    const found = tables.get(table) ?? new Map<Key, Row>()
    scopes.set(scope, tables.set(table, found))
    if (row === null) found.delete(key)
    else found.set(key, row)
  }
  const tables = [...scopes].map(([scope, named]) => [
    scope,
    Object.fromEntries([...named].map(([table, found]) => [table, [...found.values()]])),
  ])
  return Object.fromEntries(tables)
}

/** Reads all stored tables at once. */
export const allRead = (stored: readonly StoredTable[]): Dump =>
  tablesOf(
    stored.flatMap(({ scope, table, rows }) =>
      rows(scope, table).map((row, key) => ({ scope, table, key, row })),
    ),
  )

/** @throws OptionError if `trusted` is used for anything but stored rows */
export function isTrusted(content: WorldOption, isAsked = false): boolean {
  if (!isAsked) return false
  if (!isExported(content) || content.storedBy === undefined)
    throw new OptionError('trusted', 'trusted: only rows that a journal gave can be trusted, as world.rows')
  return true
}
