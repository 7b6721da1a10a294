import { amountText, type Decimal, decimal, zero } from '../../kernel/money'
import type { LedgerLine } from '../model/tables'

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
