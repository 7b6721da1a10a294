import type { Cents } from '../../kernel/cents'
import type { Row } from '../../kernel/store'

/**
 * One account's part in a ledger transaction. Most rows of a world are these, so a line keeps two numbers and
 * no text.
 */
export interface LedgerLine extends Row {
  readonly account_number: number
  /** In the company's currency: positive for a debit, negative for a credit. */
  readonly value: LedgerAmount
  /** The same in the record's currency; rounding can leave the company value on neither side. */
  readonly record_value: LedgerAmount
  /**
   * The system account that the line stands for, where it does: an account's other lines say nothing of
   * documents.
   */
  readonly role: string | null
}

/** Cents that JSON can say: as text where a number would not be exact. */
export type LedgerAmount = number | string

/** The amount in cents. */
export const ledgerCents = (amount: LedgerAmount): Cents => BigInt(amount)

const ledgerAmount = (value: Cents): LedgerAmount => {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : String(value)
}

/** What one record did to the ledger (docs/service.md §12). */
export interface LedgerTransaction extends Row {
  readonly id: number
  readonly date: string
  readonly company_id: number
  readonly currency: string
  readonly record_currency: string
  readonly record_type: string
  readonly record_number: number
  readonly record_internal_id: number
  /** The transaction that this one takes back. */
  readonly reverses: number | null
  readonly lines: readonly LedgerLine[]
}

export const LEDGER = 'ledgerTransactions'

/** Debits are positive, credits negative, whichever side a posting names. */
export const ledgerLine = (
  account: number,
  value: Cents,
  recordValue: Cents,
  role: string | null = null,
): LedgerLine => ({
  account_number: account,
  value: ledgerAmount(value),
  record_value: ledgerAmount(recordValue),
  role,
})

export const mirrored = (lines: readonly LedgerLine[]): LedgerLine[] =>
  lines.map(({ account_number, value, record_value, role }) =>
    ledgerLine(account_number, -ledgerCents(value), -ledgerCents(record_value), role),
  )

/** Debits less credits. */
export const net = (lines: readonly LedgerLine[]): Cents =>
  lines.reduce((total, { value }) => total + ledgerCents(value), 0n)
