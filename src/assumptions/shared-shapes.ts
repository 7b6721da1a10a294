import { closedChoice, fixed } from './assumption-entry'

/** Assumptions about shapes that many records share (§2). */
export const SHARED_SHAPES_ASSUMPTIONS = {
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
}
