import type { Simulator } from 'accounting-simulator'
import { amount, cents, total } from './money'
import { type Column, table } from './table'

type Line = ReturnType<Simulator['books']['trialBalance']>[number]

const LINE: readonly Column<Line>[] = [
  { title: 'account', cell: (line) => `${line.account_number} ${line.account_name}` },
  { title: 'debits', cell: (line) => line.debits, align: 'right' },
  { title: 'credits', cell: (line) => line.credits, align: 'right' },
  { title: 'balance', cell: (line) => line.balance, align: 'right' },
]

/** The accounts that something was posted to, with the two sums that have to be equal. */
export function trialBalanceTable(lines: readonly Line[]): { text: string; debits: string; credits: string } {
  const used = lines.filter((line) => cents(line.debits) !== 0n || cents(line.credits) !== 0n)
  const debits = amount(total(used.map((line) => cents(line.debits))))
  const credits = amount(total(used.map((line) => cents(line.credits))))
  const balance = amount(total(used.map((line) => cents(line.balance))))
  return { text: table(LINE, used, ['', debits, credits, balance]), debits, credits }
}
