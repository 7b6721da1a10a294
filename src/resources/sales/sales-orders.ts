import * as f from '../../engine/schema'

const STATUSES = ['uninvoiced', 'partially_invoiced', 'invoiced'] as const

/** Goods and services that a customer ordered. Invoices reduce the open quantities. */
export const salesOrders = f.record({
  name: 'salesOrders',
  basis: 'assumed',
  hasTopics: true,
  operations: { v1: ['list', 'get', 'create', 'update', 'attach'] },
  fields: {
    ...f.requiredHeader(),
    ...f.approval(),
    ...f.timestamps(),
    ...f.requiredCustomer(),
    ...f.requiredMemo(),
    ...f.addresses(),
    ...f.term(),
    reference_number: f.optional(f.text(), ''),
    recurring_record_number: f.readOnly(f.nullable(f.integer())),
    invoiced_total: f.readOnly(f.quantity(), '0'),
    due_total: f.readOnly(f.quantity(), '0'),
    invoiced_status: f.readOnly(f.choice(...STATUSES), 'uninvoiced'),
    ...f.files(),
    ...f.headerClassifications('items'),
    items: f.lines({
      ...f.itemLine(),
      memo: f.text(),
      ...f.lineAmounts(),
      quantity_invoiced: f.readOnly(f.quantity(), '0'),
      quantity_due: f.readOnly(f.quantity(), '0'),
      item_type: f.nameOf('item_id', 'item_type'),
    }),
  },
  document: { counterparty: 'customer_id' },
  ...f.postedOnApproval,
  priced: { lines: ['items'], side: 'sale' },
  order: {
    lines: 'items',
    fulfilled: 'quantity_invoiced',
    due: 'quantity_due',
    fulfilledTotal: 'invoiced_total',
    dueTotal: 'due_total',
    status: 'invoiced_status',
    words: STATUSES,
    by: { resource: 'invoices', member: 'sales_order_id', key: 'internal_id' },
  },
  filters: {
    ...f.customerFilters,
    invoiced_status: f.anyChoice('invoiced_status', ...STATUSES),
    ...f.approvalFilter,
  },
  ...f.lists({ search: ['reference_number', 'customer_name'] }),
})
