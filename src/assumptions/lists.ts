import { choice, fixed, open } from './assumption-entry'

/** docs/service.md §8 */
export const LISTS = {
  'list-body': choice('8.1', 'A list answers an object with the items and the count of all matches.', [
    'object',
    'bare-array',
  ]),
  'array-parameters': choice('8.2', 'Several values of a filter are sent by repeating its name.', [
    'repeated',
    'comma',
  ]),
  'unknown-parameters': choice('8.2', 'A query parameter that the list does not know is skipped.', [
    'ignore',
    '422',
  ]),
  'list-parameters': fixed(
    '8.2',
    'company_id and number filter by the nearest member of the record, or are refused.',
    'nearest-or-422',
  ),
  'list-statuses': choice('8.2', 'Lists show drafts and archived records too.', ['all', 'posted']),
  'integration-sources': open(
    '8.2',
    'Only these integration names may be filtered by, any if there are none; none matches a record.',
    'names',
    [],
  ),
  'text-filters': choice(
    '8.2',
    'Text filters find substrings in any case, those on ids and e-mail addresses whole values.',
    ['substring', 'equality'],
  ),
  'contract-date-filters': fixed(
    '8.2',
    'Contracts can be looked for by the earliest start and the latest end of their term.',
    'term-bounds',
  ),
  'search-scope': fixed('8.3', 'A search looks for a substring, in any case, in these members.', [
    'number',
    'internal_id',
    'memo',
    'reference_number',
    'name',
    'counterparty_name',
  ]),
  'ordering-values': fixed('8.4', 'These members can be ordered by, descending with a leading minus.', {
    records: ['id', 'number', 'date', 'due_date', 'amount', 'created_at', 'updated_at'],
    masterData: ['id', 'name'],
    accounts: ['id', 'name', 'number'],
  }),
  'get-filters': choice('8.5', 'Reading one record with filters that exclude it finds nothing.', [
    '404',
    'ignored',
  ]),
}
