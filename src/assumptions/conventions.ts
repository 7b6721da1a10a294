import { closedChoice, fixed, open } from './assumption-entry'

/** Assumptions about conventions (§1). */
export const CONVENTIONS_ASSUMPTIONS = {
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
}
