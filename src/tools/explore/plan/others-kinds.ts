import type { KindRow } from './kind'

/** Acts of somebody else just before a request, in the profile 'others'. */
export const OTHERS_KINDS = {
  'other-edits': {
    othersAct: 'edits',
    description: 'just before, somebody else edited the record',
  },
  'other-pays': {
    othersAct: 'pays',
    description: 'just before, somebody else recorded a payment of an invoice',
  },
  'other-pays-part': {
    othersAct: 'pays part',
    description: 'just before, somebody else recorded a payment of half of an invoice',
  },
  'other-pays-too-much': {
    rank: 'rare',
    othersAct: 'pays too much',
    description:
      'just before, somebody else recorded a payment of an invoice and a prepayment of what was too much',
  },
  'other-credits': {
    rank: 'rare',
    othersAct: 'credits',
    description: 'just before, somebody else credited half of an invoice',
  },
  'other-edits-lines': {
    othersAct: 'edits lines',
    description: 'just before, somebody else raised a price on an invoice',
  },
  'other-pays-oldest': {
    rank: 'rare',
    othersAct: 'pays oldest',
    description: 'just before, somebody else recorded a payment of the oldest invoice',
  },
  'other-sells': {
    othersAct: 'sells',
    description: 'just before, somebody else created an invoice',
  },
  'other-same-instant': {
    to: 'list',
    othersAct: 'sells twice',
    isDoneAgain: true,
    description:
      'just before, somebody else created an invoice, and in the same instant, after the answer, another one',
  },
  'other-archives': {
    othersAct: 'archives',
    description: 'just before, somebody else archived an invoice',
  },
  'other-archives-oldest': {
    rank: 'rare',
    othersAct: 'archives oldest',
    description: 'just before, somebody else archived the oldest invoice',
  },
  'other-renames': {
    othersAct: 'renames',
    description: 'just before, somebody else renamed a customer',
  },
  'other-removes': {
    to: 'record',
    rank: 'rare',
    othersAct: 'removes',
    description: 'just before, somebody else removed the record',
  },
  'other-removes-oldest': {
    to: 'shrinking list',
    rank: 'rare',
    othersAct: 'removes oldest',
    description: 'just before, somebody else removed the oldest record',
  },
  'other-locks': {
    rank: 'rare',
    to: 'write',
    othersAct: 'locks',
    description: 'just before, somebody else locked the period',
  },
  'other-closes': {
    rank: 'rare',
    othersAct: 'closes',
    description: 'just before, somebody else terminated the contract',
  },
} as const satisfies Readonly<Record<string, KindRow>>
