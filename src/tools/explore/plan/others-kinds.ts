import type { KindRow } from './kind'

/** What somebody else does just before a request, with `others: true`. */
export const OTHERS_KINDS = {
  'other-edits': {
    profile: 'others',
    interference: 'edits',
    answers: false,
    description: 'just before, somebody else edited the record',
  },
  'other-pays': {
    profile: 'others',
    interference: 'pays',
    answers: false,
    description: 'just before, somebody else recorded a payment of an invoice',
  },
  'other-pays-oldest': {
    rank: 'rare',
    profile: 'others',
    interference: 'pays oldest',
    answers: false,
    description: 'just before, somebody else recorded a payment of the oldest invoice',
  },
  'other-sells': {
    profile: 'others',
    interference: 'sells',
    answers: false,
    description: 'just before, somebody else created an invoice',
  },
  'other-archives': {
    profile: 'others',
    interference: 'archives',
    answers: false,
    description: 'just before, somebody else archived an invoice',
  },
  'other-archives-oldest': {
    rank: 'rare',
    profile: 'others',
    interference: 'archives oldest',
    answers: false,
    description: 'just before, somebody else archived the oldest invoice',
  },
  'other-renames': {
    profile: 'others',
    interference: 'renames',
    answers: false,
    description: 'just before, somebody else renamed a customer',
  },
  'other-removes': {
    rank: 'rare',
    profile: 'others',
    interference: 'removes',
    answers: false,
    description: 'just before, somebody else removed the record',
  },
  'other-removes-oldest': {
    rank: 'rare',
    profile: 'others',
    interference: 'removes oldest',
    answers: false,
    description: 'just before, somebody else removed the oldest record',
  },
  'other-locks': {
    rank: 'rare',
    to: 'write',
    profile: 'others',
    interference: 'locks',
    answers: false,
    description: 'just before, somebody else locked the period',
  },
  'other-closes': {
    rank: 'rare',
    profile: 'others',
    interference: 'closes',
    answers: false,
    description: 'just before, somebody else terminated the contract',
  },
} as const satisfies Readonly<Record<string, KindRow>>
