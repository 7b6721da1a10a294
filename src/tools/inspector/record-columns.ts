import { grouped } from './amounts'
import type { Cell } from './data-table'
import type { Line, RecordLink } from './entries'
import { recordName } from './record-name'

/** A record type, as the controls give it (docs/controls.md). */
export interface RecordType {
  readonly name: string
  readonly title: string
  /** Of its collection; null if it has none. */
  readonly path: string | null
  readonly identifier: string
  /** The members that lists can be ordered by. */
  readonly orderings: readonly string[]
  readonly columns: readonly { readonly name: string; readonly list: boolean; readonly reference?: string }[]
}

export type RecordJson = Readonly<Record<string, unknown>>

/** Members that say who a record is, first; bookkeeping of the service last. */
const FIRST_COLUMNS = [
  'name',
  'customer_name',
  'vendor_name',
  'amount',
  'currency_iso_4217_code',
  'date',
  'record_status',
  'amount_due',
  'reference_number',
  'due_date',
]
const LAST = [
  'company_id',
  'company_name',
  'company_currency',
  'id',
  'internal_id',
  'transaction_ids',
  'transaction_date',
  'created_by',
  'updated_by',
  'approval_status',
  'next_approvers',
  'rejected_by',
  'attachments',
]

/** Pixels of a letter in a heading and in a cell, of the space around it, and of the widest cell, at most. */
const [HEADING, LETTER, AROUND, WIDEST] = [8.6, 7.8, 17, 320]

/** The first columns that fit into so many pixels, without those that have no value here; at least one. */
export function fittingColumns(
  [identifier = '', ...others]: readonly string[],
  rows: readonly RecordJson[],
  pixels: number,
): string[] {
  const widthOf = (column: string): number => {
    const letters = rows.map((row) => String(cellOf(row[column]) ?? '').length)
    const longest = Math.max(0, ...letters)
    if (rows.length > 0 && longest === 0) return 0
    return Math.min(WIDEST, Math.max(column.length * HEADING, longest * LETTER) + AROUND)
  }
  let left = pixels - widthOf(identifier)
  const full = others.map((column) => [column, widthOf(column)] as const).filter(([, width]) => width > 0)
  const fits = full.findIndex(([, width], at) => {
    left -= width
    return left < 0 && at > 0
  })
  return full.slice(0, fits < 0 ? full.length : fits).map(([column]) => column)
}

/** The members that a table shows after the identifier, in order. */
export function columnsOf({ identifier, columns }: RecordType): string[] {
  const all = columns.filter(({ name, list }) => list && name !== identifier).map(({ name }) => name)
  const rest = all.filter((name) => !FIRST_COLUMNS.includes(name) && !LAST.includes(name))
  return [
    ...FIRST_COLUMNS.filter((name) => all.includes(name)),
    ...rest,
    ...LAST.filter((name) => all.includes(name)),
  ]
}

export function cellOf(value: unknown): Cell {
  if (value === null || value === undefined) return null
  if (Array.isArray(value)) return listText(value)
  if (typeof value === 'object') return 'timestamp' in value ? String(value.timestamp) : JSON.stringify(value)
  return value as string | number | boolean
}

function listText(values: readonly unknown[]): string {
  if (values.every((value) => typeof value !== 'object')) return values.join(', ')
  return `${values.length} ${values.length === 1 ? 'entry' : 'entries'}`
}

const PARTIES = ['name', 'customer_name', 'vendor_name', 'account_name']

const textOf = (record: RecordJson, member: string): string => {
  const value = record[member]
  return typeof value === 'string' ? value : ''
}

/** The name of a record: its own, or that of its customer or vendor. */
export const partyOf = (record: RecordJson): string =>
  PARTIES.map((member) => textOf(record, member)).find((name) => name !== '') ?? ''

/** The records that a record names, in its lines too: a payment has the numbers of what it pays there. */
export function namedBy(
  record: RecordJson,
  columns: RecordType['columns'],
  types: readonly string[],
): readonly NamedLink[] {
  const own = columns.flatMap(({ name, reference }) => {
    const id = record[name]
    const title = textOf(record, name.replace(/_id$/, '_name'))
    return reference !== undefined && typeof id === 'number' ? [{ type: reference, id, title }] : []
  })
  const lines = Array.isArray(record.items) ? (record.items as readonly RecordJson[]) : []
  const inLines = lines.flatMap((line) =>
    Object.entries(line).flatMap(([name, id]) => {
      // Such as `customerCredits` for `customer_credit_number`.
      const type = name.replace('_number', 's').replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())
      return typeof id === 'number' && types.includes(type) ? [{ type, id }] : []
    }),
  )
  return [...own, ...inLines]
}

/** A record with its name, where that stands beside its id. */
export interface NamedLink extends RecordLink {
  readonly title?: string
}

/** The other records that were written when a record changed, such as the payments of an invoice. */
export function writtenWith(
  name: RecordLink,
  versions: readonly { readonly cause: { readonly sequence: number } | null }[],
  lines: readonly Line[],
): readonly RecordLink[] {
  const causes = new Set(versions.slice(1).map(({ cause }) => cause?.sequence))
  return lines.flatMap(({ entry: { sequence, record, reason } }) => {
    const about = causes.has(sequence) ? (record ?? reason?.record) : undefined
    return about && !(about.type === name.type && about.id === name.id) ? [about] : []
  })
}

/** The record and its state in a line: `Bill 4, Ivy Logistics, 7,200.00 USD, draft, waits for Person 7`. */
export function recordTitle(name: RecordLink, record: RecordJson): string {
  const text = (member: string): string => textOf(record, member)
  const amount = [grouped(text('amount')), text('currency_iso_4217_code')].join(' ').trim()
  const approvers = Array.isArray(record.next_approvers)
    ? (record.next_approvers as readonly { readonly full_name?: string }[])
    : []
  const isPending = record.approval_status === 'pending'
  const [open, paid] = [text('amount_due'), Number(record.paid_total)]
  const isPart = paid > 0 && Number(open) > 0
  const names = approvers.flatMap(({ full_name }) => full_name ?? []).join(' or ')
  return [
    recordName(name),
    partyOf(record),
    text('amount') === '' ? '' : isPart ? `${grouped(open)} open of ${amount}` : amount,
    text('record_status'),
    isPending ? `waits for ${names || 'approval'}` : text('approval_status'),
    paid > 0 && Number(open) === 0 ? 'settled' : '',
  ]
    .filter((part) => part !== '')
    .join(', ')
}
