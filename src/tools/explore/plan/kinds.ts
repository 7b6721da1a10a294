import { DELIVERY_KINDS } from './delivery-kinds'
import type { Kind, KindRow, Profile } from './kind'

const PROXY = {
  status: 502,
  headers: { 'content-type': 'text/html' },
  body: '<html><body><h1>502 Bad Gateway</h1></body></html>',
}

/**
 * Every kind of misfortune, in the order of the search. Plans name them (docs/explore.md). Those that do not say
 * otherwise happen to requests, in the profile 'production'.
 */
const KINDS = {
  lose: {
    profile: 'network',
    fault: { loseResponse: true },
    isAmbiguous: true,
    isCarriedOut: true,
    told: 'the answer was lost',
  },
  'crash-after': {
    spreads: true,
    blow: { kills: 'after', downMinutes: 1 },
    isAmbiguous: true,
    isCarriedOut: true,
    told: 'then your program was killed and started again a minute later',
    toldBriefly: 'then your program was killed and started again',
  },
  cut: { profile: 'network', fault: { networkError: true }, told: 'never arrived (network error)' },
  unavailable: { profile: 'network', fault: { status: 503 }, told: 'answered 503' },
  limit: {
    profile: 'network',
    fault: { status: 429, retryAfter: 20 },
    brief: { status: 429, retryAfter: 1 },
    told: 'answered 429, Retry-After 20',
    toldBriefly: 'answered 429, Retry-After 1',
  },
  revoke: {
    spreads: true,
    fault: { revokeKey: true },
    answers: false,
    told: 'the key was revoked just before',
  },
  crash: {
    spreads: true,
    blow: { kills: 'before', downMinutes: 1 },
    told: 'your program was killed just before it was sent, and started again a minute later',
    toldBriefly: 'your program was killed just before it was sent, and started again',
  },
  'write-crash-after': {
    to: 'disk',
    blow: { kills: 'after', downMinutes: 1 },
    told: 'your program was killed just after it wrote this file, and started again a minute later',
    toldBriefly: 'your program was killed just after it wrote this file, and started again',
  },
  'write-crash': {
    to: 'disk',
    blow: { kills: 'before', downMinutes: 1 },
    told: 'your program was killed just before it wrote this file, and started again a minute later',
    toldBriefly: 'your program was killed just before it wrote this file, and started again',
  },
  slow: {
    profile: 'network',
    fault: { delay: '45 seconds' },
    brief: { delay: '3 seconds' },
    isAmbiguous: true,
    isCarriedOut: true,
    told: 'the answer came 45 seconds later',
    toldBriefly: 'the answer came 3 seconds later',
  },
  'slow-3s': {
    profile: 'network',
    fault: { delay: '3 seconds' },
    isVirtual: true,
    isCarriedOut: true,
    told: 'the answer came 3 seconds later',
  },
  'slow-12s': {
    profile: 'network',
    fault: { delay: '12 seconds' },
    isVirtual: true,
    isCarriedOut: true,
    told: 'the answer came 12 seconds later',
  },
  garble: {
    profile: 'network',
    fault: { truncateBody: 20 },
    isAmbiguous: true,
    isCarriedOut: true,
    told: 'the answer was cut off in the middle',
  },
  proxy: { profile: 'network', fault: PROXY, told: 'answered 502 by a proxy, in HTML' },
  error: { profile: 'network', fault: { status: 500 }, told: 'answered 500' },
  drift: {
    to: 'list',
    fault: { pageDrift: { create: 1 } },
    told: 'answered; after this page somebody else created a record like its first one',
  },
  // Of master data it would remove what the program may need.
  shift: {
    to: 'shrinking list',
    fault: { pageDrift: { remove: 1 } },
    told: 'answered; after this page somebody else removed one of its records',
  },
  lapse: {
    spreads: true,
    fault: { lapseSubscription: true },
    answers: false,
    told: 'the subscription lapsed just before',
  },
  maintenance: {
    spreads: true,
    fault: { maintenance: { for: '10 minutes', retryAfter: 60 } },
    brief: { maintenance: { for: '3 seconds', retryAfter: 1 } },
    told: 'maintenance of 10 minutes began',
    toldBriefly: 'maintenance of 3 seconds began',
  },
  outage: {
    spreads: true,
    fault: { status: 503 },
    during: '2 hours',
    told: 'an outage of 2 hours began: 503 for every request',
  },
  storm: {
    spreads: true,
    fault: { status: 429, retryAfter: 15 },
    during: '5 minutes',
    told: 'a storm of 5 minutes began: 429 for every request',
  },
  suspend: {
    spreads: true,
    blow: { suspendsHours: 1 },
    answers: false,
    told: "your program's machine slept for an hour just before",
  },
  'clock-ahead': {
    blow: { skewsSeconds: 45 },
    answers: false,
    told: "your program's clock was 45 seconds ahead from here on",
  },
  'clock-behind': {
    blow: { skewsSeconds: -45 },
    answers: false,
    told: "your program's clock was 45 seconds behind from here on",
  },
  ...DELIVERY_KINDS,
  hold: { to: 'order', told: 'no fault, but another order' },
  stale: {
    to: 'read',
    profile: 'cosmic',
    fault: { staleRead: true },
    told: 'answered from the state at the beginning of the plan',
  },
  'suspend-72h': {
    profile: 'cosmic',
    blow: { suspendsHours: 72 },
    answers: false,
    told: "your program's machine slept for 72 hours just before",
  },
  'down-72h': {
    profile: 'cosmic',
    blow: { kills: 'after', downMinutes: 72 * 60 },
    isAmbiguous: true,
    isCarriedOut: true,
    told: 'then your program was killed and started again 72 hours later',
  },
  'other-edits': {
    profile: 'others',
    deed: 'edits',
    answers: false,
    told: 'just before, somebody else edited the record',
  },
  'other-pays': {
    profile: 'others',
    deed: 'pays',
    answers: false,
    told: 'just before, somebody else recorded a payment of an invoice',
  },
  'other-pays-oldest': {
    profile: 'others',
    deed: 'pays oldest',
    answers: false,
    told: 'just before, somebody else recorded a payment of the oldest invoice',
  },
  'other-sells': {
    profile: 'others',
    deed: 'sells',
    answers: false,
    told: 'just before, somebody else created an invoice',
  },
  'other-archives': {
    profile: 'others',
    deed: 'archives',
    answers: false,
    told: 'just before, somebody else archived an invoice',
  },
  'other-archives-oldest': {
    profile: 'others',
    deed: 'archives oldest',
    answers: false,
    told: 'just before, somebody else archived the oldest invoice',
  },
  'other-renames': {
    profile: 'others',
    deed: 'renames',
    answers: false,
    told: 'just before, somebody else renamed a customer',
  },
  'other-removes': {
    profile: 'others',
    deed: 'removes',
    answers: false,
    told: 'just before, somebody else removed the record',
  },
  'other-removes-oldest': {
    profile: 'others',
    deed: 'removes oldest',
    answers: false,
    told: 'just before, somebody else removed the oldest record',
  },
  'other-locks': {
    to: 'write',
    profile: 'others',
    deed: 'locks',
    answers: false,
    told: 'just before, somebody else locked the period',
  },
  'other-closes': {
    profile: 'others',
    deed: 'closes',
    answers: false,
    told: 'just before, somebody else terminated the contract',
  },
} as const satisfies Readonly<Record<string, KindRow>>

