/** A contract over the first quarter of 2026, in the words that the tables of these tests are written with. */
import type { Simulator } from 'accounting-simulator'
import { type Contract, type ContractInput, contract, type ObligationInput } from '../support/worlds/contract'
import { balanceOf } from '../support/worlds/trade'

export const ACCOUNTS = {
  receivable: 1100,
  deposits: 2200,
  deferred: 2400,
  revenue: 4000,
  realised: 7000,
  rounding: 7010,
} as const

/** Consulting for 300.00, recognised month by month and billed once, at the start. */
export const quarter = (more: Partial<ContractInput> = {}): ContractInput =>
  contract({
    status: 'active',
    start_date: '2026-01-01',
    end_date: '2026-03-31',
    obligations: [{ item_id: 4, quantity: '1', rate: '300.00' }],
    ...more,
  })

/** `{"rate":"900.00"}, {"rate":"300.00","item_id":5}` */
export const obligationsOf = (text: string): ObligationInput[] =>
  (JSON.parse(`[${text}]`) as Partial<ObligationInput>[]).map((one) => ({
    item_id: 4,
    quantity: '1',
    rate: '300.00',
    ...one,
  }))

/** `1.10 1.50 2.00`: what a euro is worth from the first of January, February and March. */
export function setRates(simulator: Simulator, rates: string): void {
  for (const [index, rate] of rates.split(' ').entries())
    simulator.admin.exchangeRates.set('EUR', 'USD', rate, `2026-0${index + 1}-01`)
}

/** Another deferral account for an item, so that obligations of one contract can defer on two. */
export function deferElsewhere(simulator: Simulator, item: number): number {
  const account = simulator.records.accounts.create({
    number: 2410,
    name: 'Deferred Support',
    account_type: 'deferred_revenue',
  } as Parameters<typeof simulator.records.accounts.create>[0])
  changeItem(simulator, item, { deferral_account_id: account.id })
  return account.number
}

/** What credits of an account exceed debits by, in the company's currency. */
export function credited(simulator: Simulator, account: keyof typeof ACCOUNTS | number): string {
  const balance = balanceOf(simulator, typeof account === 'number' ? account : ACCOUNTS[account])
  return balance.startsWith('-') ? balance.slice(1) : balance === '0.00' ? balance : `-${balance}`
}

/** The same in the currency of the records. */
export function creditedInRecord(simulator: Simulator, account: number): number {
  let cents = 0
  for (const { lines } of simulator.books.entries({ account_number: account }))
    for (const line of lines) {
      if (line.account_number !== account) continue
      const amount = Math.round(Number(line.amount_in_record_currency) * 100)
      cents += line.credit !== '0.00' ? amount : line.debit !== '0.00' ? -amount : 0
    }
  return cents / 100
}

/** `01-01 300.00, 02-01 100.00 archived` */
export const billsOf = ({ invoices }: Contract): string =>
  invoices
    .map(({ date, amount, record_status }) =>
      [date.slice(5), amount, ...(record_status === 'posted' ? [] : [record_status])].join(' '),
    )
    .join(', ') || 'nothing'

/** The same of what is recognised. */
export const earnedOf = ({ revenue_recognitions }: Contract): string =>
  revenue_recognitions
    .map(({ date, amount, record_status }) =>
      [date.slice(5), amount, ...(record_status === 'posted' ? [] : [record_status])].join(' '),
    )
    .join(', ') || 'nothing'

type ItemInput = Parameters<Simulator['records']['items']['update']>[1]
type InvoiceInput = Parameters<Simulator['records']['invoices']['update']>[1]

/** An item with something else about it, as a PUT of what is shown and may be sent. */
export function changeItem(simulator: Simulator, id: number, more: object): void {
  const { name, sku, item_type, is_active, income_account_id, deferral_account_id } =
    simulator.records.items.get(id)
  const shown = { name, sku, item_type, is_active, income_account_id, deferral_account_id }
  simulator.records.items.update(id, { ...shown, ...more } as ItemInput)
}

/** The same of an invoice, its lines with their ids. */
export function changeInvoice(simulator: Simulator, number: number, more: object) {
  const { date, company_id, customer_id, currency_iso_4217_code, exchange_rate, items } =
    simulator.records.invoices.get(number)
  const lines = (items ?? []).map(({ id, item_id, quantity, rate, position }) => ({
    ...{ id, item_id, quantity, rate, position },
  }))
  const shown = { date, company_id, customer_id, currency_iso_4217_code, exchange_rate, items: lines }
  return simulator.records.invoices.update(number, { ...shown, ...more } as InvoiceInput)
}

type Classification = Parameters<Simulator['records']['classifications']['update']>[1]

/** Every line of an invoice needs a department from now on, or no longer; obligations have none. */
export function demandDepartments(simulator: Simulator, isRequired: boolean): void {
  const { classifications } = simulator.records
  const [first] = classifications.list().items
  if (!first) throw new Error('there are no classifications')
  const { id, name, is_active, parent_id, selections } = first
  const lines = selections.map((one) => ({
    ...{ id: one.id, name: one.name, is_active: one.is_active, parent_id: one.parent_id },
  }))
  const required_for_records = isRequired ? ['invoice'] : []
  classifications.update(id, {
    ...{ name, is_active, parent_id, selections: lines, required_for_records },
  } as Classification)
}
