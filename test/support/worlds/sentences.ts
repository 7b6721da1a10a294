/**
 * Records of every type in one sentence each, so that a table row says what is written and nothing else:
 *
 * `invoice 3 x 19.995 tax 4.95`, `bill 10 x 12.50, 80.00 to Expense`, `customer prepayment 500.00; account null`,
 * `customer application of credit 1: 40.00 on invoice 1`, `vendor payment 205.00 on bill 1, 30.00 on credit 1`,
 * `deposit 106.00 of sale 1, 1.25 to Interest`, `transfer 100.00 from Bank to Euro Bank; rate 1.1`.
 *
 * After the semicolon stand the words of the header: `company 2 currency EUR rate 1.1 date 2026-01-20 status draft`.
 */
import type { Simulator } from 'accounting-simulator'
import {
  accountOf,
  type Body,
  expenseLines,
  journalBody,
  MORE_ACCOUNTS,
  partsOf,
  priced,
  purchaseLines,
  settling,
  spending,
  totalOf,
  transferred,
  withMemo,
} from './sentence-lines'
import { itemLines, posted } from './shorthand'

export type { Body }

export interface AnyRecord {
  readonly number: number
  readonly internal_id: number
  readonly date: string
  readonly record_status: string
  readonly amount: string
  readonly transaction_ids: number[]
  readonly [member: string]: unknown
}

export interface AnyRecords {
  create(body: Body): AnyRecord
  get(id: number): AnyRecord
  find(predicate: (record: AnyRecord) => boolean): AnyRecord | undefined
  list(query?: Record<string, number | string>): { items: AnyRecord[]; count: number }
  update(id: number, body: Body): AnyRecord
  remove(id: number): unknown
}

export type RecordTypeName = keyof Simulator['records']

export const recordsOf = (simulator: Simulator, type: RecordTypeName): AnyRecords =>
  simulator.records[type] as unknown as AnyRecords

interface Kind {
  readonly type: RecordTypeName
  /** The member with the money that moves, where a request gives it. */
  readonly bank?: string
  /** Required members besides company, currency, rate and memo. */
  readonly own: Body
  read(content: string): Body
}

const CUSTOMER = { customer_id: 1 }
const VENDOR = { vendor_id: 1 }
const FROM_BANK = { account_number: 1000, check_number: '' }

/** The ledger entries of a record, with account names. */
export function ledgerOf(simulator: Simulator, type: RecordTypeName, number: number): string {
  let text = posted(simulator, type, number)
  for (const [name, account] of Object.entries(MORE_ACCOUNTS))
    text = text.replaceAll(new RegExp(`\\b([DC]r) ${account} `, 'g'), `$1 ${name} `)
  return text
}

const given = (bank: string): Pick<Kind, 'bank' | 'read'> => ({
  bank,
  read: (amount) => ({ amount, [bank]: amount }),
})

const KINDS: Readonly<Record<string, Kind>> = {
  'sales order': {
    type: 'salesOrders',
    own: CUSTOMER,
    read: (content) => ({ items: withMemo(itemLines(priced(content))) }),
  },
  'purchase order': {
    type: 'purchaseOrders',
    own: VENDOR,
    read: (content) => ({ items: withMemo(itemLines(priced(content)), { classifications: [] }) }),
  },
  'cash sale': {
    type: 'cashSales',
    bank: 'bank_or_undeposited_account_amount',
    own: { ...CUSTOMER, account_number: 1000 },
    read: (content) => {
      const items = withMemo(itemLines(priced(content)))
      return { items, bank_or_undeposited_account_amount: totalOf(items) }
    },
  },
  'customer credit': {
    type: 'customerCredits',
    own: CUSTOMER,
    read: (content) => ({ items: itemLines(priced(content)) }),
  },
  'customer prepayment': {
    type: 'customerPrepayments',
    own: { ...CUSTOMER, account_number: 1000 },
    ...given('bank_or_undeposited_funds_amount'),
  },
  'customer payment': {
    type: 'customerPayments',
    own: { ...CUSTOMER, ...FROM_BANK },
    read: settling('sale'),
  },
  'customer application': { type: 'customerPrepaymentApplications', own: {}, read: spending('sale') },
  'customer refund': {
    type: 'customerRefunds',
    bank: 'bank_or_credit_card_amount',
    own: { ...CUSTOMER, ...FROM_BANK },
    read: settling('sale'),
  },
  deposit: { type: 'customerDeposits', own: { account_number: 1000 }, read: settling('sale') },
  'direct expense': {
    type: 'directExpenses',
    bank: 'bank_or_credit_card_amount',
    own: { ...VENDOR, account_number: 1000 },
    read: (content) => {
      const items = expenseLines(partsOf(content))
      return { items, bank_or_credit_card_amount: totalOf(items) }
    },
  },
  'vendor credit': { type: 'vendorCredits', own: VENDOR, read: (content) => purchaseLines(priced(content)) },
  'vendor prepayment': {
    type: 'vendorPrepayments',
    own: { ...VENDOR, ...FROM_BANK },
    ...given('bank_or_undeposited_funds_amount'),
  },
  'vendor payment': {
    type: 'vendorPayments',
    bank: 'bank_or_credit_card_amount',
    own: FROM_BANK,
    read: settling('purchase'),
  },
  'vendor application': { type: 'vendorPrepaymentApplications', own: {}, read: spending('purchase') },
  'vendor refund': {
    type: 'vendorRefunds',
    bank: 'bank_or_credit_card_amount',
    own: { ...VENDOR, ...FROM_BANK },
    read: settling('purchase'),
  },
  invoice: {
    type: 'invoices',
    own: CUSTOMER,
    read: (content) => ({ items: itemLines(priced(content)) }),
  },
  bill: { type: 'bills', own: VENDOR, read: (content) => purchaseLines(priced(content)) },
  transfer: { type: 'bankTransfers', own: {}, read: transferred },
  journal: { type: 'journalEntries', own: {}, read: journalBody },
}

