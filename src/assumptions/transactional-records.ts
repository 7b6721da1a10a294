import { choice, fixed } from './assumption-entry'

/** docs/service.md §4 */
export const TRANSACTIONAL_RECORDS = {
  'line-order': fixed(
    '4.1',
    'Lines are kept by position, equal positions in the order of the body.',
    'position',
  ),
  'line-ids': fixed(
    '4.1',
    'A known line id keeps its line, no id makes a new line, an unknown id is refused.',
    '422',
  ),
  'no-lines': choice('4.1', 'A record cannot be posted without a line.', ['422', 'accept']),
  'line-company': fixed('4.1', "A company on a line has to be the record's own.", 'record-company-only'),
  'item-needs-account': fixed(
    '4.1',
    'An item without the account that posting needs cannot stand on a posted line.',
    '422',
  ),
  'invoice-line-amounts': fixed(
    '4.2',
    'Invoice lines are shown without tax and computed amounts, although both count.',
    'off',
  ),
  'unassigned-amount': fixed(
    '4.3',
    "The unassigned part of a payment waits on the customer's receivable account.",
    'receivable',
  ),
  'journal-balance': fixed(
    '4.4',
    'A journal entry has two or more one-sided lines and equal sums of debits and credits.',
    'enforced',
  ),
  'journal-open-items': fixed(
    '4.4',
    'A payable line of a journal entry that names a vendor can be paid like a bill.',
    'payable',
  ),
  'reversal-date': fixed(
    '4.4',
    'The reversal of a journal entry is posted together with it, under its later date.',
    'posted-at-once',
  ),
  'application-match': fixed(
    '4.5',
    'A document can only be settled by a record of the same company, currency and counterparty.',
    ['company', 'currency', 'counterparty'],
  ),
  'over-application': fixed('4.5', 'Nothing can be settled beyond what is still open.', '422'),
  'line-date-validation': choice('4.5', 'A document dated after the payment cannot be settled by it.', [
    'enforced',
    'ignore',
  ]),
  'credit-line-sign': fixed(
    '4.5',
    'Line amounts are positive; those of credits are taken off the total.',
    'positive-subtracts',
  ),
  'money-account': fixed(
    '4.5',
    'Money moves through bank accounts, in some records also credit cards or Undeposited Funds.',
    'type-checked',
  ),
  'undeposited-funds': fixed(
    '4.5',
    'Money received without an account goes to Undeposited Funds.',
    'null-account',
  ),
  'bank-currency': fixed(
    '4.5',
    "A bank amount is in the money account's currency, compared or derived where that is possible.",
    'derive-or-compare',
  ),
  'credit-references': fixed(
    '4.5',
    'The document that a credit names only supplies defaults.',
    'reference-only',
  ),
  'prepayment-amount': fixed('4.5', 'A prepayment is about more than nothing.', 'above-0'),
  'deposit-sources': fixed(
    '4.5',
    'A deposit takes whole sources from Undeposited Funds, each once.',
    'whole-once',
  ),
  'bank-transfer-currency': fixed(
    '4.5',
    'A transfer is in the currency of the account it leaves.',
    'source-account',
  ),
  'paper-check-transaction': fixed(
    '4.6.17',
    'A paper check is made for the record that one of its ledger transactions names.',
    'ledger-transaction',
  ),
  'paper-check-number': choice('4.6.17', 'Printing a check writes its number into the record that it pays.', [
    'written-to-source',
    'off',
  ]),
  'paper-check-status': choice(
    '4.6.17',
    'A record shows the state of its newest live check, else whether it ever had one.',
    ['newest-live-check', 'none'],
  ),
  'paper-check-pdf': choice('4.6.17', 'The PDF of a check is the same page for all.', [
    'fixed-page',
    'empty',
  ]),
  'fixed-asset-flat': fixed(
    '4.6.16',
    'An asset has one depreciation book, whose members stand beside its others.',
    'flat',
  ),
}
