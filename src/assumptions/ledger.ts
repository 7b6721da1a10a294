import { closedChoice, fixed } from './assumption-entry'

/** Assumptions about the ledger (§12). */
export const LEDGER_ASSUMPTIONS = {
  'purchase-item-account': fixed(
    '12.1',
    'Purchases use the expense account of an item, else its asset account.',
    ['expense', 'asset'],
  ),
  'input-tax': fixed('12.1', 'Tax on purchases is a debit on Tax Payable.', 'tax-payable'),
  'deposit-release-billing': closedChoice(
    '12.1',
    'Contract invoices credit obligations with deposit_release to Customer Deposits.',
    ['customer-deposits', 'deferred-revenue'],
  ),
  'ledger-rounding': fixed(
    '12.2',
    'Each ledger line is converted on its own; the remaining cents go to Rounding Gain/Loss.',
    'rounding-account',
  ),
  'settlement-rate': fixed(
    '12.3',
    'An open item leaves the books at the rate at which it entered them.',
    'document-rate',
  ),
  'realised-gain': fixed(
    '12.3',
    'The difference between a settlement and the book value is realised gain or loss.',
    'on',
  ),
  'bank-amount-difference': fixed(
    '12.3',
    'The difference between a bank amount and the converted record amount is realised gain or loss.',
    'realised',
  ),
  'application-rate': fixed('12.3', 'The rate of an application is only stored and shown.', 'document-rates'),
  'unrealised-gain': fixed('12.3', 'Open items are not revalued and years are not closed.', 'none'),
}
