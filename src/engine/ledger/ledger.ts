import { amountText, type Decimal, decimal, zero } from '../../kernel/money'
import type { Row } from '../../kernel/store'

/** One account's part in a ledger transaction: a debit or a credit in the company's currency. */
export interface LedgerLine extends Row {
  readonly account_number: number
  readonly debit: string
  readonly credit: string
  readonly amount_in_record_currency: string
  /** The same, negative for a credit; rounding can leave the company value on neither side. */
  readonly record_debit: string
  /**
   * The system account that the line stands for, where it does: an account's other lines say nothing of
   * documents.
   */
  readonly role: string | null
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

/** A line on one side; a negative value stands on the other side. */
export function ledgerLine(
  account: number,
  side: 'debit' | 'credit',
  value: Decimal,
  inRecord: Decimal,
  role: string | null = null,
): LedgerLine {
  const isNegative = value.isNegative() || (value.isZero() && inRecord.isNegative())
  const isDebit = (side === 'debit') !== isNegative
  const text = amountText(value.abs())
  return {
    account_number: account,
    debit: isDebit ? text : '0.00',
    credit: isDebit ? '0.00' : text,
    amount_in_record_currency: amountText(inRecord.abs()),
    record_debit: amountText(side === 'debit' ? inRecord : inRecord.negated()),
    role,
  }
}

export const mirrored = (lines: readonly LedgerLine[]): LedgerLine[] =>
  lines.map((line) => ({
    ...line,
    debit: line.credit,
    credit: line.debit,
    record_debit: amountText(decimal(line.record_debit).negated()),
  }))

/** Debits less credits. */
export const net = (lines: readonly LedgerLine[]): Decimal =>
  lines.reduce((total, line) => total.plus(decimal(line.debit)).minus(decimal(line.credit)), zero)
