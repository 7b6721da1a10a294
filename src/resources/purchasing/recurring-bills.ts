import * as f from '../../engine/schema'

export const recurringBills = f.record({
  name: 'recurringBills',
  path: 'recurring/bills',
  ...f.recurring('bills'),
  filters: { company_id: f.anyOf('company_id'), number: f.anyOf('number'), ...f.recurringFilter },
})
