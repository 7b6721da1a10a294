import { closedChoice, fixed, open } from './assumption-entry'

/** Assumptions about conventions, shared shapes and master data (§1 to §3). */
export const RECORDS_ASSUMPTIONS = {
  rounding: closedChoice('1.1', 'A computed amount is rounded to cents line by line, ties away from zero.', [
    'half-away-from-zero',
    'half-even',
    'down',
  ]),
  'amount-rendering': closedChoice(
    '1.1',
    'Amounts are written with two decimals, rates and quantities without trailing zeros; or with all their places.',
    ['shortest', 'all-decimals'],
  ),
  'amount-limit': fixed(
    '1.1',
    'An amount that is computed has to fit what a request may send: 15 digits before the point.',
    15,
  ),
  'exchange-rate-direction': fixed(
    '1.1',
    "An exchange rate is the amount of company currency for one unit of the record's currency.",
    'company-per-record-unit',
  ),
  'string-amounts': closedChoice('1.1', 'A JSON number means its shortest decimal text.', [
    'shortest-decimal',
    'strings-only',
  ]),
  'negative-values': closedChoice(
    '1.1',
    'Rates and quantities may be negative as long as the total of the record is not; or never.',
    ['total-not-negative', 'never'],
  ),
  instants: closedChoice(
    '1.2',
    'Instants are UTC with a final Z and show milliseconds only when there are any.',
    ['milliseconds-when-not-zero', 'milliseconds-always'],
  ),
  'dates-strict': closedChoice(
    '1.2',
    'Only an existing calendar day written YYYY-MM-DD is a date; the switch takes the day of a date-time too.',
    ['YYYY-MM-DD', 'date-times-too'],
  ),
  'number-sequence': open(
    '1.3',
    'The numbers of each record type of an organisation start here.',
    'number',
    1,
  ),
  'unknown-members': closedChoice('1.4', 'A body member that the service does not know is ignored.', [
    'ignore',
    'reject',
  ]),
  'payment-type-values': fixed('2.3', 'Any text is a payment type and comes back unchanged.', 'any'),
  'tax-amount': closedChoice(
    '2.4',
    'A tax amount that is sent is used, else it is computed from the percentage; or it is always computed.',
    ['sent-or-computed', 'computed'],
  ),
  'put-tax': closedChoice('2.4', 'A line that a PUT names by its id without its tax keeps its tax.', [
    'keep',
    'drop',
  ]),
  'classification-names': fixed(
    '2.5',
    'A classification entry is read by its two ids; its names are ignored.',
    'ids-only',
  ),
  'classification-required': closedChoice(
    '2.5',
    'Every line of a posted record must carry the classifications that its record type requires.',
    ['enforced', 'off'],
  ),
  'header-classifications': closedChoice(
    '2.5',
    'The classifications of a record are the entries that all its lines share; or those of any line; or none.',
    ['common-entries', 'all-entries', 'empty'],
  ),
  'custom-fields-unknown': closedChoice(
    '2.6',
    'A custom field that is not defined, or a value that does not fit it, is refused.',
    ['422', 'ignore'],
  ),
  'attachment-request-entries': fixed(
    '2.7',
    'An attachment entry in a body is stored as metadata; a known id links that file.',
    'register',
  ),
  'put-attachments': fixed(
    '2.7',
    'An update without attachments keeps them; a list replaces metadata entries but not uploaded files.',
    'keep-uploads',
  ),
  'remote-records': closedChoice(
    '2.7',
    'No record is synchronised with another system: the list of remote records is empty, or left out.',
    ['empty', 'left-out'],
  ),
  'terms-table': fixed('2.9', 'Five payment terms exist from the start.', [
    { id: 1, name: 'Due on receipt', days: 0 },
    { id: 2, name: 'Net 15', days: 15 },
    { id: 3, name: 'Net 30', days: 30 },
    { id: 4, name: 'Net 45', days: 45 },
    { id: 5, name: 'Net 60', days: 60 },
  ]),
  'due-date-default': closedChoice(
    '2.9',
    'A missing due date becomes the date plus the days of the term, if any.',
    ['term-days', 'none'],
  ),
  'header-defaults': closedChoice(
    '2.9',
    'Company, customer, currency and rate left out are filled in where only one answer is possible; or never.',
    ['company-and-customer', 'none'],
  ),
  'required-strings': closedChoice(
    '3',
    'A required text may be empty, except names, SKUs and types; the switch refuses every empty one.',
    ['empty-accepted', 'not-empty'],
  ),
  'unique-ids': closedChoice('3', 'No two live entries of a group share a unique_id or a SKU.', [
    'enforced',
    'off',
  ]),
  'delete-referenced': closedChoice(
    '3',
    'Master data that any record refers to cannot be deleted; this is the status of the refusal.',
    [422, 409],
  ),
  'archived-checks': fixed(
    '3.3',
    'A PUT that archives master data checks its body like any other.',
    'checked',
  ),
  'item-record-status': closedChoice('3.3', 'An archived item counts as inactive.', [
    'archived-is-inactive',
    'ignored',
  ]),
  'item-accounts': fixed(
    '3.3',
    'The accounts of an item are named by account id and have to exist; their type is free.',
    'id-exists',
  ),
  'active-by-host': fixed(
    '3.5',
    'A customer is taken out of use by the host; over the interface the member cannot be sent.',
    'host-only',
  ),
  'customer-type': closedChoice('3.5', 'A customer made over the interface is of this type.', [
    'company',
    'individual',
  ]),
  'chart-preset': fixed('3.8', 'The preset worlds share one built-in chart of accounts.', 'built-in'),
}
