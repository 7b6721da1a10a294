import type { Row, Store } from '../../kernel/store'
import { type RowIn, type TableName, table, worldTable } from '../../kernel/table-shape'

/** Tables that several parts of the engine share, with the types of their rows. */

export const SEQUENCES = table('sequences', { name: 'text', last: 'count' })

export const ORGANIZATIONS = worldTable('organizations', { id: 'text' })

export const organizationsIn = (store: Store): string[] =>
  [...store.worldTable(ORGANIZATIONS).keys()].map(String)

/** The ledger effect of one record (docs/service.md §12). */
export const LEDGER = table('ledgerTransactions', {
  id: 'count',
  date: 'date',
  company_id: 'count',
  currency: 'text',
  record_currency: 'text',
  record_type: 'text',
  record_number: 'count',
  record_internal_id: 'count',
  /** The transaction that this one reverses. */
  reverses: 'count?',
  /** Most rows of a world are ledger lines, so a line stores two numbers and no text. */
  lines: [
    {
      account_number: 'integer',
      /** In company currency: positive for a debit, negative for a credit. */
      value: 'cents',
      /** The value in record currency. Rounding can leave a company value of zero. */
      record_value: 'cents',
      /** The system account, for lines on a control account. Null for lines that belong to no document. */
      role: 'text?',
    },
  ],
})
export type LedgerTransaction = RowIn<typeof LEDGER>
/** One account's part in a ledger transaction. */
export type LedgerLine = LedgerTransaction['lines'][number]
/** Cents as JSON: text if a number would not be exact. */
export type LedgerAmount = LedgerLine['value']

/** An account of the chart (docs/service.md §3.2). */
export interface AccountRow extends Row {
  readonly id: number
  readonly name: string
  readonly number: number
  /** Null for an account of all companies. */
  readonly company_id: number | null
  readonly account_type: string
  readonly currency_iso_4217_code: string | null
  /** The role of a system account in postings; null for other accounts. */
  readonly system_ref: string | null
  readonly is_active: boolean
}

export const ACCOUNTS: TableName<AccountRow> = 'accounts'

/** A company (docs/service.md §3.1). */
interface CompanyRow extends Row {
  readonly id: number
  readonly name: string
  readonly currency_iso_4217_code: string
  readonly fiscal_year_end_month: number
  readonly is_active: boolean
}

export const COMPANIES: TableName<CompanyRow> = 'companies'

/** Something bought or sold, with the accounts that its lines post to (docs/service.md §3.3). */
export interface ItemRow extends Row {
  readonly id: number
  readonly item_type: string
  readonly expense_account_id: number | null
  readonly income_account_id: number | null
  readonly deferral_account_id: number | null
  readonly asset_account_id: number | null
  readonly discount_account_id: number | null
}

export const ITEMS: TableName<ItemRow> = 'items'

/** A classification or one of its values (docs/service.md §3.4). */
interface ClassificationRow extends Row {
  readonly id: number
  readonly name: string
  readonly is_active: boolean
  readonly parent_id: number | null
}

export const CLASSIFICATIONS: TableName<ClassificationRow> = 'classifications'
export const CLASSIFICATION_LINES: TableName<ClassificationRow> = 'classificationLines'

/** The last locked day of each company. */
export const PERIOD_LOCKS = table('periodLocks', { id: 'count', through: 'date' })

/** The value of one unit of a currency in another currency from a date on. The id is `EUR USD 2026-01-01`. */
export const EXCHANGE_RATES = table('exchangeRates', {
  id: 'text',
  pair: 'text',
  date: 'date',
  rate: 'decimal',
})

export const CUSTOM_FIELD_TYPES = [
  'text',
  'number',
  'currency',
  'date',
  'boolean',
  'single_select',
  'multi_select',
  'link',
  'paragraph',
] as const
export type CustomFieldType = (typeof CUSTOM_FIELD_TYPES)[number]

/** A custom field, with the record types that it applies to. */
export interface CustomFieldRow extends Row {
  /** The id. */
  readonly id: number
  /** The name of the field. */
  readonly name: string
  /** A description for people. */
  readonly description: string | null
  /** A hint beside the field. */
  readonly helper_text: string | null
  /** The type of the field's values. */
  readonly field_type: CustomFieldType
  /** The record types that have the field. */
  readonly applies_to: readonly string[]
  /** The default value, as the field shows it. */
  readonly default_value: unknown
  /** The accepted values of a choice. */
  readonly options: readonly string[] | null
  /** True if records can have values of the field. */
  readonly is_active: boolean
}

export const CUSTOM_FIELDS = table('customFields', {
  id: 'count',
  name: 'text',
  description: 'text?',
  helper_text: 'text?',
  field_type: 'text',
  applies_to: ['text'],
  default_value: 'any',
  is_active: 'flag',
}) as TableName<CustomFieldRow>

export interface CustomFieldValue extends Row {
  readonly id: number
  readonly custom_field_id: number
  readonly custom_field_value_id: number
  readonly value: unknown
  readonly created_at: string
  readonly updated_at: string
}

/** Files that records refer to (docs/service.md §2.7). */
export const ATTACHMENTS = table('attachments', {
  id: 'count',
  file_name: 'text',
  file_size: 'count',
  download_url: 'text?',
  uploaded: 'flag',
})
export type AttachmentRow = RowIn<typeof ATTACHMENTS>

/** The next number of an organisation's sequence (§1.3). */
export const nextOf = (store: Store, organization: string, name: string, start = 1): number =>
  takeFrom(store, organization, name, 1, start)

/** Takes several numbers with one write and returns the first. */
export function takeFrom(store: Store, organization: string, name: string, count: number, start = 1): number {
  const sequences = store.table(organization, SEQUENCES)
  const last = sequences.get(name)?.last
  const first = last === undefined ? start : last + 1
  sequences.put({ name, last: first + count - 1 })
  return first
}

/** The last number that was taken; 0 if none was. */
export const lastOf = (store: Store, organization: string, name: string): number =>
  store.table(organization, SEQUENCES).get(name)?.last ?? 0

/** Raises a sequence to a number given from outside; never lowers it. */
export function raiseTo(store: Store, organization: string, name: string, number: number): void {
  const sequences = store.table(organization, SEQUENCES)
  if (number > (sequences.get(name)?.last ?? 0)) sequences.put({ name, last: number })
}
