import type { KindRow } from './kind'

/** Acts of somebody else just before a request, with `others: true`. */
export const OTHERS_KINDS = {
  'other-edits': {
    profile: 'others',
    othersAct: 'edits',
    isAnsweredByService: false,
    description: 'just before, somebody else edited the record',
  },
  'other-pays': {
    profile: 'others',
    othersAct: 'pays',
    isAnsweredByService: false,
    description: 'just before, somebody else recorded a payment of an invoice',
  },
  'other-pays-part': {
    profile: 'others',
    othersAct: 'pays part',
    isAnsweredByService: false,
    description: 'just before, somebody else recorded a payment of half of an invoice',
  },
  'other-pays-too-much': {
    rank: 'rare',
    profile: 'others',
    othersAct: 'pays too much',
    isAnsweredByService: false,
    description:
      'just before, somebody else recorded a payment of an invoice and a prepayment of what was too much',
  },
  'other-credits': {
    rank: 'rare',
    profile: 'others',
    othersAct: 'credits',
    isAnsweredByService: false,
    description: 'just before, somebody else credited half of an invoice',
  },
  'other-edits-lines': {
    profile: 'others',
    othersAct: 'edits lines',
    isAnsweredByService: false,
    description: 'just before, somebody else raised a price on an invoice',
  },
  'other-pays-oldest': {
    rank: 'rare',
    profile: 'others',
    othersAct: 'pays oldest',
    isAnsweredByService: false,
    description: 'just before, somebody else recorded a payment of the oldest invoice',
  },
  'other-sells': {
    profile: 'others',
    othersAct: 'sells',
    isAnsweredByService: false,
    description: 'just before, somebody else created an invoice',
  },
  'other-same-instant': {
    to: 'list',
    profile: 'others',
    othersAct: 'sells twice',
    isDoneAgain: true,
    isAnsweredByService: false,
    description:
      'just before, somebody else created an invoice, and in the same instant, after the answer, another one',
  },
  'other-archives': {
    profile: 'others',
    othersAct: 'archives',
    isAnsweredByService: false,
    description: 'just before, somebody else archived an invoice',
  },
  'other-archives-oldest': {
    rank: 'rare',
    profile: 'others',
    othersAct: 'archives oldest',
    isAnsweredByService: false,
    description: 'just before, somebody else archived the oldest invoice',
  },
  'other-renames': {
    profile: 'others',
    othersAct: 'renames',
    isAnsweredByService: false,
    description: 'just before, somebody else renamed a customer',
  },
  'other-removes': {
    to: 'record',
    rank: 'rare',
    profile: 'others',
    othersAct: 'removes',
    isAnsweredByService: false,
    description: 'just before, somebody else removed the record',
  },
  'other-removes-oldest': {
    to: 'shrinking list',
    rank: 'rare',
    profile: 'others',
    othersAct: 'removes oldest',
    isAnsweredByService: false,
    description: 'just before, somebody else removed the oldest record',
  },
  'other-locks': {
    rank: 'rare',
    to: 'write',
    profile: 'others',
    othersAct: 'locks',
    isAnsweredByService: false,
    description: 'just before, somebody else locked the period',
  },
  'other-closes': {
    rank: 'rare',
    profile: 'others',
    othersAct: 'closes',
    isAnsweredByService: false,
    description: 'just before, somebody else terminated the contract',
  },
} as const satisfies Readonly<Record<string, KindRow>>
