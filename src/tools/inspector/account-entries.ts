import type { LedgerEntry } from '../../index'
import { sumOf } from './amounts'
import type { RecordLink } from './entries'

/** One line of an account, with the balance after it. */
export interface BalancedLine {
  readonly date: string
  readonly record: RecordLink
  readonly debit: string
  readonly credit: string
  readonly balance: string
}

const less = (debit: string, credit: string): string => sumOf([debit, `-${credit}`])

/** The lines of an account by day, each with the running balance: debits less credits. */
export function accountRows(entries: readonly LedgerEntry[], account: number): readonly BalancedLine[] {
  let balance = '0.00'
  const byDay = [...entries].sort(
    (one, other) => Number(one.date > other.date) - Number(one.date < other.date),
  )
  return byDay.flatMap(({ date, record: { type, number }, lines }) =>
    lines
      .filter(({ account_number }) => account_number === account)
      .map(({ debit, credit }) => {
        balance = sumOf([balance, less(debit, credit)])
        return { date, record: { type, id: number }, debit, credit, balance }
      }),
  )
}

/** Days as `2026-01-31`, or months as `2026-01`, both inclusive; an empty text is no bound. */
export interface Days {
  readonly from: string
  readonly to: string
}

/** Fields for days take no other text, which would show false figures. */
export const DAYS_ASKED = '\\d{4}(-\\d\\d(-\\d\\d)?)?'

/** The lines of some days, and the balance before the first of them. */
export function rowsWithin(rows: readonly BalancedLine[], { from, to }: Days) {
  const earlier = from === '' ? [] : rows.filter(({ date }) => date < from)
  return {
    opening: earlier.at(-1)?.balance ?? '0.00',
    within: rows.filter(({ date }) => date >= from && date.slice(0, to.length) <= to),
  }
}

/** The sums of an account by type of record, in the order of their first lines. */
export function sumsByKind(rows: readonly BalancedLine[]) {
  const types = [...new Set(rows.map(({ record }) => record.type))]
  return types.map((type) => {
    const own = rows.filter(({ record }) => record.type === type)
    const [debit, credit] = [sumOf(own.map((row) => row.debit)), sumOf(own.map((row) => row.credit))]
    return { type, count: own.length, debit, credit, balance: less(debit, credit) }
  })
}
