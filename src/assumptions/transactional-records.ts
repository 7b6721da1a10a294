import { closedChoice, fixed } from './assumption-entry'

/** Assumptions about transactional records (§4). */
export const TRANSACTIONAL_RECORDS_ASSUMPTIONS = {
  'line-order': closedChoice('4.1', 'Lines are sorted by position; or they keep the order of the body.', [
    'position',
    'body',
  ]),
  'line-ids': closedChoice(
    '4.1',
    'A known line id updates its line, no id adds a line; an unknown id is refused, or adds a line.',
    ['422', 'ignored'],
  ),
  'no-lines': closedChoice('4.1', 'A record cannot be posted without a line.', ['422', 'accept']),
  'line-company': fixed('4.1', "A company on a line must be the record's own.", 'record-company-only'),
  'item-needs-account': fixed(
    '4.1',
    'An item on a posted line must have the account that posting needs.',
    '422',
  ),
  'invoice-line-amounts': closedChoice(
    '4.2',
    'Invoice lines do not show tax and computed amounts, although both are part of the total.',
    ['off', 'shown'],
  ),
  'unassigned-amount': fixed(
    '4.3',
    "The unassigned part of a payment stays on the customer's receivable account.",
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
    'The reversal of a journal entry is posted at once, under its own later date.',
    'posted-at-once',
  ),
  'application-match': fixed(
    '4.5',
    'A document can only be settled by a record of the same company, currency and counterparty.',
    ['company', 'currency', 'counterparty'],
  ),
  'account-company': fixed('4.5', 'An account of one company cannot be named by a record of another.', '422'),
  'control-lines': fixed(
    '4.5',
    "A line on a receivable or payable account belongs to a customer or vendor: the record's own, if any.",
    'counterparty',
  ),
  'reference-status': fixed(
    '4.5',
    'A posted record cannot name a document that is a draft or archived.',
    'posted',
  ),
  'over-application': fixed('4.5', 'A settlement cannot exceed the open amount.', '422'),
  'line-date-validation': closedChoice(
    '4.5',
    'A document cannot be settled or deposited before its date, whichever side is edited.',
    ['enforced', 'ignore'],
  ),
  'credit-line-sign': fixed(
    '4.5',
    'Line amounts are positive; lines of credits are subtracted from the total.',
    'positive-subtracts',
  ),
  'money-account': fixed(
    '4.5',
    'Money accounts are bank accounts; some records also accept credit cards or Undeposited Funds.',
    'type-checked',
  ),
  'undeposited-funds': fixed(
    '4.5',
    'Money received without an account goes to Undeposited Funds.',
    'null-account',
  ),
  'bank-currency': fixed(
    '4.5',
    "A bank amount is in the money account's currency; it is compared or computed where possible.",
    'derive-or-compare',
  ),
  'bank-parts': fixed(
    '4.5',
    'Bank amounts of lines and of the unassigned rest add up to that of the record; the last line takes the rounding.',
    'add-up',
  ),
  'credit-references': fixed(
    '4.5',
    'The document that a credit names only supplies defaults.',
    'reference-only',
  ),
  'prepayment-amount': fixed('4.5', 'The amount of a prepayment is above 0.', 'above-0'),
  'deposit-sources': fixed(
    '4.5',
    'A deposit collects sources from Undeposited Funds in full, each once.',
    'whole-once',
  ),
  'bank-transfer-currency': fixed(
    '4.5',
    'A transfer is in the currency of the account that the money comes from.',
    'source-account',
  ),
  'paper-check-transaction': fixed(
    '4.6.17',
    'A paper check pays the record behind the named ledger transaction.',
    'ledger-transaction',
  ),
  'paper-check-number': closedChoice(
    '4.6.17',
    'Printing a check writes its number into the record that it pays.',
    ['written-to-source', 'off'],
  ),
  'paper-check-status': closedChoice(
    '4.6.17',
    'A record shows the status of its newest live check, else archived if it ever had one.',
    ['newest-live-check', 'none'],
  ),
  'paper-check-pdf': closedChoice('4.6.17', 'The PDF is the same page for all checks.', [
    'fixed-page',
    'empty',
  ]),
  'fixed-asset-flat': fixed(
    '4.6.16',
    'An asset has one depreciation book, whose members belong to the asset itself.',
    'flat',
  ),
}
