import { record } from '../../engine/schema/define'
import {
  lists,
  requiredHeader,
  requiredMemo,
  requiredVendor,
  term,
  uploads,
  vendorFilters,
} from '../../engine/schema/document-fields'
import { approval, headerClassifications, postedOnApproval } from '../../engine/schema/field-groups'
import { choice, lines, optional, quantity, readOnly, text } from '../../engine/schema/fields'
import { anyChoice, approvalFilter, isChoice } from '../../engine/schema/filters'
import { itemLine, lineAmounts, requiredClassifications } from '../../engine/schema/line-fields'

const STATUSES = ['unbilled', 'partially_billed', 'billed'] as const

/** Goods and services ordered from a vendor. Bills reduce the open quantities. */
export const purchaseOrders = record({
  name: 'purchaseOrders',
  model: 'PurchaseOrder',
  path: 'purchase-orders',
  identifier: 'number',
  basis: 'assumed',
  hasTopics: true,
  operations: { v1: ['list', 'get', 'create', 'update', 'attach'] },
  fields: {
    ...requiredHeader(),
    ...approval(),
    ...requiredVendor(),
    ...requiredMemo(),
    ...term(),
    reference_number: optional(text(), ''),
    billed_total: readOnly(quantity(), '0'),
    due_total: readOnly(quantity(), '0'),
    billed_status: readOnly(choice(...STATUSES), 'unbilled'),
    ...uploads(),
    ...headerClassifications('items'),
    items: lines({
      ...itemLine(),
      memo: text(),
      ...requiredClassifications(),
      ...lineAmounts(),
      quantity_billed: readOnly(quantity(), '0'),
      quantity_due: readOnly(quantity(), '0'),
    }),
  },
  document: { counterparty: 'vendor_id' },
  ...postedOnApproval,
  priced: { lines: ['items'], side: 'purchase' },
  order: {
    lines: 'items',
    taken: 'quantity_billed',
    due: 'quantity_due',
    takenTotal: 'billed_total',
    dueTotal: 'due_total',
    status: 'billed_status',
    words: STATUSES,
    by: { resource: 'bills', member: 'purchase_order_number', key: 'number' },
  },
  filters: {
    ...vendorFilters,
    billed_status: anyChoice('billed_status', ...STATUSES),
    billed: isChoice('billed_status', 'billed'),
    unbilled: isChoice('billed_status', 'unbilled'),
    partially_billed: isChoice('billed_status', 'partially_billed'),
    ...approvalFilter,
  },
  ...lists({ search: ['reference_number', 'vendor_name'] }),
})
