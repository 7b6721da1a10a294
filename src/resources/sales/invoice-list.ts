import * as f from '../../engine/schema'

/** The list of invoices in version 3-alpha: complete, but without lines. */
export const invoiceList = f.view({
  name: 'invoiceList',
  viewOf: 'invoices',
  version: 'v3-alpha',
  path: 'invoices',
  model: 'PublicInvoiceCollectionOut',
  basis: 'specified',
  without: ['items'],
  fields: { code: f.codeFrom('internal_id'), ...f.timestamps() },
  filters: { code: f.anyCode('internal_id'), approval_status_scope: f.scope() },
  orderings: ['date', 'number'],
  restsOn: ['v3-invoice-record', 'v3-list-parameters', 'v3-updated-at'],
})
