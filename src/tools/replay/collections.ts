import type { Records } from '../../index'

export interface Collection {
  /** The path below the version. */
  readonly path: string
  /** The member of `simulator.records`, where there is one. */
  readonly records?: keyof Records
  /** The member of a record that its path names. */
  readonly identifier: 'id' | 'number' | 'uuid'
}

const ROWS: readonly (readonly [
  path: string,
  identifier: Collection['identifier'],
  records?: keyof Records,
])[] = [
  ['accounts', 'number', 'accounts'],
  ['items', 'id', 'items'],
  ['classifications', 'id', 'classifications'],
  ['classifications-lines', 'id', 'classificationLines'],
  ['companies', 'id', 'companies'],
  ['customers', 'id', 'customers'],
  ['vendors', 'id', 'vendors'],
  ['terms', 'id', 'terms'],
  ['journal-entries', 'number', 'journalEntries'],
  ['invoices', 'number', 'invoices'],
  ['invoices/lines', 'id'],
  ['bills', 'number', 'bills'],
  ['recurring/journal-entries', 'number', 'recurringJournalEntries'],
  ['recurring/invoices', 'number', 'recurringInvoices'],
  ['recurring/bills', 'number', 'recurringBills'],
  ['bank-transfers', 'number', 'bankTransfers'],
  ['customer-payments', 'number', 'customerPayments'],
  ['customer-prepayments', 'number', 'customerPrepayments'],
  ['customer-prepayment-applications', 'number', 'customerPrepaymentApplications'],
  ['customer-refunds', 'number', 'customerRefunds'],
  ['customer-credits', 'number', 'customerCredits'],
  ['customer-deposits', 'number', 'customerDeposits'],
  ['cash-sales', 'number', 'cashSales'],
  ['sales-orders', 'number', 'salesOrders'],
  ['purchase-orders', 'number', 'purchaseOrders'],
  ['direct-expenses', 'number', 'directExpenses'],
  ['contracts', 'id', 'contracts'],
  ['vendor-payments', 'number', 'vendorPayments'],
  ['vendor-prepayments', 'number', 'vendorPrepayments'],
  ['vendor-prepayment-applications', 'number', 'vendorPrepaymentApplications'],
  ['vendor-credits', 'number', 'vendorCredits'],
  ['vendor-refunds', 'number', 'vendorRefunds'],
  ['fixed-assets', 'number', 'fixedAssets'],
  ['budgets', 'id', 'budgets'],
  ['paper-checks', 'id', 'paperChecks'],
  ['workflows', 'id', 'approvalPolicies'],
  ['webhooks', 'uuid'],
]

/** The groups of the service by their paths (§5). */
export const COLLECTIONS: ReadonlyMap<string, Collection> = new Map(
  ROWS.map(([path, identifier, records]) => [path, { path, identifier, ...(records && { records }) }]),
)

export const pathKind = (collection: string): string =>
  `${collection}.${COLLECTIONS.get(collection)?.identifier}`

/** Records that others follow without naming them. The service never makes them itself. */
export const SETTING_COLLECTIONS: readonly string[] = [
  'companies',
  'accounts',
  'terms',
  'classifications',
  'workflows',
]

/** Records that others refer to and that seldom change: what began before a recording can be stood in for. */
export const MASTER_DATA_COLLECTIONS: readonly string[] = [
  'companies',
  'accounts',
  'terms',
  'classifications',
  'customers',
  'vendors',
  'items',
]
