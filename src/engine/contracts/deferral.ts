import type { Round } from '../../kernel/allocate'
import { amountText, type Decimal, decimal, sum, zero } from '../../kernel/money'
import type { Row, TableName } from '../../kernel/store'
import type { Scope } from '../model/context'
import { decimalOf, linesOf, numberOf, textOf } from '../model/row'
import { type Carried, move, NOTHING_CARRIED } from './carrying'
import { type DeferralPlanRow, pricedIn } from './deferral-plan'
import { type Amounts, blankSplit, fillFrom, type SplitState, splitOver } from './split'

/** What a document or entry of a contract does to its deferral accounts. */
export type DeferralRole = 'billed' | 'recognised' | 'credited'

/** Of one day bills come first, then what is earned, then what is given back; what settles the rest comes last. */
const RANKS: Readonly<Record<DeferralRole, number>> = { billed: 0, recognised: 1, credited: 2 }
const LAST_RANK = 3

/** Something posted for a contract. */
export interface DeferralEvent {
  readonly role: DeferralRole
  readonly row: Row
}

/** What it moves on one account, as it is posted: amounts in cents, `carrying_amount` in the company's currency. */
export interface Deferral extends Row {
  readonly account_number: number
  readonly amount: string
  readonly carrying_amount: string
  /** What the document is worth beyond that because rates differ. */
  readonly gain: string
}

/** The order in which the events of a contract count. */
export const keyOf = ({ role, row }: DeferralEvent): string => {
  const rank = row.settles_contract === true ? LAST_RANK : RANKS[role]
  return `${textOf(row, 'date')} ${rank} ${String(row.number).padStart(12, '0')}`
}

/** What a contract carries after the events so far. */
export interface DeferralState {
  readonly accounts: Map<number, Carried>
  readonly split: SplitState
}

export const blankState = (): DeferralState => ({ accounts: new Map(), split: blankSplit() })

/** Takes the next event; the state changes. */
export function follow(
  state: DeferralState,
  plan: DeferralPlanRow,
  event: DeferralEvent,
  round: Round,
): Deferral[] {
  const rate = textOf(event.row, 'exchange_rate')
  return [...amountsOf(state, plan, event, round)]
    .filter(([, amount]) => !amount.isZero())
    .sort(([a], [b]) => a - b)
    .map(([account, amount]) => {
      const change = event.role === 'billed' ? amount : amount.negated()
      const moved = move(state.accounts.get(account) ?? NOTHING_CARRIED, change, rate, round)
      state.accounts.set(account, moved.after)
      const isGain = event.role !== 'recognised' && moved.isRealised
      return {
        account_number: account,
        amount: amountText(amount),
        carrying_amount: amountText(event.role === 'billed' ? moved.value : moved.value.negated()),
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
  if (row.settles_contract === true) return restOf(state, plan, row, role)
  return role === 'credited' ? onAccounts(linesOf(row, 'items')) : billedBy(state, plan, row, round)
}

const netOf = (line: Row): Decimal => decimalOf(line, 'net_amount')

/** Lines by the accounts that were noted on them. */
function onAccounts(lines: readonly Row[]): Amounts {
  const amounts: Amounts = new Map()
  for (const line of lines) {
    const account = numberOf(line, 'deferral_account_number')
    amounts.set(account, (amounts.get(account) ?? zero).plus(netOf(line)))
  }
  return amounts
}

/** Usage is billed and recognised on one account; all else is spread over those that it is recognised from. */
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

/**
 * What a contract that was ended still carries, all of it; what is billed elsewhere stays a claim. An edit of what
 * came before can leave more or less than the document says: the first account takes that.
 */
function restOf(state: DeferralState, plan: DeferralPlanRow, row: Row, role: DeferralRole): Amounts {
  const rest: Amounts = new Map(
    openIn(state, plan).map(([account, amount]) => [account, role === 'billed' ? amount.negated() : amount]),
  )
  const difference = sum(linesOf(row, 'items').map(netOf)).minus(sum(rest.values()))
  const first = [...rest.keys()][0] ?? plan.sold[0]?.deferral_account_number
  if (first !== undefined) rest.set(first, (rest.get(first) ?? zero).plus(difference))
  return rest
}

/** What is deferred (above 0) or claimed on each account, in their order. */
export function openIn(state: DeferralState, plan: DeferralPlanRow): [number, Decimal][] {
  const elsewhere = plan.is_prepared ? [] : plan.sold.filter((one) => one.is_skipped)
  const skipped = new Set(elsewhere.map((one) => one.deferral_account_number))
  return [...state.accounts]
    .map(([account, { inRecord }]): [number, Decimal] => [account, inRecord])
    .filter(([account, amount]) => !amount.isZero() && !(amount.isNegative() && skipped.has(account)))
    .sort(([a], [b]) => a - b)
}

/** The state after the last event, so that the next one costs nothing more. */
interface DeferralStateRow extends Row {
  readonly id: number
  readonly last: string
  readonly accounts: readonly (Row & { readonly account_number: number })[]
  readonly split: Readonly<Record<keyof SplitState, readonly Row[]>>
}

const DEFERRAL_STATES: TableName<DeferralStateRow> = 'contractDeferralStates'

export function keepState(
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

export function keptState(
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
