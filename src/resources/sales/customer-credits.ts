import * as f from '../../engine/schema'

/** Money owed to a customer. Applications and payments spend it on invoices; refunds pay it out. */
export const customerCredits = f.record({
  name: 'customerCredits',
  basis: 'specified',
  restsOn: ['remote-records'],
  hasTopics: true,
  operations: { v1: ['list', 'get', 'create'] },
  fields: {
    ...f.defaultedHeader(),
    ...f.approvalIfAny(),
    ...f.maybeCustomer(),
    invoice_number: f.maybe(f.reference('invoices', 'number')),
    cash_sale_number: f.maybe(f.reference('cashSales', 'number')),
    ...f.memo(),
    ...f.addresses(),
    ...f.spendable(),
    ...f.remoteRecords(),
    ...f.files(),
    ...f.headerClassifications('items'),
    contract_id: f.hidden(f.readOnly(f.nullable(f.integer()))),
    items: f.optional(
      f.lines({ ...f.itemLine(), ...f.lineIdHidden(), ...f.lineAmounts(), ...f.deferredLine() }),
      [],
    ),
  },
  document: { counterparty: 'customer_id' },
  deferredWhen: 'contracted',
  defers: 'credited',
  ...f.postedOnApproval,
  refersTo: [
    { by: 'invoice_number', resource: 'invoices' },
    { by: 'cash_sale_number', resource: 'cashSales' },
  ],
  priced: { lines: ['items'], side: 'sale' },
  balance: {
    applied: 'used_amount',
    open: 'remaining_amount',
    control: 'Accounts Receivable',
    side: 'credit',
  },
  posts: [
    f.credit(f.system('Accounts Receivable'), 'amount'),
    f.debit(f.itemAccount('sale'), 'net_amount', { each: 'items', unless: 'deferrals' }),
    f.debit(f.named('account_number'), 'amount', {
      each: 'deferrals',
      company: 'carrying_amount',
      gain: 'gain',
    }),
    f.debit(f.system('Tax Payable'), 'tax_amount', { each: 'items' }),
  ],
  filters: { ...f.customerFiltersOfOneStatus, ...f.approvalFilter },
  ...f.lists({ search: ['customer_name'] }),
})
