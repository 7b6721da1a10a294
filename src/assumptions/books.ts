import { closedChoice, fixed } from './assumption-entry'

/** Assumptions about the states of records, approvals, recurrence, fixed assets and the ledger (§11 and §12). */
export const BOOKS_ASSUMPTIONS = {
  'draft-effect': fixed('11.1', 'A draft touches neither the books nor other records.', 'none'),
  'posted-to-draft': fixed('11.1', 'A posted record cannot become a draft again.', '422'),
  'archived-terminal': closedChoice('11.1', 'An archived record cannot be changed.', ['422', 'restore']),
  'archive-effect': fixed(
    '11.1',
    'Archiving reverses the ledger effect on the same date and releases what was settled.',
    'reverse-on-own-date',
  ),
  'archive-refused': fixed('11.1', 'A record to which something is applied cannot be archived.', '422'),
  'posted-edit': closedChoice(
    '11.2',
    'A posted record can be edited unless other records depend on the changed member.',
    ['conditional', 'immutable'],
  ),
  'edit-ledger': fixed('11.2', 'An edit restates the ledger transactions under their old ids.', 'restate'),
  'locked-through': fixed(
    '11.4',
    'Each company may have one date up to which nothing can be written.',
    'date-per-company',
  ),
  'order-matching': fixed(
    '11.5',
    'Quantities are taken from an order by item, in order of position; an edit cannot go below them.',
    'item-position',
  ),
  'approval-values': closedChoice(
    '11.3',
    'The approval status is null where no policy fits, or approved; else pending, approved or rejected.',
    ['null-pending-approved-rejected', 'approved-without-policy'],
  ),
  'approval-create': closedChoice(
    '11.3',
    'If a policy fits, a record sent as posted is stored as a pending draft; the switch refuses it instead.',
    ['draft-pending', '422'],
  ),
  'approval-edit': closedChoice(
    '11.3',
    'An edit of a posted record that a policy would have stopped is refused; or asks for approval; or passes.',
    ['refuse', 'reopen', 'allow'],
  ),
  'approval-match': fixed(
    '11.3',
    'Of the active policies for the type and company, the one with the lowest priority applies.',
    'lowest-priority',
  ),
  'inbox-content': fixed(
    '11.3',
    'The inbox lists everything that is pending, for all approvers.',
    'all-pending',
  ),
  'approval-locks': fixed('11.3', 'All posting checks run again at the last approval.', 'rechecked'),
  'rrule-start': fixed(
    '11.6',
    'A recurrence rule starts at midnight UTC of its date; the date counts only if the rule yields it.',
    'matching-dates',
  ),
  'recurring-generation': closedChoice(
    '11.6',
    'Every occurrence that the clock passes creates a record with the status of the payload.',
    ['payload-status', 'draft'],
  ),
  'recurring-inactive': closedChoice(
    '11.6',
    'Occurrences that fall due while a template is inactive are lost.',
    ['lost', 'catch-up'],
  ),
  'recurring-failure': fixed('11.6', 'A refused occurrence is logged and skipped.', 'skip'),
  'recurring-edit-delete': fixed(
    '11.6',
    'Updating or deleting a template does not change the records that it generated.',
    'future-only',
  ),
  'depreciation-run': closedChoice(
    '11.7',
    'The clock posts the depreciation of active assets at the end of every month or fiscal year.',
    ['on', 'off'],
  ),
  'asset-edit': closedChoice(
    '11.7',
    'What follows from an edit is posted from the next end of a period on; or for past periods at once.',
    ['prospective', 'catch-up'],
  ),
  'asset-disposal': closedChoice(
    '11.7',
    'Removing an asset takes its depreciation back; or writes its book value off on the day.',
    ['restate', 'write-off'],
  ),
  'disposal-depreciation': closedChoice(
    '11.7',
    'A disposal first writes off what the asset has lost until that day, by its convention; or posts no depreciation.',
    ['by-convention', 'none'],
  ),
  'asset-status': closedChoice(
    '11.7',
    'The last posting makes an asset fully_amortized and its removal disposed; inactive pauses it.',
    ['automatic', 'manual'],
  ),
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
