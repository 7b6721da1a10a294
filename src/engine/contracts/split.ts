import { allocate, type Round } from '../../kernel/allocate'
import { type Decimal, sum, zero } from '../../kernel/money'

/** What is sold for a price that is known beforehand. */
export interface SoldObligation {
  readonly id: number
  readonly item: number
  /** Where its billing is deferred at first. */
  readonly account: number
  readonly net: Decimal
}

/** Amounts by the number of an account, or by the id of an obligation. */
export type Amounts = Map<number, Decimal>

/** What the invoices of a contract have billed so far, and where it went. */
export interface SplitState {
  /** By obligation, of prepared invoices. */
  readonly filled: Amounts
  /** By account, before anything is moved. */
  readonly billed: Amounts
  /** Moved away from accounts that bill more than they recognise, and to those that bill less. */
  readonly given: Amounts
  readonly taken: Amounts
}

export const blankSplit = (): SplitState => ({
  filled: new Map(),
  billed: new Map(),
  given: new Map(),
  taken: new Map(),
})

/**
 * Spreads what a contract bills over its deferral accounts, so that each gets over the whole contract what is
 * recognised from it (`contract-billing-total`, docs/service.md §13.5). What an account bills beyond that goes
 * to the accounts that bill less, in proportion, as it is billed.
 *
 * @param due what each account is to have in the end
 * @param amounts what is billed now, on the accounts of the obligations; in cents
 */
export function splitOver(
  state: SplitState,
  sold: readonly SoldObligation[],
  due: ReadonlyMap<number, Decimal>,
  amounts: Amounts,
  round: Round,
): Amounts {
  for (const [account, amount] of amounts) add(state.billed, account, amount)
  const sums = new Map<number, Decimal>()
  for (const { account, net } of sold) add(sums, account, net)
  for (const account of due.keys()) add(sums, account, zero)
  const excess = (account: number): Decimal => at(sums, account).minus(at(due, account))
  const takers = [...sums.keys()].filter((account) => excess(account).isNegative())
  if (takers.length === 0) return amounts
  const split = new Map(amounts)
  for (const [account, net] of sums) {
    if (!excess(account).greaterThan(zero)) continue
    const billed = at(state.billed, account)
    const counted = billed.greaterThan(net) ? net : billed
    const given = round(counted.times(excess(account)).dividedBy(net))
    add(split, account, at(state.given, account).minus(given))
    state.given.set(account, given)
  }
  const parts = allocate(
    sum(state.given.values()),
    takers.map(excess).map((one) => one.negated()),
    round,
  )
  for (const [index, account] of takers.entries()) {
    const taken = parts[index] ?? zero
    add(split, account, taken.minus(at(state.taken, account)))
    state.taken.set(account, taken)
  }
  return split
}

/** A line of a prepared invoice, which names no obligation. */
export interface PreparedLine {
  readonly item: number
  readonly net: Decimal
}

/**
 * What the lines of a prepared invoice bill of which obligations: each line fills those of its item first, what is
 * left fills any, in their order (docs/service.md §13.5). Where a line is below 0, only the whole invoice counts.
 */
export function fillFrom(
  state: SplitState,
  sold: readonly SoldObligation[],
  lines: readonly PreparedLine[],
): Amounts {
  const amounts: Amounts = new Map()
  const isPlain = lines.every(({ net }) => !net.isNegative())
  let rest = isPlain ? zero : sum(lines.map(({ net }) => net))
  for (const { item, net } of isPlain ? lines : [])
    rest = rest.plus(
      fill(
        state,
        sold.filter((one) => one.item === item),
        net,
        amounts,
      ),
    )
  rest = fill(state, sold, rest, amounts)
  const [first] = sold
  if (first && !rest.isZero()) add(amounts, first.account, rest)
  return amounts
}

/** @returns what found no room */
function fill(
  state: SplitState,
  sold: readonly SoldObligation[],
  amount: Decimal,
  amounts: Amounts,
): Decimal {
  let left = amount
  for (const { id, net, account } of sold) {
    const room = net.minus(at(state.filled, id))
    if (!room.greaterThan(zero) || !left.greaterThan(zero)) continue
    const part = left.greaterThan(room) ? room : left
    add(state.filled, id, part)
    add(amounts, account, part)
    left = left.minus(part)
  }
  return left
}

const at = (amounts: ReadonlyMap<number, Decimal>, key: number): Decimal => amounts.get(key) ?? zero

function add(amounts: Amounts, key: number, amount: Decimal): void {
  amounts.set(key, at(amounts, key).plus(amount))
}
