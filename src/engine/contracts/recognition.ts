import { centsText } from '../../kernel/cents'
import { amountText, type Decimal, decimal } from '../../kernel/money'
import type { Row } from '../../kernel/store'
import { itemAccountNumber, systemAccountNumber } from '../ledger/accounts'
import { ledgerCents } from '../ledger/ledger'
import { firstOpenDate } from '../ledger/period-locks'
import { centsOf, decimalOf, type MutableRow, numberOf, textOf } from '../model/row'
import { LEDGER } from '../model/tables'
import { create } from '../write/create'
import { amend, save } from '../write/save'
import { Write } from '../write/write'
import {
  authorOf,
  type ContractContext,
  markLocked,
  rateOn,
  releasesDeposit,
  resourceOf,
  rowsOf,
} from './context'

/** What the schedule of a contract says of one entry. */
export interface Entry {
  readonly date: string
  readonly transaction_date: unknown
  readonly amount: string
  readonly performance_obligation_id: unknown
  readonly income_account_number: unknown
  readonly deferral_account_number: unknown
}

/** A draft; one dated in a locked period stands on the first open day (docs/service.md §13.4). */
export function addRecognition(context: ContractContext, contract: Row, entry: Entry): Row {
  const { world, organization } = context
  const { date } = entry
  const open = firstOpenDate(context, numberOf(contract, 'company_id'), date)
  return create({ world, organization, actor: authorOf(contract) }, resourceOf(context, 'recognitions'), {
    ...entry,
    date: open,
    transaction_date: entry.transaction_date ?? date,
    contract_id: contract.id,
    company_id: contract.company_id,
    currency_iso_4217_code: contract.currency_iso_4217_code,
    exchange_rate: rateOn(context, contract, open),
    record_status: 'draft',
  })
}

/** Posts an entry on its day, or moves it to the first open one. */
export function recogniseDay(context: ContractContext, contract: MutableRow, due: readonly Row[]): void {
  for (const entry of due) {
    const date = textOf(entry, 'date')
    const open = firstOpenDate(context, numberOf(contract, 'company_id'), date)
    if (open === date) post(context, contract, entry)
    else move(context, entry, open)
  }
}

function post(context: ContractContext, contract: MutableRow, entry: Row): Row {
  markLocked(context, contract)
  return change(context, contract, entry, { record_status: 'posted' })
}

/** Writes an entry anew, with its ledger transaction at the rate of its day. */
export function change(context: ContractContext, contract: Row, entry: Row, members: Row): Row {
  const { world, organization } = context
  const after: MutableRow = { ...entry, ...members }
  const write = new Write(
    { world, organization, actor: authorOf(contract) },
    resourceOf(context, 'recognitions'),
    entry,
    after,
    new Set(Object.keys(members)),
  )
  after.exchange_rate = rateOn(context, contract, textOf(after, 'date'))
  Object.assign(
    after,
    carryingAmountOf(context, contract, after, (value) => write.round(value)),
  )
  return save(write)
}

/** Nothing else of a draft is touched, so the lock that made it move does not matter. */
function move(context: ContractContext, entry: Row, date: string): void {
  amend(context, context.rules.recognitions, entry, { date })
}

/**
 * What an entry takes from its deferral account in the company's currency: its own rate decides, but the entry
 * that empties the account of the contract takes all that is left there, so that nothing stays deferred
 * (docs/service.md §13.4).
 */
export function carryingAmountOf(
  context: ContractContext,
  contract: Row,
  entry: Row,
  round: (value: Decimal) => Decimal,
): { readonly carrying_amount: string; readonly carrying_rate: string } {
  const rate = textOf(entry, 'exchange_rate')
  const amount = decimalOf(entry, 'amount')
  const atRate = { carrying_amount: amountText(round(amount.times(decimal(rate)))), carrying_rate: rate }
  const isForeign = textOf(contract, 'currency_iso_4217_code') !== companyCurrency(context, contract)
  if (!isForeign) return atRate
  const left = deferred(context, contract, entry)
  if (left.inRecord !== centsOf(entry, 'amount')) return atRate
  // At the one rate of all invoices a difference is one of rounding, else one of exchange.
  return { carrying_amount: centsText(left.inCompany), carrying_rate: left.rate }
}

const companyCurrency = ({ world, organization }: ContractContext, { company_id }: Row): unknown =>
  world.store.table(organization, 'companies').get(company_id as number)?.currency_iso_4217_code

const NO_RATE = '0'

/** What the contract's invoices put on the account of an entry, less what its other entries took from there. */
function deferred(context: ContractContext, contract: Row, entry: Row) {
  const { world, organization, rules } = context
  const ledger = world.store.table(organization, LEDGER)
  const invoices = rowsOf(world.store.table(organization, rules.invoices), contract)
  const others = rowsOf(world.store.table(organization, rules.recognitions), contract).filter(
    ({ id }) => id !== entry.id,
  )
  let [inRecord, inCompany] = [0n, 0n]
  for (const { transaction_ids } of [...invoices, ...others])
    for (const id of transaction_ids as readonly number[])
      for (const line of ledger.get(id)?.lines ?? []) {
        if (line.account_number !== entry.deferral_account_number) continue
        inRecord -= ledgerCents(line.record_value)
        inCompany -= ledgerCents(line.value)
      }
  const rates = new Set(invoices.map((invoice) => textOf(invoice, 'exchange_rate')))
  return { inRecord, inCompany, rate: rates.size === 1 ? String([...rates][0]) : NO_RATE }
}

/** From which account the revenue of an obligation is taken, and to which it goes (docs/service.md §12.1). */
export function revenueAccounts(
  write: Write,
  obligation: Row | undefined,
): { readonly income: number | null; readonly deferral: number } {
  const item = write.find('items', 'id', obligation?.item_id)
  const income = item ? itemAccountNumber(write, item, 'sale') : null
  if (releasesDeposit(write.world, obligation))
    return { income, deferral: systemAccountNumber(write, 'Customer Deposits') }
  const own = write.find('accounts', 'id', item?.deferral_account_id)
  const isUsable = own && (own.company_id === null || own.company_id === write.after.company_id)
  return {
    income,
    deferral: isUsable ? (own.number as number) : systemAccountNumber(write, 'Deferred Revenue'),
  }
}
