import { record } from '../../engine/schema/define'
import {
  bankOrCardRequired,
  defaultedRateHeader,
  files,
  lists,
  maybeCheckNumber,
  memo,
  moneyAccountNumber,
  paperCheckStatus,
  requiredVendor,
  vendorFilters,
} from '../../engine/schema/document-fields'
import { headerClassifications } from '../../engine/schema/field-groups'
import { amount, lines, optional, readOnly } from '../../engine/schema/fields'
import { expenseLine, lineAmounts } from '../../engine/schema/line-fields'
import { credit, debit, money, named, system } from '../../engine/schema/posting'

/** An expense paid at once, from a bank account or by card. */
export const directExpenses = record({
  name: 'directExpenses',
  model: 'DirectExpense',
  path: 'direct-expenses',
  identifier: 'number',
  basis: 'assumed',
  hasTopics: true,
  operations: { v1: ['list', 'get', 'create', 'update', 'attach'] },
  fields: {
    ...defaultedRateHeader(),
    ...requiredVendor(),
    ...moneyAccountNumber(),
    ...bankOrCardRequired(),
    ...memo(),
    ...maybeCheckNumber(),
    ...paperCheckStatus(),
    ...files(),
    ...headerClassifications('items'),
    items: optional(
      lines({ ...expenseLine(), ...lineAmounts(), bank_or_credit_card_amount: readOnly(amount(), '0.00') }),
      [],
    ),
  },
  document: { counterparty: 'vendor_id' },
  priced: { lines: ['items'], side: 'purchase' },
  money: {
    account: 'account_number',
    accepts: ['bank', 'credit_card'],
    bankAmount: 'bank_or_credit_card_amount',
    lineBankAmount: 'bank_or_credit_card_amount',
  },
  paperCheck: true,
  posts: [
    credit(money('account_number', 'Undeposited Funds'), 'amount', { company: 'money_value' }),
    debit(named('account_number'), 'net_amount', { each: 'items' }),
    debit(system('Tax Payable'), 'tax_amount', { each: 'items' }),
  ],
  filters: vendorFilters,
  ...lists({ search: ['vendor_name'] }),
})
