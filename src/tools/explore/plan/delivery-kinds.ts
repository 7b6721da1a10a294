import type { KindRow } from './kind'

/** The kinds of misfortune that happen to deliveries, in the order of the search. */
export const DELIVERY_KINDS = {
  'delivery-twice-at-once': {
    rank: 'often',
    profile: 'network',
    reception: 'at once',
    fault: { duplicate: true, after: '0 seconds' },
    description: 'came twice at once',
  },
  'delivery-beside-run': {
    profile: 'network',
    reception: 'beside run',
    description: 'did not reach you at first, and came again while your run was at work on the same records',
  },
  'delivery-unheard': {
    rank: 'often',
    profile: 'network',
    reception: 'unheard',
    fault: { loseResponse: true },
    description: 'handled, your answer was lost, so it came again',
  },
  'delivery-lost': {
    rank: 'often',
    profile: 'network',
    reception: 'lost',
    fault: { networkError: true },
    description: 'did not reach you, and came again later',
  },
  'delivery-late': {
    rank: 'often',
    profile: 'network',
    reception: 'late',
    fault: { delay: '7 minutes' },
    description: 'came 7 minutes late, after newer ones',
  },
  'delivery-twice': {
    rank: 'often',
    profile: 'network',
    reception: 'twice',
    fault: { duplicate: true },
    description: 'came twice',
  },
  'delivery-slow': { profile: 'network', reception: 'slow', description: 'was 8 seconds on its way' },
  'delivery-slow-25s': {
    rank: 'rare',
    profile: 'network',
    reception: 'slower',
    description: 'was 25 seconds on its way, so the service had given it up and sent it again later',
  },
  'receiver-down': {
    profile: 'cosmic',
    reception: 'down',
    description: 'found your receiver down, as did all others for the next six days',
  },
  'delivery-forged': {
    rank: 'rare',
    reception: 'forged',
    description: 'was followed by a forged one with a signature that does not fit',
  },
  'delivery-forged-short': {
    rank: 'rare',
    reception: 'forged-short',
    description: 'was followed by a forged one with a signature that is too short',
  },
  'delivery-unsigned': {
    rank: 'rare',
    reception: 'unsigned',
    description: 'was followed by a forged one without a signature',
  },
  'delivery-replayed': {
    rank: 'rare',
    reception: 'replayed',
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
