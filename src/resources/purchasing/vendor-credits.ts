import * as f from '../../engine/schema'

/** Money that a vendor owes. Applications and payments spend it on bills; refunds pay it back. */
export const vendorCredits = f.record({
  name: 'vendorCredits',
  basis: 'assumed',
  hasTopics: true,
  operations: { v1: ['list', 'get', 'create', 'update'] },
  fields: {
    ...f.requiredHeader(),
    ...f.requiredVendor(),
    bill_number: f.maybe(f.reference('bills', 'number')),
    direct_expense_number: f.maybe(f.reference('directExpenses', 'number')),
    ...f.memo(),
    ...f.spendable(),
    ...f.files(),
    ...f.headerClassifications('items', 'expenses'),
    items: f.optional(f.lines({ ...f.itemLine(), item_name: f.nameOf('item_id'), ...f.lineAmounts() }), []),
    expenses: f.optional(
      f.lines({ ...f.expenseLine(), account_name: f.nameOf('account_number'), ...f.lineAmounts() }),
      [],
    ),
  },
  document: { counterparty: 'vendor_id' },
  deferredWhen: 'contracted',
  refersTo: [
    { by: 'bill_number', resource: 'bills' },
    { by: 'direct_expense_number', resource: 'directExpenses' },
  ],
  priced: { lines: ['items', 'expenses'], side: 'purchase' },
  balance: { applied: 'used_amount', open: 'remaining_amount', control: 'Accounts Payable', side: 'debit' },
  posts: [
    f.debit(f.system('Accounts Payable'), 'amount'),
    f.credit(f.itemAccount('purchase'), 'net_amount', { each: 'items' }),
    f.credit(f.named('account_number'), 'net_amount', { each: 'expenses' }),
    f.credit(f.system('Tax Payable'), 'tax_amount', { each: 'items' }),
    f.credit(f.system('Tax Payable'), 'tax_amount', { each: 'expenses' }),
  ],
  filters: { ...f.vendorFilters, bill_number: f.anyOf('bill_number') },
  ...f.lists({ search: ['vendor_name'] }),
})
