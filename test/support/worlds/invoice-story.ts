/** Stories of one invoice and its payments, told in the words of the tables. */
import type { Simulator } from 'accounting-simulator'
import { applications, itemLines } from './shorthand'
import { invoice, outcomeOf, type PaymentInput, payment, trading } from './trade'

/** The company, currency and rate of a story. */
export interface Setting {
  readonly company: number
  readonly currency: string
  readonly rate: string
}

/**
 * Payments are called by capital letters and settle invoice 1 unless told otherwise:
 *
 * `invoice 100.00`, `edit invoice 120.00`, `archive invoice`, `pay A 30.00`, `pay A 30.00 on 1, 5.00 on 2`,
 * `draft A 30.00`, `edit A 50.00`, `unassign A 50.00`, `date A 2026-01-20`, `post A`, `archive A`
 */
export class Story {
  readonly simulator: Simulator = trading()
  readonly #payments = new Map<string, { number: number; body: PaymentInput }>()
  readonly #setting: Setting

  constructor(setting: Setting) {
    this.#setting = setting
  }

  /** Takes one step; what came of it, as `ok` or `422 items`. */
  take(step: string): string {
    return outcomeOf(() => this.#take(step.split(' ')))
  }

  /** The amounts and status of invoice 1. */
  get state(): { amount: string; paid: string; due: string; status: string } {
    const one = this.simulator.records.invoices.get(1)
    return { amount: one.amount, paid: one.paid_total, due: one.amount_due, status: one.record_status }
  }

  #take([verb = '', name = '', ...rest]: string[]): void {
    if (name === 'invoice' || verb === 'invoice') this.#invoice(verb, rest.at(0) ?? name)
    else if (verb === 'pay' || verb === 'draft') this.#pay(name, rest, verb)
    else this.#change(name, this.#changes(verb, rest))
  }

  #invoice(verb: string, amount: string): void {
    const { invoices } = this.simulator.records
    const body = invoice({ ...this.#terms(), items: itemLines(`1 x ${amount}`) })
    if (verb === 'invoice') invoices.create(body)
    else if (verb === 'edit') invoices.update(1, body)
    else invoices.update(1, { record_status: 'archived' })
  }

  #pay(name: string, rest: string[], verb: string): void {
    const body = payment({
      ...this.#terms(),
      account_number: null,
      items: linesOf(rest),
      record_status: verb === 'draft' ? 'draft' : 'posted',
    })
    const { number } = this.simulator.records.customerPayments.create(body)
    this.#payments.set(name, { number, body })
  }

  #changes(verb: string, rest: string[]): Partial<PaymentInput> {
    if (verb === 'post') return { record_status: 'posted' }
    if (verb === 'archive') return { record_status: 'archived' }
    if (verb === 'date') return { date: rest[0] ?? '' }
    if (verb === 'unassign') return { items: [], unassigned_amount: rest[0] ?? '' }
    return { items: linesOf(rest), unassigned_amount: '0.00' }
  }

  #change(name: string, changes: Partial<PaymentInput>): void {
    const known = this.#payments.get(name)
    if (!known) throw new Error(`there is no payment ${name}`)
    const body = { ...known.body, ...changes }
    this.simulator.records.customerPayments.update(known.number, body)
    this.#payments.set(name, { number: known.number, body })
  }

  #terms() {
    const { company, currency, rate } = this.#setting
    return { company_id: company, currency_iso_4217_code: currency as 'USD', exchange_rate: rate }
  }
}

const linesOf = (rest: string[]) => applications(rest.length > 1 ? rest.join(' ') : `${rest[0]} on 1`)
