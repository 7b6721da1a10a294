import type { Capability } from '../capability'
import { amountGiven } from './amount-given'
import { approvalPolicy } from './approval-policy'
import { approves } from './approves'
import { attaches } from './attachments'
import { balance } from './balance'
import { bankAmount } from './bank-amount'
import { classifies } from './classifies'
import { contract } from './contract'
import { customFields } from './custom-fields'
import { depositable, deposits } from './deposits'
import { depreciable } from './depreciable'
import { depreciates } from './depreciates'
import { document } from './document'
import { inLedger } from './in-ledger'
import { journal } from './journal'
import { moneyAccount } from './money-account'
import { obligations } from './obligations'
import { order, takes } from './order'
import { owns } from './owns'
import { paidByCheck } from './paid-by-check'
import { paperCheck } from './paper-check'
import { payables } from './payables'
import { posts } from './posts'
import { priced } from './priced'
import { recognises } from './recognises'
import { recurs } from './recurs'
import { refers } from './refers'
import { settles } from './settles'
import { sourceLines } from './source-lines'
import { transfer } from './transfer'
import { unique } from './unique'

/** Every behaviour, in the order in which they act on a record that switches on several. */
export const CAPABILITIES: readonly Capability[] = [
  approves,
  approvalPolicy,
  unique,
  inLedger,
  refers,
  transfer,
  contract,
  document,
  classifies,
  customFields,
  attaches,
  priced,
  obligations,
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
  takes,
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
