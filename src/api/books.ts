import { checkBooks } from '../engine/audit/check'
import type { BrokenInvariant } from '../engine/audit/finding'
import { type EntriesQuery, type LedgerEntry, ledgerEntries } from '../engine/ledger/entries'
import { journalText } from '../engine/ledger/journal-text'
import { type TrialBalanceLine, trialBalance } from '../engine/ledger/trial-balance'
import type { World } from '../engine/model/world'

/** The general ledger of one organisation (docs/service.md §12). */
export interface Books {
  /**
   * Debits, credits and balance of every account with entries, in the company's currency. Without a company:
   * all companies.
   */
  trialBalance(companyId?: number): TrialBalanceLine[]
  /** Ledger entries, each with its source record. */
  entries(query?: EntriesQuery): LedgerEntry[]
  /** Audits the books (docs/service.md §12) and lists every broken invariant; empty for sound books. */
  check(): BrokenInvariant[]
  /**
   * The books in hledger's journal format, with a balance assertion for every account; `hledger check`
   * accepts it.
   */
  toJournal(): string
}

export const booksOf = ({ world, organization }: { world: World; organization(): string }): Books => ({
  trialBalance: (companyId) => trialBalance({ world, organization: organization() }, companyId),
  entries: (query) => ledgerEntries({ world, organization: organization() }, query),
  check: () => checkBooks({ world, organization: organization() }),
  toJournal: () => journalText({ world, organization: organization() }),
})
