import type { KindRow } from './kind'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** The kinds of misfortune that happen to deliveries, in the order of the search. */
export const DELIVERY_KINDS = {
  'delivery-twice-at-once': {
    rank: 'often',
    profile: 'network',
    reception: { copy: { isAtOnce: true } },
    fault: { duplicate: true, after: '0 seconds' },
    description: 'came twice at once',
  },
  'delivery-beside-run': {
    profile: 'network',
    reception: { waitsForRun: true },
    description: 'did not reach you at first, and came again while your run was at work on the same records',
  },
  'delivery-unheard': {
    rank: 'often',
    profile: 'network',
    reception: { isAnswerLost: true },
    fault: { loseResponse: true },
    description: 'handled, your answer was lost, so it came again',
  },
  'delivery-lost': {
    rank: 'often',
    profile: 'network',
    reception: { isLost: true },
    fault: { networkError: true },
    description: 'did not reach you, and came again later',
  },
  'delivery-late': {
    rank: 'often',
    profile: 'network',
    reception: { refusedFor: 7 * MINUTE },
    fault: { delay: '7 minutes' },
    description: 'came 7 minutes late, after newer ones',
  },
  'delivery-twice': {
    rank: 'often',
    profile: 'network',
    reception: { copy: {} },
    fault: { duplicate: true },
    description: 'came twice',
  },
  'delivery-slow': {
    profile: 'network',
    reception: { delay: 8 * SECOND },
    description: 'was 8 seconds on its way',
  },
  'delivery-slow-25s': {
    rank: 'rare',
    profile: 'network',
    // Longer than the service waits, and shorter than its pause before the next attempt.
    reception: { delay: 25 * SECOND },
    description: 'was 25 seconds on its way, so the service had given it up and sent it again later',
  },
  'receiver-down': {
    profile: 'cosmic',
    // Longer than the service waits until it disables a webhook, and than the last pause between two attempts.
    reception: { downFor: 6 * 24 * HOUR },
    description: 'found your receiver down, as did all others for the next six days',
  },
  'delivery-forged': {
    rank: 'rare',
    reception: { copy: { signature: 'wrong' } },
    description: 'was followed by a forged one with a signature that does not fit',
  },
  'delivery-forged-short': {
    rank: 'rare',
    reception: { copy: { signature: 'short' } },
    description: 'was followed by a forged one with a signature that is too short',
  },
  'delivery-unsigned': {
    rank: 'rare',
    reception: { copy: { signature: 'none' } },
    description: 'was followed by a forged one without a signature',
  },
  'delivery-replayed': {
    rank: 'rare',
    reception: { copy: { after: HOUR } },
    description: 'was sent once more by somebody else an hour later, with its old time stamp',
  },
  'delivery-clock-ahead': {
    rank: 'rare',
    processFault: { skewsSeconds: 45 },
    description: "came when your receiver's clock was 45 seconds ahead, which it stayed",
  },
  'delivery-clock-behind': {
    rank: 'rare',
    processFault: { skewsSeconds: -45 },
    description: "came when your receiver's clock was 45 seconds behind, which it stayed",
  },
  'delivery-crash': {
    processFault: { kills: 'before', downMinutes: 1 },
    description: 'killed your receiver as it came; it was started again a minute later',
  },
  'delivery-crash-after': {
    processFault: { kills: 'after', downMinutes: 1 },
    description: 'was answered, then your receiver was killed and started again a minute later',
  },
} as const satisfies Readonly<Record<string, KindRow>>
