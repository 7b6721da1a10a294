import * as f from '../../engine/schema'

export const recurringInvoices = f.record({
  name: 'recurringInvoices',
  path: 'recurring/invoices',
  ...f.recurring('invoices'),
  filters: { ...f.filterBy(f.anyOf, 'company_id', 'number'), ...f.recurringFilter },
})
