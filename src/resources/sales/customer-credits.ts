import { record } from '../../engine/schema/define'
import {
  customerFiltersOfOneStatus,
  defaultedHeader,
  files,
  lists,
  maybeCustomer,
  memo,
  remoteRecords,
  spendable,
} from '../../engine/schema/document-fields'
import {
  addresses,
  approvalIfAny,
  headerClassifications,
  postedOnApproval,
} from '../../engine/schema/field-groups'
import {
  hidden,
  integer,
  lines,
  maybe,
  nullable,
  optional,
  readOnly,
  reference,
} from '../../engine/schema/fields'
import { approvalFilter } from '../../engine/schema/filters'
import { deferredLine, itemLine, lineAmounts, lineIdHidden } from '../../engine/schema/line-fields'
import { credit, debit, itemAccount, named, system } from '../../engine/schema/posting'

/** Money owed to a customer. Applications and payments spend it on invoices; refunds pay it out. */
export const customerCredits = record({
  name: 'customerCredits',
  model: 'CustomerCredit',
  path: 'customer-credits',
  identifier: 'number',
  basis: 'specified',
  restsOn: ['remote-records'],
  hasTopics: true,
  operations: { v1: ['list', 'get', 'create'] },
  fields: {
    ...defaultedHeader(),
    ...approvalIfAny(),
    ...maybeCustomer(),
    invoice_number: maybe(reference('invoices', 'number')),
    cash_sale_number: maybe(reference('cashSales', 'number')),
    ...memo(),
    ...addresses(),
    ...spendable(),
    ...remoteRecords(),
    ...files(),
    ...headerClassifications('items'),
    contract_id: hidden(readOnly(nullable(integer()))),
    items: optional(lines({ ...itemLine(), ...lineIdHidden(), ...lineAmounts(), ...deferredLine() }), []),
  },
  document: { counterparty: 'customer_id' },
  deferredWhen: 'contracted',
  defers: 'credited',
  ...postedOnApproval,
  refersTo: [
    { by: 'invoice_number', resource: 'invoices' },
    { by: 'cash_sale_number', resource: 'cashSales' },
  ],
  priced: { lines: ['items'], side: 'sale' },
  balance: { taken: 'used_amount', open: 'remaining_amount', control: 'Accounts Receivable', side: 'credit' },
  posts: [
    credit(system('Accounts Receivable'), 'amount'),
    debit(itemAccount('sale'), 'net_amount', { each: 'items', unless: 'deferrals' }),
    debit(named('account_number'), 'amount', { each: 'deferrals', company: 'carrying_amount', gain: 'gain' }),
    debit(system('Tax Payable'), 'tax_amount', { each: 'items' }),
  ],
  filters: { ...customerFiltersOfOneStatus, ...approvalFilter },
  ...lists({ search: ['customer_name'] }),
})
