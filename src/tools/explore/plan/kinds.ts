import { mapValues } from '../../../kernel/map-values'
import { memberNames } from '../../../kernel/member-names'
import { DELIVERY_KINDS } from './delivery-kinds'
import { EVOLUTION_KINDS } from './evolution-kinds'
import type { KindRow, MisfortuneKind, Profile } from './kind'
import { OTHERS_KINDS } from './others-kinds'

const PROXY = {
  status: 502,
  headers: { 'content-type': 'text/html' },
  body: '<html><body><h1>502 Bad Gateway</h1></body></html>',
}

/** Every kind of misfortune in the order of the search (docs/explore.md). `OF_TABLES` has what the rows leave out. */
const KINDS = {
  lose: {
    rank: 'often',
    profile: 'network',
    fault: { loseResponse: true },
    isAmbiguous: true,
    isCarriedOut: true,
    description: 'the answer was lost',
  },
  'crash-after': {
    hitsLaterOnes: true,
    processFault: { kills: 'after', downMinutes: 1 },
    isAmbiguous: true,
    isCarriedOut: true,
    description: 'then your program was killed and started again a minute later',
    briefDescription: 'then your program was killed and started again',
  },
  cut: {
    rank: 'often',
    profile: 'network',
    fault: { networkError: true },
    description: 'never arrived (network error)',
  },
  unavailable: { rank: 'often', profile: 'network', fault: { status: 503 }, description: 'answered 503' },
  limit: {
    rank: 'often',
    profile: 'network',
    fault: { status: 429, retryAfter: 20 },
    brief: { status: 429, retryAfter: 1 },
    description: 'answered 429, Retry-After 20',
    briefDescription: 'answered 429, Retry-After 1',
  },
  revoke: {
    hitsLaterOnes: true,
    fault: { revokeKey: true },
    isAnsweredAsUsual: true,
    description: 'the key was revoked just before, and a new one was issued just after',
  },
  crash: {
    rank: 'often',
    hitsLaterOnes: true,
    processFault: { kills: 'before', downMinutes: 1 },
    description: 'your program was killed just before it was sent, and started again a minute later',
    briefDescription: 'your program was killed just before it was sent, and started again',
  },
  'write-crash-after': {
    to: 'disk',
    processFault: { kills: 'after', downMinutes: 1 },
    description: 'your program was killed just after it wrote this file, and started again a minute later',
    briefDescription: 'your program was killed just after it wrote this file, and started again',
  },
  'write-crash': {
    to: 'disk',
    processFault: { kills: 'before', downMinutes: 1 },
    description: 'your program was killed just before it wrote this file, and started again a minute later',
    briefDescription: 'your program was killed just before it wrote this file, and started again',
  },
  slow: {
    rank: 'often',
    profile: 'network',
    fault: { delay: '45 seconds' },
    brief: { delay: '3 seconds' },
    isAmbiguous: true,
    isCarriedOut: true,
    description: 'the answer came 45 seconds later',
    briefDescription: 'the answer came 3 seconds later',
  },
  'slow-3s': {
    rank: 'rare',
    profile: 'network',
    fault: { delay: '3 seconds' },
    isVirtual: true,
    isCarriedOut: true,
    description: 'the answer came 3 seconds later',
  },
  'slow-12s': {
    profile: 'network',
    fault: { delay: '12 seconds' },
    isVirtual: true,
    isCarriedOut: true,
    description: 'the answer came 12 seconds later',
  },
  garble: {
    rank: 'rare',
    profile: 'network',
    fault: { truncateBody: 20 },
    isAmbiguous: true,
    isCarriedOut: true,
    description: 'the answer was cut off in the middle',
  },
  proxy: { profile: 'network', fault: PROXY, description: 'answered 502 by a proxy, in HTML' },
  error: { profile: 'network', fault: { status: 500 }, description: 'answered 500' },
  drift: {
    rank: 'often',
    to: 'pages',
    fault: { pageDrift: { create: 1 } },
    description: 'answered; after this page somebody else created a record like its first one',
  },
  // Of master data it would remove what the program may need.
  shift: {
    to: 'shrinking pages',
    fault: { pageDrift: { remove: 1 } },
    description: 'answered; after this page somebody else removed one of its records',
  },
  lapse: {
    rank: 'rare',
    hitsLaterOnes: true,
    fault: { lapseSubscription: true },
    isAnsweredAsUsual: true,
    description: 'the subscription lapsed just before',
  },
  maintenance: {
    hitsLaterOnes: true,
    fault: { maintenance: { for: '10 minutes', retryAfter: 60 } },
    brief: { maintenance: { for: '3 seconds', retryAfter: 1 } },
    description: 'maintenance of 10 minutes began',
    briefDescription: 'maintenance of 3 seconds began',
  },
  outage: {
    hitsLaterOnes: true,
    fault: { status: 503 },
    during: '2 hours',
    description: 'an outage of 2 hours began: 503 for every request',
  },
  storm: {
    hitsLaterOnes: true,
    fault: { status: 429, retryAfter: 15 },
    during: '5 minutes',
    description: 'a storm of 5 minutes began: 429 for every request',
  },
  suspend: {
    rank: 'rare',
    hitsLaterOnes: true,
    processFault: { suspendsHours: 1 },
    isAnsweredAsUsual: true,
    description: "your program's machine slept for an hour just before",
  },
  'clock-ahead': {
    rank: 'rare',
    processFault: { skewsSeconds: 45 },
    isAnsweredAsUsual: true,
    description: "your program's clock was 45 seconds ahead from here on",
  },
  'clock-behind': {
    rank: 'rare',
    processFault: { skewsSeconds: -45 },
    isAnsweredAsUsual: true,
    description: "your program's clock was 45 seconds behind from here on",
  },
  'slow-in-time': {
    to: 'timed request',
    profile: 'network',
    waits: 'in time',
    isVirtual: true,
    isCarriedOut: true,
    description: 'the answer came just before your time-out',
  },
  'slow-too-late': {
    to: 'timed request',
    profile: 'network',
    waits: 'too late',
    isVirtual: true,
    isAmbiguous: true,
    isCarriedOut: true,
    description: 'the answer came just after your time-out',
  },
  'run-overlaps': {
    profile: 'cosmic',
    processFault: { doubles: 'run' },
    isAnsweredAsUsual: true,
    description: 'meanwhile run was called again, before the first one had come to its end',
  },
  'second-instance': {
    profile: 'cosmic',
    processFault: { doubles: 'instance' },
    isAnsweredAsUsual: true,
    description: 'meanwhile a second instance of your program ran, on the same disk',
  },
  ...DELIVERY_KINDS,
  ...EVOLUTION_KINDS,
  hold: { to: 'order', description: 'no fault, but another order' },
  stale: {
    rank: 'rare',
    to: 'read',
    profile: 'cosmic',
    fault: { staleRead: true },
    description: 'answered from the state at the beginning of the plan',
  },
  'suspend-72h': {
    rank: 'rare',
    profile: 'cosmic',
    processFault: { suspendsHours: 72 },
    isAnsweredAsUsual: true,
    description: "your program's machine slept for 72 hours just before",
  },
  'down-72h': {
    rank: 'rare',
    profile: 'cosmic',
    processFault: { kills: 'after', downMinutes: 72 * 60 },
    isVirtual: true,
    isAmbiguous: true,
    isCarriedOut: true,
    description: 'then your program was killed and started again 72 hours later',
  },
  ...OTHERS_KINDS,
} as const satisfies Readonly<Record<string, KindRow>>

