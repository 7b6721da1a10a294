import * as f from '../../engine/schema'

const STATUSES = ['unbilled', 'partially_billed', 'billed'] as const

/** Goods and services ordered from a vendor. Bills reduce the open quantities. */
export const purchaseOrders = f.record({
  name: 'purchaseOrders',
  basis: 'assumed',
  hasTopics: true,
  operations: { v1: ['list', 'get', 'create', 'update', 'attach'] },
  fields: {
    ...f.requiredHeader(),
    ...f.approval(),
    ...f.requiredVendor(),
    ...f.requiredMemo(),
    ...f.term(),
    reference_number: f.optional(f.text(), ''),
    billed_total: f.readOnly(f.quantity(), '0'),
    due_total: f.readOnly(f.quantity(), '0'),
    billed_status: f.readOnly(f.choice(...STATUSES), 'unbilled'),
    ...f.attachments(),
    ...f.headerClassifications('items'),
    items: f.lines({
      ...f.itemLine(),
      memo: f.text(),
      ...f.requiredClassifications(),
      ...f.lineAmounts(),
      quantity_billed: f.readOnly(f.quantity(), '0'),
      quantity_due: f.readOnly(f.quantity(), '0'),
    }),
  },
  document: { counterparty: 'vendor_id' },
  ...f.postedOnApproval,
  priced: { lines: ['items'], side: 'purchase' },
  order: {
    lines: 'items',
    fulfilled: 'quantity_billed',
    due: 'quantity_due',
    fulfilledTotal: 'billed_total',
    dueTotal: 'due_total',
    status: 'billed_status',
    words: STATUSES,
    by: { resource: 'bills', member: 'purchase_order_number', key: 'number' },
  },
  filters: {
    ...f.vendorFilters,
    billed_status: f.anyChoice('billed_status', ...STATUSES),
    billed: f.isChoice('billed_status', 'billed'),
    unbilled: f.isChoice('billed_status', 'unbilled'),
    partially_billed: f.isChoice('billed_status', 'partially_billed'),
    ...f.approvalFilter,
  },
  ...f.lists({ search: ['reference_number', 'vendor_name'] }),
})
