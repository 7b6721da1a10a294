import { record } from '../../engine/schema/define'
import {
  customerFilters,
  defaultedHeader,
  files,
  lists,
  maybeCustomer,
  term,
} from '../../engine/schema/document-fields'
import {
  addresses,
  approval,
  headerClassifications,
  payment,
  postedOnApproval,
} from '../../engine/schema/field-groups'
import {
  amount,
  date,
  flag,
  hidden,
  integer,
  lines,
  maybe,
  nullable,
  optional,
  readOnly,
  reference,
  text,
} from '../../engine/schema/fields'
import { anyOf, approvalFilter, from, nothing, until } from '../../engine/schema/filters'
import { amountsHidden, contractedLine, itemLine } from '../../engine/schema/line-fields'
import { credit, debit, itemAccount, named, system } from '../../engine/schema/posting'

/** A request for money from a customer. Payments and applications settle it. */
export const invoices = record({
  name: 'invoices',
  model: 'Invoice',
  path: 'invoices',
  identifier: 'number',
  basis: 'specified',
  restsOn: ['payment-type-values', 'invoice-line-amounts'],
  hasTopics: true,
  operations: { v1: ['list', 'get', 'create', 'update', 'attach'], v2: ['list', 'get', 'create', 'update'] },
  fields: {
    ...defaultedHeader(),
    ...approval(),
    ...maybeCustomer(),
    amount_due: readOnly(amount(), '0.00'),
    paid_total: readOnly(amount(), '0.00'),
    memo: maybe(text()),
    due_date: maybe(date()),
    ...addresses(),
    recurring_record_number: readOnly(nullable(integer())),
    contract_id: hidden(readOnly(nullable(integer()))),
    reference_number: optional(text(), ''),
    ...term(),
    sales_order_id: maybe(reference('salesOrders', 'internal_id')),
    contracted: optional(flag(), false),
    payment: payment(),
    ...files(),
    ...headerClassifications('items'),
    items: optional(nullable(lines({ ...itemLine(), ...amountsHidden(), ...contractedLine() })), []),
  },
  document: { counterparty: 'customer_id' },
  deferredWhen: 'contracted',
  defers: 'billed',
  ...postedOnApproval,
  priced: { lines: ['items'], side: 'sale' },
  balance: { taken: 'paid_total', open: 'amount_due', control: 'Accounts Receivable', side: 'debit' },
  takes: { member: 'sales_order_id', resource: 'salesOrders', key: 'internal_id' },
  posts: [
    debit(system('Accounts Receivable'), 'amount'),
    credit(itemAccount('sale'), 'net_amount', { each: 'items', unless: 'deferrals' }),
    credit(named('account_number'), 'amount', {
      each: 'deferrals',
      company: 'carrying_amount',
      gain: 'gain',
    }),
    credit(system('Tax Payable'), 'tax_amount', { each: 'items' }),
  ],
  filters: {
    ...customerFilters,
    transaction_currency: anyOf('currency_iso_4217_code', 'currency'),
    integration_sources: nothing(),
    due_date: from('due_date'),
    due_date_until: until('due_date'),
    ...approvalFilter,
  },
  ...lists({ orderings: ['due_date'], search: ['reference_number', 'customer_name'] }),
})
