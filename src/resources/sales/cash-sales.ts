import { record } from '../../engine/schema/define'
import {
  customerFiltersOfOneStatus,
  defaultedHeader,
  files,
  incomingMoney,
  lists,
  maybeCheckNumber,
  maybeCustomer,
  memo,
} from '../../engine/schema/document-fields'
import { addresses, headerClassifications } from '../../engine/schema/field-groups'
import { amount, lines, optional, readOnly, text } from '../../engine/schema/fields'
import { itemLine, lineAmounts } from '../../engine/schema/line-fields'
import { credit, debit, itemAccount, money, system } from '../../engine/schema/posting'

/** A sale paid at once. */
export const cashSales = record({
  name: 'cashSales',
  model: 'CashSale',
  path: 'cash-sales',
  identifier: 'number',
  basis: 'specified',
  hasTopics: true,
  operations: { v1: ['list', 'get', 'create'] },
  fields: {
    ...defaultedHeader(),
    ...maybeCustomer(),
    ...memo(),
    ...addresses(),
    ...maybeCheckNumber(),
    ...incomingMoney(),
    bank_or_undeposited_account_amount: amount(),
    ...files(),
    ...headerClassifications('items'),
    items: optional(
      lines({
        ...itemLine(),
        memo: text(),
        ...lineAmounts(),
        bank_or_undeposited_account_amount: readOnly(amount(), '0.00'),
      }),
      [],
    ),
  },
  document: { counterparty: 'customer_id' },
  depositable: true,
  priced: { lines: ['items'], side: 'sale' },
  money: {
    account: 'account_number',
    accepts: ['bank', 'Undeposited Funds'],
    undeposited: 'undeposited_funds_currency',
    bankAmount: 'bank_or_undeposited_account_amount',
    lineBankAmount: 'bank_or_undeposited_account_amount',
  },
  posts: [
    debit(money('account_number', 'Undeposited Funds'), 'amount', { company: 'money_value' }),
    credit(itemAccount('sale'), 'net_amount', { each: 'items' }),
    credit(system('Tax Payable'), 'tax_amount', { each: 'items' }),
  ],
  filters: customerFiltersOfOneStatus,
  ...lists({ search: ['customer_name'] }),
})
