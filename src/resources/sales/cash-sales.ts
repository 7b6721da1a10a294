import * as f from '../../engine/schema'

/** A sale paid at once. */
export const cashSales = f.record({
  name: 'cashSales',
  basis: 'specified',
  hasTopics: true,
  operations: { v1: ['list', 'get', 'create'] },
  fields: {
    ...f.defaultedHeader(),
    ...f.maybeCustomer(),
    ...f.memo(),
    ...f.addresses(),
    ...f.maybeCheckNumber(),
    ...f.incomingMoney(),
    bank_or_undeposited_account_amount: f.notNegative(f.amount()),
    ...f.files(),
    ...f.headerClassifications('items'),
    items: f.optional(
      f.lines({
        ...f.itemLine(),
        memo: f.text(),
        ...f.lineAmounts(),
        bank_or_undeposited_account_amount: f.readOnly(f.amount(), '0.00'),
      }),
      [],
    ),
  },
  document: { counterparty: 'customer_id' },
  depositable: true,
  priced: { lines: ['items'], side: 'sale' },
  money: f.incoming,
  posts: [
    f.debit(f.money, 'amount', { company: 'money_value' }),
    f.credit(f.itemAccount('sale'), 'net_amount', { each: 'items' }),
    f.credit(f.system('Tax Payable'), 'tax_amount', { each: 'items' }),
  ],
  filters: f.customerFiltersOfOneStatus,
  ...f.lists({ search: ['customer_name'] }),
})
