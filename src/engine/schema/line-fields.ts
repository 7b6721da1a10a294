import { type ClassificationEntry, classifications, type ShownClassificationEntry } from './field-groups'
import {
  amount,
  currency,
  type Field,
  filledIn,
  flag,
  hidden,
  idOf,
  integer,
  kept,
  maybe,
  nameOf,
  nullable,
  number,
  object,
  optional,
  quantity,
  readOnly,
  reference,
  text,
} from './fields'

/** What lines of documents share (docs/service.md §4.1). */

const tax = () =>
  ({
    ...maybe(
      object({
        code: text(),
        rate: number(6),
        amount: filledIn(optional(nullable(number(2)))),
        is_taxable: optional(flag(), true),
        tax_exempt_amount: optional(number(2), 0),
      }),
    ),
    special: 'tax',
  }) as Field<LineTaxInput | null, LineTax | null, 'optional'>

export interface LineTaxInput {
  code: string
  rate: number
  amount?: number | null
  is_taxable?: boolean
  tax_exempt_amount?: number
}
export interface LineTax {
  code: string
  rate: number
  amount: number
  is_taxable: boolean
  tax_exempt_amount: number
}

/** What every line of a document starts with. */
export const line = () => ({
  id: filledIn(maybe(integer())),
  position: optional(integer()),
})

/** A line that sells or buys an item (docs/service.md §4.1). */
export const itemLine = () => ({
  ...line(),
  item_id: reference('items'),
  quantity: quantity(),
  rate: quantity(),
  memo: optional(text(), ''),
  ...classifications(),
  tax: tax(),
})

/** A line that takes no tax. */
export const untaxed = <F extends { tax: unknown }>({ tax: _, ...members }: F): Omit<F, 'tax'> => members

/** The company that a line is for, which can only be the record's. */
export const lineCompany = () => ({ company_id: maybe(reference('companies')) })

/** Of the amounts of a priced line only the whole. */
export const shownAmount = () => ({ amount: readOnly(amount(), '0.00') })

/** A line whose response does not tell its id. */
export const lineIdHidden = () => ({ id: hidden(line().id) })

/** Entries that every line must carry a list of, empty or not. */
export const requiredClassifications = () => ({
  classifications: { ...classifications().classifications, presence: 'required' } as Field<
    readonly ClassificationEntry[] | null,
    ShownClassificationEntry[],
    'required'
  >,
})

/** A line whose response leaves the tax out; it counts all the same. */
export const taxHidden = () => ({ tax: hidden(tax()) })

/** A line that buys something for an account (docs/service.md §4.1). */
export const expenseLine = () => ({
  ...line(),
  account_number: reference('accounts', 'number'),
  quantity: quantity(),
  rate: quantity(),
  expense_description: optional(text(), ''),
  customer_id: maybe(reference('customers')),
  customer_name: nameOf('customer_id'),
  vendor_id: maybe(reference('vendors')),
  vendor_name: nameOf('vendor_id'),
  ...classifications(),
  tax: tax(),
})

/** The amounts of a priced line, worked out from quantity, rate and tax. */
export const lineAmounts = () => ({
  net_amount: readOnly(amount(), '0.00'),
  tax_amount: readOnly(amount(), '0.00'),
  gross_amount: readOnly(amount(), '0.00'),
  amount: readOnly(amount(), '0.00'),
})

/** What a contract notes on the lines of its invoices (docs/service.md §13.5). */
export const contractedLine = () => ({
  obligation_id: kept(nullable(integer())),
  usage_id: kept(nullable(integer())),
  /** Stands in for a deposit, which is released later. */
  deposit: kept(nullable(flag())),
})

/** A line of a journal entry: a debit or a credit of its own. */
export const journalLine = () => ({
  ...line(),
  account_number: reference('accounts', 'number'),
  debit: amount(),
  credit: amount(),
  memo: text(),
  ...classifications(),
  customer_id: maybe(reference('customers')),
  customer_name: nameOf('customer_id'),
  vendor_id: maybe(reference('vendors')),
  vendor_name: nameOf('vendor_id'),
  currency: maybe(currency()),
})

/** A line that settles one of several documents. */
export const applicationLine = () => ({ ...line(), amount: amount() })

/** What a line says that names an account instead of a document. */
export const accountLine = () => ({
  account_number: hidden(maybe(reference('accounts', 'number'))),
  account_id: idOf('account_number'),
  customer_id: maybe(reference('customers')),
  vendor_id: maybe(reference('vendors')),
  description: optional(text(), ''),
})
