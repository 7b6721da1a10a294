import { record } from '../../engine/schema/define'
import {
  customerFilters,
  files,
  lists,
  requiredCustomer,
  requiredHeader,
  requiredMemo,
  term,
  timestamps,
} from '../../engine/schema/document-fields'
import {
  addresses,
  approval,
  headerClassifications,
  postedOnApproval,
} from '../../engine/schema/field-groups'
import {
  choice,
  integer,
  lines,
  lookup,
  nullable,
  optional,
  quantity,
  readOnly,
  text,
} from '../../engine/schema/fields'
import { anyChoice, approvalFilter } from '../../engine/schema/filters'
import { itemLine, lineAmounts } from '../../engine/schema/line-fields'

const STATUSES = ['uninvoiced', 'partially_invoiced', 'invoiced'] as const

/** Goods and services that a customer ordered. Invoices reduce the open quantities. */
export const salesOrders = record({
  name: 'salesOrders',
  model: 'SalesOrder',
  path: 'sales-orders',
  identifier: 'number',
  basis: 'assumed',
  hasTopics: true,
  operations: { v1: ['list', 'get', 'create', 'update', 'attach'] },
  fields: {
    ...requiredHeader(),
    ...approval(),
    ...timestamps(),
    ...requiredCustomer(),
    ...requiredMemo(),
    ...addresses(),
    ...term(),
    reference_number: optional(text(), ''),
    recurring_record_number: readOnly(nullable(integer())),
    invoiced_total: readOnly(quantity(), '0'),
    due_total: readOnly(quantity(), '0'),
    invoiced_status: readOnly(choice(...STATUSES), 'uninvoiced'),
    ...files(),
    ...headerClassifications('items'),
    items: lines({
      ...itemLine(),
      memo: text(),
      ...lineAmounts(),
      quantity_invoiced: readOnly(quantity(), '0'),
      quantity_due: readOnly(quantity(), '0'),
      item_type: lookup('item_id', 'item_type'),
    }),
  },
  document: { counterparty: 'customer_id' },
  ...postedOnApproval,
  priced: { lines: ['items'], side: 'sale' },
  order: {
    lines: 'items',
    taken: 'quantity_invoiced',
    due: 'quantity_due',
    takenTotal: 'invoiced_total',
    dueTotal: 'due_total',
    status: 'invoiced_status',
    words: STATUSES,
    by: { resource: 'invoices', member: 'sales_order_id', key: 'internal_id' },
  },
  filters: {
    ...customerFilters,
    invoiced_status: anyChoice('invoiced_status', ...STATUSES),
    ...approvalFilter,
  },
  ...lists({ search: ['reference_number', 'customer_name'] }),
})
