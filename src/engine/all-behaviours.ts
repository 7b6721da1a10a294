import { approvalPolicy } from './approvals/approval-policy'
import { approves } from './approvals/approves'
import { depreciable } from './assets/depreciable'
import { depreciates } from './assets/depreciates'
import { sourceLines } from './assets/source-lines'
import { accountCompany } from './behaviours/account-company'
import { amountGiven } from './behaviours/amount-given'
import { attaches } from './behaviours/attachments'
import { balance } from './behaviours/balance'
import { bankAmount } from './behaviours/bank-amount'
import { classifies } from './behaviours/classifies'
import { customFields } from './behaviours/custom-fields'
import { depositable, deposits } from './behaviours/deposits'
import { document } from './behaviours/document'
import { inLedger } from './behaviours/in-ledger'
import { moneyAccount } from './behaviours/money-account'
import { fulfils, order } from './behaviours/order'
import { owns } from './behaviours/owns'
import { priced } from './behaviours/priced'
import { refers } from './behaviours/refers'
import { unique } from './behaviours/unique'
import { defers } from './contracts/deferral/defers'
import { lifecycle } from './contracts/lifecycle'
import { pricing } from './contracts/pricing'
import { recognises } from './contracts/recognises'
import { controlLines } from './ledger/control-lines'
import { journal } from './ledger/journal'
import { payables } from './ledger/payables'
import { posts } from './ledger/posts'
import { transfer } from './ledger/transfer'
import { paidByCheck, paperCheck } from './paper-checks/checks'
import { recurs } from './recurring/recurs'
import { settles } from './settlement/settles'
import type { Behaviour } from './write/behaviour'

/**
 * All behaviours, in the order in which they act on a record. test/write/order-of-behaviours.test.ts names
 * columns that each behaviour reads and writes, which are the reasons for the order.
 */
export const ALL_BEHAVIOURS: readonly Behaviour[] = [
  approves,
  approvalPolicy,
  unique,
  inLedger,
  refers,
  defers,
  transfer,
  lifecycle,
  document,
  accountCompany,
  classifies,
  customFields,
  attaches,
  priced,
  pricing,
  controlLines,
  journal,
  payables,
  moneyAccount,
  amountGiven,
  settles,
  deposits,
  bankAmount,
  balance,
  depositable,
  order,
  fulfils,
  sourceLines,
  depreciable,
  depreciates,
  posts,
  owns,
  recurs,
  recognises,
  paperCheck,
  paidByCheck,
]
