import { amountText, type Decimal, decimal, type Round, sum, zero } from '../../../kernel/money'
import type { Row } from '../../../kernel/store'
import { as, table } from '../../../kernel/table-shape'
import type { Scope } from '../../model/context'
import { decimalOf, linesOf, numberOf, textOf } from '../../model/row'
import { type DeferralPlanRow, pricedIn } from './deferral-plan'
import { type Amounts, blankSplit, fillFrom, type SplitState, splitOver } from './split'

/** The ways in which a record of a contract changes the deferral accounts. */
export type DeferralRole = 'billed' | 'recognised' | 'credited'

/** The order of records on one day. */
const RANKS: Readonly<Record<DeferralRole, number>> = { billed: 0, recognised: 1, credited: 2 }

/** Sorts after every date. */
const AT_SETTLEMENT = 'last'

/** A posted record of a contract. */
export interface DeferralEvent {
  readonly role: DeferralRole
  readonly row: Row
}

/** The change of a deferral account: `amount` in record currency, `carrying_amount` in the company's. */
export interface Deferral extends Row {
  readonly account_number: number
  readonly amount: string
  readonly carrying_amount: string
  /** The realised gain from different exchange rates, in the company's currency; a loss is below 0. */
  readonly gain: string
}

/** The order in which records are applied. The settlement of a termination comes last and closes the rest. */
export const orderKey = ({ role, row }: DeferralEvent): string => {
  const day = row.settles_contract === true ? AT_SETTLEMENT : textOf(row, 'date')
  return `${day} ${RANKS[role]} ${String(row.number).padStart(12, '0')}`
}

/** The deferral balances of a contract after some of its records. */
export interface DeferralState {
  readonly accounts: Map<number, Carried>
  readonly split: SplitState
}

export const blankState = (): DeferralState => ({ accounts: new Map(), split: blankSplit() })

/** Applies the next record to the state, and returns the change of each account. */
export function applyRecord(
  state: DeferralState,
  plan: DeferralPlanRow,
  event: DeferralEvent,
  round: Round,
): Deferral[] {
  const rate = textOf(event.row, 'exchange_rate')
  return [...amountsOf(state, plan, event, round)]
    .filter(([, amount]) => !amount.eq(0))
    .sort(([a], [b]) => a - b)
    .map(([account, amount]) => {
      const change = event.role === 'billed' ? amount : amount.neg()
      const moved = move(state.accounts.get(account) ?? NOTHING_CARRIED, change, rate, round)
      state.accounts.set(account, moved.after)
      const isGain = event.role !== 'recognised' && moved.isRealised
      return {
        account_number: account,
        amount: amountText(amount),
        carrying_amount: amountText(event.role === 'billed' ? moved.value : moved.value.neg()),
        gain: amountText(isGain ? moved.difference : zero),
      }
    })
}

function amountsOf(
  state: DeferralState,
  plan: DeferralPlanRow,
  { role, row }: DeferralEvent,
  round: Round,
): Amounts {
  if (role === 'recognised')
    return new Map([[numberOf(row, 'deferral_account_number'), decimalOf(row, 'amount')]])
  if (row.settles_contract === true) return closingAmounts(state, plan, row, role)
  return role === 'credited' ? onAccounts(linesOf(row, 'items')) : billedBy(state, plan, row, round)
}

const netOf = (line: Row): Decimal => decimalOf(line, 'net_amount')

/** Adds up lines by the deferral account that is stored on them. */
function onAccounts(lines: readonly Row[]): Amounts {
  const amounts: Amounts = new Map()
  for (const line of lines) {
    const account = numberOf(line, 'deferral_account_number')
    amounts.set(account, (amounts.get(account) ?? zero).plus(netOf(line)))
  }
  return amounts
}

/** An invoice by deferral account: usage on the account that recognises it, other lines spread over all of them. */
function billedBy({ split }: DeferralState, plan: DeferralPlanRow, invoice: Row, round: Round): Amounts {
  const lines = linesOf(invoice, 'items')
  const metered = onAccounts(lines.filter((line) => line.usage_id !== null))
  const others = lines.filter((line) => line.usage_id === null)
  if (others.length === 0) return metered
  const sold = pricedIn(plan)
  const due = new Map(plan.due.map(({ account_number, amount }) => [account_number, decimal(amount)]))
  const first = plan.is_prepared
    ? fillFrom(
        split,
        sold,
        others.map((line) => ({ item: numberOf(line, 'item_id'), net: netOf(line) })),
      )
    : onAccounts(others)
  const amounts = splitOver(split, sold, due, first, round)
  for (const [account, amount] of metered) amounts.set(account, (amounts.get(account) ?? zero).plus(amount))
  return amounts
}

/** The closing of a terminated contract. After edits its total may differ: the first account takes the difference. */
function closingAmounts(state: DeferralState, plan: DeferralPlanRow, row: Row, role: DeferralRole): Amounts {
  const rest: Amounts = new Map(
    openBalances(state, plan).map(([account, amount]) => [
      account,
      role === 'billed' ? amount.neg() : amount,
    ]),
  )
  const difference = sum(linesOf(row, 'items').map(netOf)).minus(sum(rest.values()))
  const first = [...rest.keys()][0] ?? plan.sold[0]?.deferral_account_number
  if (first !== undefined) rest.set(first, (rest.get(first) ?? zero).plus(difference))
  return rest
}

