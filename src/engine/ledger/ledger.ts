import type { Cents } from '../../kernel/cents'
import type { LedgerAmount, LedgerLine } from '../model/tables'

export const ledgerCents = (amount: LedgerAmount): Cents => BigInt(amount)

const ledgerAmount = (value: Cents): LedgerAmount => {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : String(value)
}

/** Values are positive for a debit and negative for a credit, whichever side the posting names. */
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

/** Debits minus credits. */
export function net(lines: readonly LedgerLine[]): Cents {
  let total = 0
  for (const { value } of lines) {
    if (typeof value !== 'number') return exactNet(lines)
    total += value
    if (!Number.isSafeInteger(total)) return exactNet(lines)
  }
  return BigInt(total)
}

/** For amounts too large for exact addition of numbers. */
const exactNet = (lines: readonly LedgerLine[]): Cents =>
  lines.reduce((total, { value }) => total + ledgerCents(value), 0n)
