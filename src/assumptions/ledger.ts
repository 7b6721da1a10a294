import { fixed } from './assumption-entry'

/** docs/service.md §12 */
export const LEDGER = {
  'ledger-rounding': fixed(
    '12.2',
    'Ledger lines are converted one by one and the cents left over go to Rounding Gain/Loss.',
    'rounding-account',
  ),
  'settlement-rate': fixed(
    '12.3',
    'An open item leaves the books at the rate under which it entered them.',
    'document-rate',
  ),
  'realised-gain': fixed(
    '12.3',
    'What a settlement brings above or below the book value is realised gain or loss.',
    'on',
  ),
  'unrealised-gain': fixed('12.3', 'Open items are not revalued and years are not closed.', 'none'),
}