/** Open balances by account number, without contract assets that are invoiced outside the service. */
export function openBalances(state: DeferralState, plan: DeferralPlanRow): [number, Decimal][] {
  const elsewhere = plan.is_prepared ? [] : plan.sold.filter((one) => one.is_skipped)
  const skipped = new Set(elsewhere.map((one) => one.deferral_account_number))
  return [...state.accounts]
    .map(([account, { inRecord }]): [number, Decimal] => [account, inRecord])
    .filter(([account, amount]) => !amount.eq(0) && !(amount.lt(0) && skipped.has(account)))
    .sort(([a], [b]) => a - b)
}

/** The state after the last record, stored so that the next record does not apply all earlier ones again. */
const DEFERRAL_STATES = table('contractDeferralStates', {
  id: 'count',
  last: 'text',
  accounts: [{ account_number: 'integer' }],
  split: as<Readonly<Record<keyof SplitState, readonly Row[]>>>()('object'),
})

export function storeState(
  { world, organization }: Scope,
  id: number,
  last: string,
  state: DeferralState,
): void {
  const rowsOf = (amounts: Amounts): Row[] =>
    [...amounts].map(([key, amount]) => ({ key, amount: amountText(amount) }))
  world.store.table(organization, DEFERRAL_STATES).put({
    id,
    last,
    accounts: [...state.accounts].map(([account_number, { inRecord, inCompany, rates }]) => ({
      account_number,
      in_record: amountText(inRecord),
      in_company: amountText(inCompany),
      rates,
    })),
    split: {
      filled: rowsOf(state.split.filled),
      billed: rowsOf(state.split.billed),
      given: rowsOf(state.split.given),
      taken: rowsOf(state.split.taken),
    },
  })
}

export function storedState(
  { world, organization }: Scope,
  id: number,
): { readonly last: string; readonly state: DeferralState } {
  const row = world.store.table(organization, DEFERRAL_STATES).get(id)
  if (!row) return { last: '', state: blankState() }
  const amountsIn = (rows: readonly Row[]): Amounts =>
    new Map(rows.map((one) => [numberOf(one, 'key'), decimalOf(one, 'amount')]))
  const accounts = row.accounts.map((one): [number, Carried] => [
    one.account_number,
    {
      inRecord: decimalOf(one, 'in_record'),
      inCompany: decimalOf(one, 'in_company'),
      rates: one.rates as string[],
    },
  ])
  return {
    last: row.last,
    state: {
      accounts: new Map(accounts),
      split: {
        filled: amountsIn(row.split.filled),
        billed: amountsIn(row.split.billed),
        given: amountsIn(row.split.given),
        taken: amountsIn(row.split.taken),
      },
    },
  }
}

/** A balance on one deferral account: above 0 deferred revenue (billed, not earned), below 0 a contract asset. */
interface Carried {
  readonly inRecord: Decimal
  /** In the company's currency. */
  readonly inCompany: Decimal
  /** The exchange rates of the amounts in the balance. */
  readonly rates: readonly string[]
}

const NOTHING_CARRIED: Carried = { inRecord: zero, inCompany: zero, rates: [] }

interface Move {
  readonly after: Carried
  /** The change of the balance in the company's currency. */
  readonly value: Decimal
  /** The change at its own exchange rate, less `value`. */
  readonly difference: Decimal
  /** True if the difference comes from different exchange rates. At equal rates it is a rounding difference. */
  readonly isRealised: boolean
}

/**
 * Changes a balance (`contract-foreign-currency`, §13.4). The part of the change that reduces
 * the balance is valued at the average rate of the balance. If it clears the balance, it takes the whole
 * amount in the company's currency. The part that increases the balance, or goes beyond 0, is valued at
 * `rate`.
 *
 * @param change above 0 for billed amounts, below 0 for earned or credited amounts; rounded to cents
 */
function move(carried: Carried, change: Decimal, rate: string, round: Round): Move {
  const { inRecord, inCompany, rates } = carried
  const atRate = (amount: Decimal): Decimal => round(amount.times(decimal(rate)))
  const whole = atRate(change)
  const settled = settledBy(inRecord, change)
  const isAll = settled.plus(inRecord).eq(0)
  // Multiplied before dividing, so that an exact half cent stays exact.
  const taken = isAll ? inCompany.neg() : round(inCompany.times(settled).div(inRecord))
  const value = settled.eq(0) ? whole : taken.plus(whole).minus(atRate(settled))
  const left = inRecord.plus(change)
  const known = left.eq(0) || isAll ? [] : rates
  const isAdded = !settled.eq(change)
  return {
    after: {
      inRecord: left,
      inCompany: inCompany.plus(value),
      rates: isAdded && !known.includes(rate) ? [...known, rate] : known,
    },
    value,
    difference: whole.minus(value),
    isRealised: !rates.every((one) => one === rate),
  }
}

/** The part of a change that reduces the balance, with the sign of the change. */
function settledBy(inRecord: Decimal, change: Decimal): Decimal {
  if (inRecord.eq(0) || inRecord.lt(0) === change.lt(0)) return zero
  return change.abs().gt(inRecord.abs()) ? inRecord.neg() : change
}
