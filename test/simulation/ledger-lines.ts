import { total } from './arithmetic'

export interface Line {
  account: number
  /** Positive is a debit. */
  value: bigint
}

export const mirrored = (lines: Line[]): Line[] =>
  lines.map(({ account, value }) => ({ account, value: -value }))

/** What the lines leave over by rounding has an account of its own. */
export function balanced(lines: Line[]): Line[] {
  const rest = total(lines.map(({ value }) => value))
  return [...lines, { account: 7010, value: -rest }].filter(({ value }) => value !== 0n)
}

export function keep<T extends object>(list: T[], before: T | undefined, after: T): T {
  if (before) return Object.assign(before, after)
  list.push(after)
  return after
}

/** A record of 0.00 has no transaction, unless that moves money between accounts (docs/service.md §12.1). */
export const booked = (amount: bigint, entry: Line[]): Line[][] =>
  amount === 0n && changesNothing(entry) ? [] : [entry]

/** Whether the entry leaves every account as it was. */
const changesNothing = (entry: readonly Line[]): boolean =>
  entry.every(
    ({ account }) => total(entry.filter((line) => line.account === account).map(({ value }) => value)) === 0n,
  )