export type KindName = keyof typeof KINDS

/** In the order of the search. */
export const KIND_NAMES: readonly KindName[] = memberNames(KINDS)

const OF_ALL = { to: 'request', profile: 'production', rank: 'sometimes' }
const OF_TABLES = [
  [DELIVERY_KINDS, { to: 'delivery' }],
  [EVOLUTION_KINDS, { profile: 'evolution', isAnsweredAsUsual: true }],
  [OTHERS_KINDS, { profile: 'others', isAnsweredAsUsual: true }],
] as const

const WHOLE = mapValues<object, object>(KINDS, (row, name) => {
  const [, ofTable] = OF_TABLES.find(([table]) => Object.hasOwn(table, name)) ?? []
  return { ...OF_ALL, ...ofTable, ...row }
}) as Readonly<Record<KindName, MisfortuneKind>>

export const kindOf = (name: KindName): MisfortuneKind => WHOLE[name]

/** Tells whether the kind is no fault, but another order. */
export const isOrder = (name: KindName): boolean => kindOf(name).to === 'order'

export const PROFILES: readonly Profile[] = ['orders', 'network', 'production', 'cosmic', 'evolution']

export const isProfile = (text: unknown): text is Profile => PROFILES.includes(text as Profile)

/** The kinds of a profile, each of which contains the milder ones; 'orders' and 'evolution' stand alone. */
export function kindsOf(profile: Profile): KindName[] {
  if (profile === 'orders') return KIND_NAMES.filter(isOrder)
  if (profile === 'evolution') return KIND_NAMES.filter((name) => kindOf(name).profile === profile)
  const rank = PROFILES.indexOf(profile)
  return KIND_NAMES.filter((name) => {
    const own = kindOf(name).profile
    return own !== 'others' && PROFILES.indexOf(own) <= rank
  })
}

export const isForRealTime = (name: KindName): boolean => {
  const { to, during, processFault, profile, isVirtual } = kindOf(name)
  if (to === 'delivery' || during !== undefined || profile === 'others' || isVirtual) return false
  return processFault === undefined || processFault.kills !== undefined
}

export const OTHERS: readonly KindName[] = KIND_NAMES.filter((name) => kindOf(name).profile === 'others')
