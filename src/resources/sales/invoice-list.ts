import { view } from '../../engine/schema/define'
import { timestamps } from '../../engine/schema/document-fields'
import { codeOf } from '../../engine/schema/fields'
import { anyCode, scope } from '../../engine/schema/filters'

/** The list of invoices in version 3-alpha: complete, but without lines. */
export const invoiceList = view({
  name: 'invoiceList',
  viewOf: 'invoices',
  version: 'v3-alpha',
  path: 'invoices',
  model: 'PublicInvoiceCollectionOut',
  basis: 'specified',
  without: ['items'],
  fields: { code: codeOf('internal_id'), ...timestamps() },
  filters: { code: anyCode('internal_id'), approval_status_scope: scope() },
  orderings: ['date', 'number'],
  restsOn: ['v3-invoice-record', 'v3-list-parameters', 'v3-updated-at'],
})
