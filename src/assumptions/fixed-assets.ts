import { closedChoice } from './assumption-entry'

/** Assumptions about fixed assets (§11.7). */
export const FIXED_ASSETS_ASSUMPTIONS = {
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
}
