import type { Row } from '../../kernel/store'

/** One line of an invoice that a contract writes. */
export interface Sold {
  readonly obligation: Row
  readonly amount: string
  readonly memo: unknown
  readonly classifications: unknown
  /** The usage record behind the line. */
  readonly usage?: number
}

/** The create body of an invoice: a line for each obligation, of quantity 1 (docs/service.md §13.5). */
export const invoiceBody = (
  contract: Row,
  date: string,
  term: unknown,
  rate: string,
  sold: readonly Sold[],
): Row => ({
  date,
  company_id: contract.company_id,
  customer_id: contract.customer_id,
  currency_iso_4217_code: contract.currency_iso_4217_code,
  exchange_rate: rate,
  memo: contract.name,
  term_id: term,
  contracted: true,
  bill_to_address: contract.bill_to_address,
  ship_to_address: contract.ship_to_address,
  billing_address: contract.billing_address,
  shipping_address: contract.shipping_address,
  payment: contract.payment,
  items: sold.map(invoiceLine),
})

const invoiceLine = ({ obligation, amount, memo, classifications }: Sold, index: number): Row => ({
  item_id: obligation.item_id,
  quantity: '1',
  rate: amount,
  position: index + 1,
  memo,
  classifications,
})
