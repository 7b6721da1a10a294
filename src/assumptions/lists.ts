import { closedChoice, fixed, open } from './assumption-entry'

/** Assumptions about lists (§8). */
export const LISTS_ASSUMPTIONS = {
  'list-body': closedChoice('8.1', 'A list answers an object with the items and the count of all matches.', [
    'object',
    'bare-array',
  ]),
  'array-parameters': closedChoice('8.2', 'Several values of a filter are sent by repeating its name.', [
    'repeated',
    'comma',
  ]),
  'unknown-parameters': closedChoice('8.2', 'A query parameter that the list does not know is ignored.', [
    'ignore',
    '422',
  ]),
  'list-parameters': closedChoice(
    '8.2',
    'company_id and number filter by the nearest member of the record; without one they are refused, or ignored.',
    ['nearest-or-422', 'nearest-or-ignored'],
  ),
  'list-statuses': closedChoice('8.2', 'Lists show drafts and archived records too.', ['all', 'posted']),
  'integration-sources': open(
    '8.2',
    'The accepted integration names, or any if the list is empty; no name matches a record.',
    'names',
    [],
  ),
  'text-filters': closedChoice(
    '8.2',
    'Text filters find substrings and ignore case; filters on ids and e-mail addresses compare whole values.',
    ['substring', 'equality'],
  ),
  'contract-date-filters': fixed(
    '8.2',
    'Contracts are filtered by the earliest start and the latest end of their term.',
    'term-bounds',
  ),
  'search-scope': closedChoice(
    '8.3',
    'A search ignores case and looks into number, internal_id, memo, reference_number and names; or into fewer.',
    ['listed-members', 'number-and-name'],
  ),
  'ordering-values': closedChoice(
    '8.4',
    'Lists can be ordered by the listed members, descending with a minus; others are refused, or order by id.',
    ['listed-or-422', 'listed-or-id'],
  ),
  'get-filters': closedChoice('8.5', 'Reading a record with filters that exclude it does not find it.', [
    '404',
    'ignored',
  ]),
}
