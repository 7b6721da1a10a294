import { record } from '../../engine/schema/define'
import {
  files,
  lists,
  memo,
  requiredHeader,
  requiredVendor,
  spendable,
  vendorFilters,
} from '../../engine/schema/document-fields'
import { headerClassifications } from '../../engine/schema/field-groups'
import { lines, maybe, nameOf, optional, reference } from '../../engine/schema/fields'
import { anyOf } from '../../engine/schema/filters'
import { expenseLine, itemLine, lineAmounts } from '../../engine/schema/line-fields'
import { credit, debit, itemAccount, named, system } from '../../engine/schema/posting'

/** Money that a vendor owes. Applications and payments spend it on bills; refunds pay it back. */
export const vendorCredits = record({
  name: 'vendorCredits',
  model: 'VendorCredit',
  path: 'vendor-credits',
  identifier: 'number',
  basis: 'assumed',
  hasTopics: true,
  operations: { v1: ['list', 'get', 'create', 'update'] },
  fields: {
    ...requiredHeader(),
    ...requiredVendor(),
    bill_number: maybe(reference('bills', 'number')),
    direct_expense_number: maybe(reference('directExpenses', 'number')),
    ...memo(),
    ...spendable(),
    ...files(),
    ...headerClassifications('items', 'expenses'),
    items: optional(lines({ ...itemLine(), item_name: nameOf('item_id'), ...lineAmounts() }), []),
    expenses: optional(
      lines({ ...expenseLine(), account_name: nameOf('account_number'), ...lineAmounts() }),
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
  balance: { taken: 'used_amount', open: 'remaining_amount', control: 'Accounts Payable', side: 'debit' },
  posts: [
    debit(system('Accounts Payable'), 'amount'),
    credit(itemAccount('purchase'), 'net_amount', { each: 'items' }),
    credit(named('account_number'), 'net_amount', { each: 'expenses' }),
    credit(system('Tax Payable'), 'tax_amount', { each: 'items' }),
    credit(system('Tax Payable'), 'tax_amount', { each: 'expenses' }),
  ],
  filters: { ...vendorFilters, bill_number: anyOf('bill_number') },
  ...lists({ search: ['vendor_name'] }),
})
