import {
  actors,
  approvalIfAny,
  attachments,
  company,
  customFieldValues,
  dates,
  defaultedCurrency,
  identity,
  recordStatus,
  requiredCurrency,
} from './field-groups'
import * as f from './fields'
import { anyOf, currencyFilter, dateFilters, filterBy, oneStatusFilter, statusFilter } from './filters'

/** Fields and list parameters that transactional records share (§4, §8). */

const common = () => ({
  ...identity(),
  ...actors(),
  ...dates(),
  ...recordStatus(),
  amount: f.readOnly(f.amount(), '0.00'),
})

/** Company, currency and rate are required. */
export const requiredHeader = () => ({
  ...common(),
  ...company(f.reference('companies')),
  ...requiredCurrency(),
})

/** Company, currency and rate default to the only company and to the counterparty (§2.9). */
export const defaultedHeader = () => ({
  ...common(),
  ...company(f.maybe(f.reference('companies'))),
  ...defaultedCurrency(),
})

/** Company and currency are required; the rate defaults to 1. */
export const defaultedRateHeader = () => ({
  ...common(),
  ...company(f.reference('companies')),
  currency_iso_4217_code: f.currency(),
  exchange_rate: f.optional(f.exchangeRate(), '1'),
})

/** The currency is the currency of the account that the money leaves. */
export const transferHeader = () => ({
  ...common(),
  ...company(f.reference('companies')),
  currency_iso_4217_code: f.readOnly(f.currency()),
  exchange_rate: f.optional(f.exchangeRate(), '1'),
  ...approvalIfAny(),
})

export const files = () => ({ ...attachments(), ...customFieldValues() })

export const term = () => ({
  term_id: f.maybe(f.reference('terms')),
  term_name: f.nameOf('term_id', 'name', ''),
})

/** The account of incoming money; without one it goes to Undeposited Funds (§4.5). */
export const incomingMoney = () => ({
  account_number: f.maybe(f.reference('accounts', 'number')),
  undeposited_funds_currency: f.maybe(f.currency()),
  customer_deposits: f.derived(f.list(f.anything()), {
    kind: 'named-by',
    column: 'deposit_number',
    resource: 'customerDeposits',
    by: 'number',
    members: ['number', 'date', 'amount', 'memo', 'record_status'],
  }),
})

/** The destination of incoming money, and the members with the amount there. */
export const incoming = {
  account: 'account_number',
  accepts: ['bank', 'Undeposited Funds'],
  undeposited: 'undeposited_funds_currency',
  bankAmount: 'bank_or_undeposited_account_amount',
  lineBankAmount: 'bank_or_undeposited_account_amount',
} as const

/** The source of outgoing money. */
export const outgoing = {
  account: 'account_number',
  accepts: ['bank', 'credit_card'],
  bankAmount: 'bank_or_credit_card_amount',
  lineBankAmount: 'bank_or_credit_card_amount',
} as const

export const maybeMoneyAccountNumber = () => ({ account_number: f.maybe(f.reference('accounts', 'number')) })
export const moneyAccountNumber = () => ({ account_number: f.reference('accounts', 'number') })

/** The amount on the money account in its currency. 0.00 lets the service compute it. */
export const bankOrCard = () => ({
  bank_or_credit_card_amount: f.optional(f.notNegative(f.amount()), '0.00'),
})
export const bankOrCardRequired = () => ({ bank_or_credit_card_amount: f.notNegative(f.amount()) })

/** The amount that other records have applied, and the amount still open. */
export const spendable = () => ({
  used_amount: f.readOnly(f.amount(), '0.00'),
  remaining_amount: f.readOnly(f.amount(), '0.00'),
})

export const paperCheckStatus = () => ({
  paper_check_status: f.readOnly(f.nullable(f.choice('printed', 'not_printed', 'archived'))),
})

export const memo = () => ({ memo: f.optional(f.text(), '') })
export const requiredMemo = () => ({ memo: f.text() })
export const maybeCheckNumber = () => ({ check_number: f.optional(f.text(), '') })
export const checkNumber = () => ({ check_number: f.text() })

/** Always empty, because the organisation has no integrations (§2). */
export const remoteRecords = () => ({
  integration_remote_records: f.derived(f.list(f.anyObject()), { kind: 'constant', value: [] }),
})

export const givenAmount = () => ({ amount: f.positive(f.amount()) })

export const documentFilters = { ...filterBy(anyOf, 'company_id', 'number'), ...dateFilters, ...statusFilter }
export const currencyFilters = { ...documentFilters, ...currencyFilter }
export const customerFilters = { ...currencyFilters, customer_id: anyOf('customer_id') }
/** For lists that accept a single status (§8.2). */
export const customerFiltersOfOneStatus = { ...customerFilters, ...oneStatusFilter }
export const vendorFilters = { ...currencyFilters, vendor_id: anyOf('vendor_id') }
export const vendorFiltersOfOneStatus = { ...vendorFilters, ...oneStatusFilter }

const ORDERINGS = ['number', 'date', 'amount', 'created_at', 'updated_at'] as const
const SEARCH = ['number', 'internal_id', 'memo'] as const

/** Orderings and search columns of lists of documents, with further columns of the record type. */
export const lists = (
  more: { readonly orderings?: readonly string[]; readonly search?: readonly string[] } = {},
) => ({
  orderings: [...ORDERINGS, ...(more.orderings ?? [])],
  search: [...SEARCH, ...(more.search ?? [])],
})
