import type { Simulator } from 'accounting-simulator'
import { type AnyRecord, type RecordTypeName, recordsOf } from './sentences'

export const centsOf = (text: unknown): number => Math.round(Number(text) * 100)
export const centsText = (cents: number): string => (cents / 100).toFixed(2)

/** Members with what is open, by type. */
export const OPEN = {
  invoices: { member: 'amount_due', party: 'customer_id' },
  bills: { member: 'amount_due', party: 'vendor_id' },
  customerCredits: { member: 'remaining_amount', party: 'customer_id' },
  customerPrepayments: { member: 'remaining_amount', party: 'customer_id' },
  vendorCredits: { member: 'remaining_amount', party: 'vendor_id' },
  vendorPrepayments: { member: 'remaining_amount', party: 'vendor_id' },
} as const
export type OpenType = keyof typeof OPEN

/** Types whose money can lie in Undeposited Funds: what a deposit calls them, its line's member, their own with the money. */
const SOURCES = [
  ['sale', 'cashSales', 'cash_sale_number', 'bank_or_undeposited_account_amount'],
  ['payment', 'customerPayments', 'customer_payment_number', 'bank_or_undeposited_account_amount'],
  ['prepayment', 'customerPrepayments', 'customer_prepayment_number', 'bank_or_undeposited_funds_amount'],
  ['refund', 'vendorRefunds', 'vendor_refund_number', 'bank_or_credit_card_amount'],
] as const

/** The open amounts at the end of a year, from the records themselves, in cents of record currency. */
export class Open {
  readonly #numbers = new Map<string, number[]>()
  readonly #settled = new Set<string>()

  constructor(private readonly simulator: Simulator) {}

  note({ type, number }: { type: RecordTypeName; number: number }): void {
    this.#numbers.set(type, [...(this.#numbers.get(type) ?? []), number])
  }

  /** Open documents, oldest first. What is found settled is not looked at again. */
  of(type: OpenType, company: number, currency: string, party?: number) {
    const { member, party: by } = OPEN[type]
    const shown = this.#posted(type, company, currency, this.#settled)
    const settled = shown.filter((record) => centsOf(record[member]) === 0)
    for (const { number } of settled) this.#settled.add(`${type} ${number}`)
    return shown
      .map((record) => ({ number: record.number, party: Number(record[by]), open: centsOf(record[member]) }))
      .filter((one) => one.open > 0 && (party === undefined || one.party === party))
  }

  /** Sources that no deposit has taken yet. */
  undeposited(company: number, currency: string) {
    const lines = this.#posted('customerDeposits', company, currency).flatMap(
      (deposit) => deposit.items as Readonly<Record<string, unknown>>[],
    )
    return SOURCES.flatMap(([noun, type, by, member]) => {
      const taken = new Set(lines.map((line) => line[by]))
      return this.#posted(type, company, currency)
        .filter((record) => record.account_number === null || record.account_number === 1150)
        .filter(({ number }) => !taken.has(number))
        .map((record) => ({ noun, number: record.number, amount: String(record[member]) }))
    })
  }

  #posted(
    type: RecordTypeName,
    company: number,
    currency: string,
    without: ReadonlySet<string> = new Set(),
  ): AnyRecord[] {
    const records = recordsOf(this.simulator, type)
    return (this.#numbers.get(type) ?? [])
      .filter((number) => !without.has(`${type} ${number}`))
      .map((number) => records.get(number))
      .filter(
        (record) =>
          record.record_status === 'posted' &&
          record.company_id === company &&
          record.currency_iso_4217_code === currency,
      )
  }
}
