import type { Cell } from './data-table'

/** A record type, as the controls give it (docs/controls.md). */
export interface RecordType {
  readonly name: string
  readonly title: string
  /** Such as `CustomerPayment`. */
  readonly model: string
  readonly identifier: string
  /** The members that lists can be ordered by. */
  readonly orderings: readonly string[]
  readonly columns: readonly {
    readonly name: string
    readonly list: boolean
    readonly reference?: string
  }[]
}

export type RecordJson = Readonly<Record<string, unknown>>

/** Members that say who a record is, first; bookkeeping of the service last. */
const FIRST_COLUMNS = [
  'name',
  'date',
  'amount',
  'amount_due',
  'record_status',
  'customer_name',
  'vendor_name',
]
const LAST = ['created_by', 'updated_by', 'approval_status', 'next_approvers', 'rejected_by', 'attachments']

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
