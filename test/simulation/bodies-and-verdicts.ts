/** Request bodies and the expected results. */
export type Status = 'draft' | 'posted' | 'archived'

export interface Header {
  date: string
  company_id: number
  customer_id: number | null
  currency_iso_4217_code: string
  exchange_rate: string
  memo: string
  record_status?: Status
}
export interface InvoiceBody extends Header {
  contracted: boolean
  items: { item_id: number; quantity: string; rate: string; position: number; tax?: Tax }[]
}
export interface Tax {
  code: string
  rate: number
  amount?: number
}
export interface PaymentBody extends Header {
  check_number: string
  account_number: number | null
  undeposited_funds_currency: string | null
  unassigned_amount: string
  line_date_validation: boolean
  items: { invoice_number?: number; account_number?: number; amount: string; position: number }[]
}
export interface JournalBody extends Omit<Header, 'customer_id'> {
  reversal_date: string | null
  items: { account_number: number; debit: string; credit: string; memo: string; position: number }[]
}

export type Verdict = { refused: string[] } | { amount: string; status: Status; transactions: number }
