import type { Capability } from '../capability'
import { amountGiven } from './amount-given'
import { attaches } from './attachments'
import { balance } from './balance'
import { bankAmount } from './bank-amount'
import { classifies } from './classifies'
import { customFields } from './custom-fields'
import { depositable, deposits } from './deposits'
import { document } from './document'
import { inLedger } from './in-ledger'
import { journal } from './journal'
import { moneyAccount } from './money-account'
import { order, takes } from './order'
import { owns } from './owns'
import { paidByCheck } from './paid-by-check'
import { paperCheck } from './paper-check'
import { payables } from './payables'
import { posts } from './posts'
import { priced } from './priced'
import { recurs } from './recurs'
import { refers } from './refers'
import { settles } from './settles'
import { transfer } from './transfer'
import { unique } from './unique'

/** Every behaviour, in the order in which they act on a record that switches on several. */
export const CAPABILITIES: readonly Capability[] = [
  unique,
  inLedger,
  refers,
  transfer,
  document,
  classifies,
  customFields,
  attaches,
  priced,
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
  posts,
  owns,
  recurs,
  paperCheck,
  paidByCheck,
]
