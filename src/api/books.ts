import { type BookValue, bookValues } from '../engine/assets/book-value'
import type { BrokenInvariant } from '../engine/audit/audit-scope'
import { checkChangedBooks } from '../engine/audit/known-sound'
import { type EntriesQuery, type LedgerEntry, ledgerEntries } from '../engine/ledger/entries'
import { journalText } from '../engine/ledger/journal-text'
import { type TrialBalanceLine, type TrialBalanceQuery, trialBalance } from '../engine/ledger/trial-balance'
import type { Scope } from '../engine/model/context'
import type { AdminScope } from './admin/admin-scope'
import { checkEntriesQuery, checkTrialBalanceQuery } from './books-queries'

/** The general ledger of one organisation (docs/service.md §12). */
export interface Books {
  /**
   * Debits, credits and balance of every account with entries, in the company's currency. With `currency`:
   * only records in that currency, in that currency. A number is the id of a company (docs/service.md §12).
   *
   * @throws OptionError naming the argument that cannot be used
   * @example
   * simulator.books.trialBalance({ companyId: 1, date: '2026-03-31' })
   */
  trialBalance(query?: number | TrialBalanceQuery): TrialBalanceLine[]
  /**
   * Ledger entries, each with its source record and the asset or contract that it concerns.
   *
   * @throws OptionError naming the condition that cannot be used
   * @example
   * simulator.books.entries({ account: 1000, from: '2026-01-01', record: { type: 'invoices' } })
   * simulator.books.entries({ party: { customer_id: 3 } }) // of the record, or of one of its lines
   */
  entries(query?: EntriesQuery): LedgerEntry[]
  /**
   * Cost, accumulated depreciation and book value of every posted asset, in the company's currency, by number
   * (docs/service.md §11.7).
   */
  assets(): BookValue[]
  /** Audits the books (docs/service.md §12). Returns every broken invariant; empty for sound books. */
  check(): BrokenInvariant[]
  /**
   * The books in hledger's journal format, with a balance assertion for every account; `hledger check`
   * accepts it. The customer or vendor of a record is a tag of its transaction: `hledger bal tag:customer=Fern`.
   */
  toJournal(): string
}

export function booksOf({
  world,
  ensureOrganization,
}: Pick<AdminScope, 'world' | 'ensureOrganization'>): Books {
  const look = <T>(read: (scope: Scope) => T): T => {
    const scope = { world, organization: ensureOrganization() }
    return world.assumptions.withoutNoting(() => read(scope))
  }
  return {
    trialBalance: (query) => look((scope) => trialBalance(scope, checkTrialBalanceQuery(scope, query))),
    entries: (query) => look((scope) => ledgerEntries(scope, checkEntriesQuery(scope, query))),
    assets: () => look(bookValues),
    check: () => look(checkChangedBooks),
    toJournal: () => look(journalText),
  }
}
