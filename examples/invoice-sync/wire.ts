/** The members of the service's records that this integration reads. Amounts are decimal text. */

export interface CustomerRecord {
  id: number
  unique_id: string | null
}

export interface ItemRecord {
  id: number
  sku: string
}

export interface InvoiceRecord {
  number: number
  reference_number: string
  /** A draft cannot be paid: it waits, perhaps for an approval. */
  record_status: 'draft' | 'posted' | 'archived'
  customer_name: string | null
  due_date: string | null
  currency_iso_4217_code: string
  amount: string
  amount_due: string
}

export interface PaymentRecord {
  number: number
  check_number: string
}
