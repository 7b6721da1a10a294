import { idAliasOf } from './field-access'
import { maybeCustomer, maybeVendor, ownClassifications } from './field-groups'
import * as f from './fields'

/** Fields that the lines of documents share (§4.1). */

const tax = () =>
  f.special(
    'tax',
    f.maybe(
      f.object({
        code: f.text(),
        rate: f.number(6),
        amount: f.filledIn(f.optional(f.nullable(f.number(2)))),
        is_taxable: f.optional(f.flag(), true),
        tax_exempt_amount: f.optional(f.number(2), 0),
      }),
    ),
  )

/** Every line of a document starts with these. */
export const line = () => ({ id: f.filledIn(f.maybe(f.integer())), position: f.optional(f.integer()) })

/** A line that sells or buys an item (§4.1). */
export const itemLine = () => ({
  ...line(),
  item_id: f.reference('items'),
  quantity: f.quantity(),
  rate: f.quantity(),
  memo: f.optional(f.text(), ''),
  ...ownClassifications(),
  tax: tax(),
})

/** A line without tax. */
export const untaxed = <F extends { tax: unknown }>({ tax: _, ...members }: F): Omit<F, 'tax'> => members

/** The company of a line, which must be the record's. */
export const lineCompany = () => ({ company_id: f.maybe(f.reference('companies')) })

/** The total of a priced line. Its parts are not shown. */
export const shownAmount = () => ({ amount: f.readOnly(f.amount(), '0.00') })

/** A line whose response omits its id. */
export const lineIdHidden = () => ({ id: f.hidden(line().id) })

/** Requires a list of entries on every line; it may be empty. */
export const requiredClassifications = () => ({
  classifications: { ...ownClassifications().classifications, presence: 'required' as const },
})

/** A line whose response omits the tax and the amounts, which still count. */
export const amountsHidden = () => ({
  tax: f.withLineAmounts(tax()),
  net_amount: f.withLineAmounts(f.readOnly(f.amount(), '0.00')),
  tax_amount: f.withLineAmounts(f.readOnly(f.amount(), '0.00')),
  gross_amount: f.withLineAmounts(f.copyOf(f.amount(), 'amount')),
  amount: f.withLineAmounts(f.readOnly(f.amount(), '0.00')),
})

/** A line that buys for an account (§4.1). */
export const expenseLine = () => ({
  ...line(),
  account_number: f.reference('accounts', 'number'),
  quantity: f.quantity(),
  rate: f.quantity(),
  expense_description: f.optional(f.text(), ''),
  ...maybeCustomer(),
  ...maybeVendor(),
  ...ownClassifications(),
  tax: tax(),
})

/** The amounts of a priced line, computed from quantity, rate and tax. */
export const lineAmounts = () => ({
  net_amount: f.readOnly(f.amount(), '0.00'),
  tax_amount: f.readOnly(f.amount(), '0.00'),
  gross_amount: f.readOnly(f.amount(), '0.00'),
  amount: f.readOnly(f.amount(), '0.00'),
})

/** The deferral account of a line of a contract's document; null if the account is determined at posting. */
export const deferredLine = () => ({ deferral_account_number: f.kept(f.nullable(f.integer())) })

/** Columns that a contract sets on the lines of its invoices (§13.5). */
export const contractedLine = () => ({
  obligation_id: f.kept(f.nullable(f.integer())),
  usage_id: f.kept(f.nullable(f.integer())),
  /** The amount that the contract billed. A PUT does not change it. */
  planned_amount: f.kept(f.nullable(f.amount())),
  ...deferredLine(),
})

/** A line of a journal entry with its own debit or credit. */
export const journalLine = () => ({
  ...line(),
  account_number: f.reference('accounts', 'number'),
  debit: f.notNegative(f.amount()),
  credit: f.notNegative(f.amount()),
  memo: f.text(),
  ...ownClassifications(),
  ...maybeCustomer(),
  ...maybeVendor(),
  currency: f.maybe(f.currency()),
})

/** A line that settles one of several types of document. */
export const applicationLine = () => ({ ...line(), amount: f.positive(f.amount()) })
/** The amount of a line that may name an account, where it can be below zero. */
export const signedAmount = () => ({ amount: f.amount() })
export const applications = (members: f.Fields) =>
  f.optional(f.lines({ ...applicationLine(), ...members }), [])

/** A line that names an account instead of a document. */
export const accountLine = () => ({
  account_number: f.hidden(f.maybe(f.reference('accounts', 'number'))),
  account_id: idAliasOf('account_number'),
  customer_id: f.maybe(f.reference('customers')),
  vendor_id: f.maybe(f.reference('vendors')),
  description: f.optional(f.text(), ''),
})

/** Names a line of another record by its id. The other record cannot remove the line then (§4.1). */
export const namingLine = (inner: f.Field): f.Field => ({ ...inner, namesLine: true })
