import { checkBooks } from '../engine/audit/check'
import type { BrokenInvariant } from '../engine/audit/finding'
import { type EntriesQuery, type LedgerEntry, ledgerEntries } from '../engine/ledger/entries'
import { journalText } from '../engine/ledger/journal-text'
import { type TrialBalanceLine, trialBalance } from '../engine/ledger/trial-balance'
import type { World } from '../engine/model/world'

/** The general ledger of one organisation (docs/service.md §12). */
export interface Books {
  /** Debits, credits and balance of every account with entries, in the company's currency. */
  trialBalance(companyId?: number): TrialBalanceLine[]
  /** Ledger entries with the record that each comes from. */
  entries(query?: EntriesQuery): LedgerEntry[]
  /** The invariants that do not hold, named; none in sound books. */
  check(): BrokenInvariant[]
  /** Text that `hledger check` accepts, with a balance assertion for every account. */
  toJournal(): string
}

export const booksOf = ({ world, organization }: { world: World; organization(): string }): Books => ({
  trialBalance: (companyId) => trialBalance({ world, organization: organization() }, companyId),
  entries: (query) => ledgerEntries({ world, organization: organization() }, query),
  check: () => checkBooks({ world, organization: organization() }),
  toJournal: () => journalText({ world, organization: organization() }),
})
