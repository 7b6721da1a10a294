import type { Row } from '../../kernel/store'
import { itemAccountNumber, systemAccountNumber } from '../ledger/accounts'
import { firstOpenDate } from '../ledger/period-locks'
import { type MutableRow, numberOf, textOf } from '../model/row'
import { ACCOUNTS, ITEMS } from '../model/tables'
import { refusalErrors } from '../write/all-or-nothing'
import { changeRow, save } from '../write/save'
import { create } from '../write/verbs'
import { Write } from '../write/write'
import {
  type ContractContext,
  inNameOf,
  LOCKED,
  markLocked,
  noteResult,
  rateOn,
  releasesDeposit,
  retryDay,
  taskOf,
  typeOf,
} from './context'

export interface RecognitionEntry {
  readonly date: string
  readonly transaction_date: unknown
  readonly amount: string
  readonly performance_obligation_id: unknown
  readonly income_account_number: unknown
  readonly deferral_account_number: unknown
}

/** Creates a draft recognition entry. It leaves a locked period when it is due (§13.4). */
export function addRecognition(context: ContractContext, contract: Row, entry: RecognitionEntry): Row {
  const { date } = entry
  const open = firstOpenDate(context, numberOf(contract, 'company_id'), date)
  const made = create(inNameOf(contract, context), typeOf(context, 'recognitions'), {
    ...entry,
    date: open,
    transaction_date: entry.transaction_date ?? date,
    contract_id: contract.id,
    company_id: contract.company_id,
    currency_iso_4217_code: contract.currency_iso_4217_code,
    exchange_rate: rateOn(context, contract, date),
    record_status: 'draft',
  })
  return open === date ? made : changeRow(context, context.rules.recognitions, made, { date })
}

/** Posts the entries of one day. A refused entry is retried on the next day. */
export function recogniseDay(context: ContractContext, contract: MutableRow, due: readonly Row[]): void {
  for (const entry of due) {
    const errors = refusalErrors(context.world, () =>
      updateRecognition(context, contract, entry, { record_status: 'posted', waits_until: null }),
    )
    const task = taskOf(context, contract, textOf(entry, 'transaction_date'), partOf(entry))
    noteResult(context, task, errors)
    if (errors) changeRow(context, context.rules.recognitions, entry, { waits_until: retryDay(context) })
    else markLocked(context, contract)
  }
}

const partOf = (entry: Row): string => `recognition ${numberOf(entry, 'number')}`

/** Gives a draft entry other days, without a full write, which a period lock would refuse. A wait is logged. */
export function moveRecognition(context: ContractContext, contract: Row, entry: Row, days: Row): void {
  if (Object.keys(days).length === 0) return
  changeRow(context, context.rules.recognitions, entry, days)
  const task = taskOf(context, contract, textOf(entry, 'transaction_date'), partOf(entry))
  if (days.waits_until !== null) noteResult(context, task, LOCKED)
}

/** Updates an entry and its ledger transaction, at the exchange rate of its date. */
export function updateRecognition(context: ContractContext, contract: Row, entry: Row, members: Row): Row {
  const after: MutableRow = { ...entry, ...members }
  const write = new Write(
    inNameOf(contract, context),
    typeOf(context, 'recognitions'),
    entry,
    after,
    new Set(Object.keys(members)),
  )
  after.exchange_rate = rateOn(context, contract, textOf(after, 'date'))
  return save(write)
}

export function revenueAccounts(
  write: Write,
  obligation: Row | undefined,
): { readonly income: number | null; readonly deferral: number } {
  const item = write.find(ITEMS, 'id', obligation?.item_id)
  const income = item ? itemAccountNumber(write, item, 'sale') : null
  if (releasesDeposit(write.world, obligation))
    return { income, deferral: systemAccountNumber(write, 'Customer Deposits') }
  const own = write.find(ACCOUNTS, 'id', item?.deferral_account_id)
  const isUsable = own && (own.company_id === null || own.company_id === write.after.company_id)
  return { income, deferral: isUsable ? own.number : systemAccountNumber(write, 'Deferred Revenue') }
}
