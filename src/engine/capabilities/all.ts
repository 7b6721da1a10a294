import type { Capability } from '../capability'
import { attaches } from './attachments'
import { balance } from './balance'
import { bankAmount } from './bank-amount'
import { classifies } from './classifies'
import { customFields } from './custom-fields'
import { document } from './document'
import { journal } from './journal'
import { moneyAccount } from './money-account'
import { owns } from './owns'
import { posts } from './posts'
import { priced } from './priced'
import { settles } from './settles'
import { unique } from './unique'

/** Every behaviour, in the order in which they act on a record that switches on several. */
export const CAPABILITIES: readonly Capability[] = [
  unique,
  document,
  classifies,
  customFields,
  attaches,
  priced,
  journal,
  moneyAccount,
  settles,
  bankAmount,
  balance,
  posts,
  owns,
]
