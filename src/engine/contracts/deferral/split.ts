import { allocate, type Decimal, type Round, sum, zero } from '../../../kernel/money'

/** An obligation whose price is known in advance. */
export interface SoldObligation {
  readonly id: number
  readonly item: number
  /** The account on which its billing is deferred before the split. */
  readonly account: number
  readonly net: Decimal
}

/** Amounts by account number or by obligation id. */
export type Amounts = Map<number, Decimal>

export interface SplitState {
  /** Billed by prepared invoices, by obligation. */
  readonly filled: Amounts
  /** Billed before the split, by account. */
  readonly billed: Amounts
  /** Moved from accounts that bill more than they recognise (`given`) to those that bill less (`taken`). */
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
 * Splits the amounts of an invoice over the deferral accounts, so that over the whole contract each account
 * receives what is recognised from it (`contract-billing-total`, §13.5). If an account bills
 * more than that, the excess of each invoice moves to the accounts that bill less, in proportion.
 *
 * @param due the total to recognise from each account
 * @param amounts billed now, by the accounts of the obligations; rounded to cents
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
  const takers = [...sums.keys()].filter((account) => excess(account).lt(0))
  if (takers.length === 0) return amounts
  const split = new Map(amounts)
  for (const [account, net] of sums) {
    if (!excess(account).gt(zero)) continue
    const billed = at(state.billed, account)
    const counted = billed.gt(net) ? net : billed
    const given = round(counted.times(excess(account)).div(net))
    add(split, account, at(state.given, account).minus(given))
    state.given.set(account, given)
  }
  const parts = allocate(
    sum(state.given.values()),
    takers.map(excess).map((one) => one.neg()),
    round,
  )
  for (const [index, account] of takers.entries()) {
    const taken = parts[index] ?? zero
    add(split, account, taken.minus(at(state.taken, account)))
    state.taken.set(account, taken)
  }
  return split
}

/**
 * Assigns the lines of a prepared invoice to obligations, and returns the amounts by account (§13.5). Each
 * line fills the obligations of its item first. The rest fills any obligation, in their order. If a line is
 * negative, only the total of the invoice is assigned.
 */
export function fillFrom(
  state: SplitState,
  sold: readonly SoldObligation[],
  lines: readonly { readonly item: number; readonly net: Decimal }[],
): Amounts {
  const amounts: Amounts = new Map()
  const isPlain = lines.every(({ net }) => !net.lt(0))
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
  if (first && !rest.eq(0)) add(amounts, first.account, rest)
  return amounts
}

/** @returns the amount beyond all these obligations */
function fill(
  state: SplitState,
  sold: readonly SoldObligation[],
  amount: Decimal,
  amounts: Amounts,
): Decimal {
  let left = amount
  for (const { id, net, account } of sold) {
    const room = net.minus(at(state.filled, id))
    if (!room.gt(zero) || !left.gt(zero)) continue
    const part = left.gt(room) ? room : left
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
