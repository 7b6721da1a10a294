// Written by `npm run types` from the definitions in src/resources.
import type { RecordName } from '../index'

type Row = readonly [path: string, identifier: 'id' | 'number', records: RecordName]

/** The path of each record type below the version, and the member of a record that a path names. */
export const RECORD_PATHS: readonly Row[] = [
  ['accounts', 'number', 'accounts'],
  ['workflows', 'id', 'approvalPolicies'],
  ['bank-transfers', 'number', 'bankTransfers'],
  ['bills', 'number', 'bills'],
  ['budgets', 'id', 'budgets'],
  ['cash-sales', 'number', 'cashSales'],
  ['classifications-lines', 'id', 'classificationLines'],
  ['classifications', 'id', 'classifications'],
  ['companies', 'id', 'companies'],
  ['contracts', 'id', 'contracts'],
  ['customer-credits', 'number', 'customerCredits'],
  ['customer-deposits', 'number', 'customerDeposits'],
  ['customer-payments', 'number', 'customerPayments'],
  ['customer-prepayment-applications', 'number', 'customerPrepaymentApplications'],
  ['customer-prepayments', 'number', 'customerPrepayments'],
  ['customer-refunds', 'number', 'customerRefunds'],
  ['customers', 'id', 'customers'],
  ['direct-expenses', 'number', 'directExpenses'],
  ['fixed-assets', 'number', 'fixedAssets'],
  ['invoices', 'number', 'invoices'],
  ['items', 'id', 'items'],
  ['journal-entries', 'number', 'journalEntries'],
  ['paper-checks', 'id', 'paperChecks'],
  ['purchase-orders', 'number', 'purchaseOrders'],
  ['recurring/bills', 'number', 'recurringBills'],
  ['recurring/invoices', 'number', 'recurringInvoices'],
  ['recurring/journal-entries', 'number', 'recurringJournalEntries'],
  ['sales-orders', 'number', 'salesOrders'],
  ['terms', 'id', 'terms'],
  ['vendor-credits', 'number', 'vendorCredits'],
  ['vendor-payments', 'number', 'vendorPayments'],
  ['vendor-prepayment-applications', 'number', 'vendorPrepaymentApplications'],
  ['vendor-prepayments', 'number', 'vendorPrepayments'],
  ['vendor-refunds', 'number', 'vendorRefunds'],
  ['vendors', 'id', 'vendors'],
]
