import { view } from '../../engine/schema/define'
import { documentFilters, maybeCustomer, timestamps } from '../../engine/schema/document-fields'
import { recordStatus } from '../../engine/schema/field-groups'
import {
  amount,
  copyOf,
  currency,
  date,
  exchangeRate,
  integer,
  nameOf,
  nullable,
  reference,
} from '../../engine/schema/fields'
import { anyOf, from, until } from '../../engine/schema/filters'
import { itemLine, lineAmounts } from '../../engine/schema/line-fields'

/** The lines of all invoices, each with columns of its invoice. */
export const invoiceLines = view({
  name: 'invoiceLines',
  viewOf: 'invoices',
  lines: 'items',
  version: 'v3-alpha',
  path: 'invoices/lines',
  model: 'PublicInvoiceCollectionLineOut',
  basis: 'specified',
  fields: {
    ...itemLine(),
    ...lineAmounts(),
    gross_amount: copyOf(amount(), 'amount'),
    record_number: copyOf(integer(), 'number'),
    record_internal_id: copyOf(integer(), 'internal_id'),
    date: date(),
    transaction_date: date(),
    due_date: nullable(date()),
    ...recordStatus(),
    company_id: reference('companies'),
    company_name: nameOf('company_id'),
    ...maybeCustomer(),
    currency_iso_4217_code: currency(),
    exchange_rate: exchangeRate(),
    ...timestamps(),
  },
  filters: {
    ...documentFilters,
    record_number: anyOf('number'),
    record_number_gte: from('number', 'integer'),
    record_number_lte: until('number', 'integer'),
    updated_after: from('updated_at', 'instant'),
    updated_before: until('updated_at', 'instant'),
  },
  orderings: ['date', 'number'],
  status: 'posted',
  window: { column: 'date', days: 366, liftedBy: 'updated_at' },
  warnsAbove: 5000,
  restsOn: ['v3-line-record', 'v3-updated-at'],
})