const NUMBERS: Readonly<Record<string, string>> = {
  company: 'company_id',
  customer: 'customer_id',
  vendor: 'vendor_id',
  order: 'sales_order_id',
  purchase: 'purchase_order_number',
  invoice: 'invoice_number',
  sale: 'cash_sale_number',
  bill: 'bill_number',
  expense: 'direct_expense_number',
}
const TEXTS: Readonly<Record<string, string>> = {
  currency: 'currency_iso_4217_code',
  rate: 'exchange_rate',
  date: 'date',
  status: 'record_status',
  funds: 'undeposited_funds_currency',
  unassigned: 'unassigned_amount',
  reversal: 'reversal_date',
}

/** The words of a header, in pairs. */
function headerOf(text: string, bank: string | undefined): Body {
  const words = text.split(' ').filter((word) => word !== '')
  const body: Body = {}
  for (let index = 0; index < words.length; index += 2) {
    const [name = '', value = ''] = words.slice(index, index + 2)
    if (name in NUMBERS) body[NUMBERS[name] ?? ''] = value === 'null' ? null : Number(value)
    else if (name in TEXTS) body[TEXTS[name] ?? ''] = value === 'null' ? null : value
    else if (name === 'account') body.account_number = value === 'null' ? null : accountOf(value)
    else if (name === 'bank') body[bank ?? ''] = value
    else if (name === 'contracted') body.contracted = value === 'yes'
    else if (name === 'validation') body.line_date_validation = value === 'on'
    else throw new Error(`no word ${name} in a header`)
  }
  return body
}

const DATE = '2026-01-15'
const HEADER = {
  date: DATE,
  company_id: 1,
  currency_iso_4217_code: 'USD' as const,
  exchange_rate: '1',
  memo: '',
}

/** The record type and the request body of a sentence. */
export function read(text: string): { type: RecordTypeName; body: Body } {
  const [head = '', ...words] = text.split('; ')
  const noun = Object.keys(KINDS).find((one) => head.startsWith(`${one} `))
  const kind = KINDS[noun ?? '']
  if (!noun || !kind) throw new Error(`no record is called so: ${text}`)
  const body = { ...HEADER, ...kind.own, ...kind.read(head.slice(noun.length + 1)) }
  const { type, bank } = kind
  if (type === 'bankTransfers') Reflect.deleteProperty(body, 'currency_iso_4217_code')
  return { type, body: { ...body, ...headerOf(words.join(' '), bank) } }
}

export function write(simulator: Simulator, text: string): AnyRecord & { readonly type: RecordTypeName } {
  const { type, body } = read(text)
  return { ...recordsOf(simulator, type).create(body), type }
}

/** Writes sentences parted by `>` one after the other; the last of the records. */
export function writeAll(simulator: Simulator, text: string): ReturnType<typeof write> {
  const [last] = text
    .split(' > ')
    .map((sentence) => write(simulator, sentence))
    .reverse()
  if (!last) throw new Error('nothing to write')
  return last
}