export type KindName = keyof typeof KINDS

/** In the order of the search. */
export const KIND_NAMES = Object.keys(KINDS) as readonly KindName[]

const WHOLE = Object.fromEntries(
  Object.entries(KINDS).map(([name, row]) => {
    const to = Object.hasOwn(DELIVERY_KINDS, name) ? 'delivery' : 'request'
    return [name, { to, profile: 'production', ...row }]
  }),
) as Readonly<Record<KindName, Kind>>

export const kindOf = (name: KindName): Kind => WHOLE[name]

export const PROFILES: readonly Profile[] = ['orders', 'network', 'production', 'cosmic']

export const isProfile = (text: unknown): text is Profile => PROFILES.includes(text as Profile)

/** The kinds of a profile, each of which contains the milder ones; 'orders' has holds alone. */
export function kindsOf(profile: Profile): KindName[] {
  if (profile === 'orders') return ['hold']
  const rank = PROFILES.indexOf(profile)
  return KIND_NAMES.filter((name) => {
    const own = kindOf(name).profile
    return own !== 'others' && PROFILES.indexOf(own) <= rank
  })
}

/** The kinds that a program in real time can meet. */
export const isForRealTime = (name: KindName): boolean => {
  const { to, during, blow, profile, isVirtual } = kindOf(name)
  if (to === 'delivery' || during !== undefined || profile === 'others' || isVirtual) return false
  return blow === undefined || ('kills' in blow && blow.downMinutes === 1)
}

export const OTHERS: readonly KindName[] = KIND_NAMES.filter((name) => kindOf(name).profile === 'others')
