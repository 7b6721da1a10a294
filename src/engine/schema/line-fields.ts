import { idInPlaceOf } from './field-doors'
import { classifications } from './field-groups'
import {
  amount,
  copyOf,
  currency,
  type Field,
  filledIn,
  flag,
  hidden,
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
  special,
  text,
  withLineAmounts,
} from './fields'

/** Fields that the lines of documents share (docs/service.md §4.1). */

const tax = () =>
  special(
    'tax',
    maybe(
      object({
        code: text(),
        rate: number(6),
        amount: filledIn(optional(nullable(number(2)))),
        is_taxable: optional(flag(), true),
        tax_exempt_amount: optional(number(2), 0),
      }),
    ),
  )

/** Every line of a document starts with these. */
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

/** A line without tax. */
export const untaxed = <F extends { tax: unknown }>({ tax: _, ...members }: F): Omit<F, 'tax'> => members

/** The company of a line, which must be the record's. */
export const lineCompany = () => ({ company_id: maybe(reference('companies')) })

/** The total of a priced line. Its parts are not shown. */
export const shownAmount = () => ({ amount: readOnly(amount(), '0.00') })

/** A line whose response omits its id. */
export const lineIdHidden = () => ({ id: hidden(line().id) })

/** Requires a list of entries on every line; it may be empty. */
export const requiredClassifications = () => ({
  classifications: { ...classifications().classifications, presence: 'required' as const },
})

/** A line whose response omits the tax and the amounts, which still count. */
export const amountsHidden = () => ({
  tax: withLineAmounts(tax()),
  net_amount: withLineAmounts(readOnly(amount(), '0.00')),
  tax_amount: withLineAmounts(readOnly(amount(), '0.00')),
  gross_amount: withLineAmounts(copyOf(amount(), 'amount')),
  amount: withLineAmounts(readOnly(amount(), '0.00')),
})

/** A line that buys for an account (docs/service.md §4.1). */
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

/** The amounts of a priced line, computed from quantity, rate and tax. */
export const lineAmounts = () => ({
  net_amount: readOnly(amount(), '0.00'),
  tax_amount: readOnly(amount(), '0.00'),
  gross_amount: readOnly(amount(), '0.00'),
  amount: readOnly(amount(), '0.00'),
})

/** The deferral account of a line of a contract's document; null if the account is determined at posting. */
export const deferredLine = () => ({ deferral_account_number: kept(nullable(integer())) })

/** Columns that a contract sets on the lines of its invoices (docs/service.md §13.5). */
export const contractedLine = () => ({
  obligation_id: kept(nullable(integer())),
  usage_id: kept(nullable(integer())),
  /** The amount that the contract billed. A PUT does not change it. */
  planned_amount: kept(nullable(amount())),
  ...deferredLine(),
})

/** A line of a journal entry with its own debit or credit. */
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

/** A line that settles one of several types of document. */
export const applicationLine = () => ({ ...line(), amount: amount() })

/** A line that names an account instead of a document. */
export const accountLine = () => ({
  account_number: hidden(maybe(reference('accounts', 'number'))),
  account_id: idInPlaceOf('account_number'),
  customer_id: maybe(reference('customers')),
  vendor_id: maybe(reference('vendors')),
  description: optional(text(), ''),
})

/** Names a line of another record by its id. That record keeps the line (docs/service.md §4.1). */
export const namingLine = (inner: Field): Field => ({
  ...inner,
  namesLine: true,
})
