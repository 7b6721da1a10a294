import * as f from '../../engine/schema'

/** An expense paid at once, from a bank account or by card. */
export const directExpenses = f.record({
  name: 'directExpenses',
  basis: 'assumed',
  hasTopics: true,
  operations: { v1: ['list', 'get', 'create', 'update', 'attach'] },
  fields: {
    ...f.defaultedRateHeader(),
    ...f.requiredVendor(),
    ...f.moneyAccountNumber(),
    ...f.bankOrCardRequired(),
    ...f.memo(),
    ...f.maybeCheckNumber(),
    ...f.paperCheckStatus(),
    ...f.files(),
    ...f.headerClassifications('items'),
    items: f.optional(
      f.lines({
        ...f.expenseLine(),
        ...f.lineAmounts(),
        bank_or_credit_card_amount: f.readOnly(f.amount(), '0.00'),
      }),
      [],
    ),
  },
  document: { counterparty: 'vendor_id' },
  priced: { lines: ['items'], side: 'purchase' },
  money: f.outgoing,
  paperCheck: true,
  posts: [
    f.credit(f.money, 'amount', { company: 'money_value' }),
    f.debit(f.named('account_number'), 'net_amount', { each: 'items' }),
    f.debit(f.system('Tax Payable'), 'tax_amount', { each: 'items' }),
  ],
  filters: f.vendorFilters,
  ...f.lists({ search: ['vendor_name'] }),
})
