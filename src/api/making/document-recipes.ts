import { decimal } from '../../kernel/money'
import type { Row } from '../../kernel/store'
import {
  account,
  type Body,
  chosenAmount,
  chosenTotal,
  header,
  itemLines,
  type Kit,
  makeExpenseLine,
  party,
  type Recipe,
} from './kit'

/** A document of the same company, currency, counterparty and day. */
function alike(kit: Kit, resource: string, more: Body): Row {
  const { date, company_id, currency_iso_4217_code, exchange_rate }: Body = { ...header(kit), ...kit.given }
  return kit.make(resource, { date, company_id, currency_iso_4217_code, exchange_rate, ...more })
}

const sale = (kit: Kit): Body => ({ ...header(kit), ...party(kit, 'customer_id') })
const purchase = (kit: Kit): Body => ({ ...header(kit), ...party(kit, 'vendor_id') })

/** One line that names a document, with its open amount. */
const naming = (member: string, { number }: Row, amount: unknown): readonly Body[] => [
  { [member]: number, amount, position: 1 },
]

const bank = (kit: Kit): number => account(kit, 'bank', header(kit).currency_iso_4217_code)

const monthly = (kit: Kit, record_payload: Body): Body => ({
  name: 'Every month',
  memo: '',
  date: kit.date,
  company_id: header(kit).company_id,
  status: 'active',
  recurring_type: 'automatic',
  rrule: 'FREQ=MONTHLY',
  record_payload,
})

const invoice: Recipe = (kit) => ({
  ...sale(kit),
  reference_number: `R-${kit.chance.token(5).toUpperCase()}`,
  items: itemLines(kit).items,
})

const bill: Recipe = (kit) => ({ ...purchase(kit), items: itemLines(kit).items })

const journalEntry: Recipe = (kit) => {
  const head = header(kit)
  const [amount, currency] = [kit.chance.amount(5, 500), head.currency_iso_4217_code]
  const line = (account_number: number, debit: string, credit: string, position: number): Body => ({
    account_number,
    debit,
    credit,
    position,
    memo: '',
  })
  const items = [
    line(account(kit, 'expense', currency), amount, '0.00', 1),
    line(account(kit, 'bank', currency), '0.00', amount, 2),
  ]
  return { ...head, memo: 'Made', items }
}

/** Bodies of transactional records. */
export const DOCUMENT_RECIPES: Readonly<Record<string, Recipe>> = {
  invoices: invoice,
  bills: bill,
  journalEntries: journalEntry,
  recurringInvoices: (kit) => monthly(kit, invoice(kit)),
  recurringBills: (kit) => monthly(kit, bill(kit)),
  recurringJournalEntries: (kit) => monthly(kit, journalEntry(kit)),
  salesOrders: (kit) => ({ ...sale(kit), memo: '', items: itemLines(kit, { memo: '' }).items }),
  purchaseOrders: (kit) => ({
    ...purchase(kit),
    memo: '',
    items: itemLines(kit, { memo: '', classifications: [] }).items,
  }),
  customerCredits: (kit) => ({ ...sale(kit), items: itemLines(kit).items }),
  vendorCredits: (kit) => ({ ...purchase(kit), items: itemLines(kit).items }),
  cashSales(kit) {
    if ('items' in kit.given) return { ...sale(kit), bank_or_undeposited_account_amount: chosenTotal(kit) }
    const { items, total } = itemLines(kit, { memo: '' })
    return { ...sale(kit), bank_or_undeposited_account_amount: total, items }
  },
  directExpenses(kit) {
    const { items, total } =
      'items' in kit.given
        ? { items: [], total: chosenTotal(kit) }
        : makeExpenseLine(kit, header(kit).currency_iso_4217_code)
    const paid = { account_number: bank(kit), bank_or_credit_card_amount: total }
    return { ...purchase(kit), ...paid, items }
  },
  bankTransfers(kit) {
    const {
      currency_iso_4217_code: currency,
      exchange_rate: _,
      ...head
    }: Record<string, unknown> = header(kit)
    const from = account(kit, 'bank', currency)
    const to = account(kit, 'bank', currency, from)
    return {
      ...head,
      amount: kit.chance.amount(10, 900),
      debit_bank_account_number: to,
      credit_bank_account_number: from,
    }
  },
  customerPrepayments(kit) {
    const amount = kit.given.amount ?? kit.chance.amount(50, 900)
    return { ...sale(kit), amount, bank_or_undeposited_funds_amount: amount }
  },
  vendorPrepayments(kit) {
    const amount = kit.given.amount ?? kit.chance.amount(50, 900)
    const paid = {
      account_number: bank(kit),
      check_number: '',
      memo: '',
      bank_or_undeposited_funds_amount: amount,
    }
    return { ...purchase(kit), ...paid, amount }
  },
  customerPayments(kit) {
    const customer = party(kit, 'customer_id')
    const head = { ...header(kit), ...customer, check_number: '', memo: '' }
    if ('items' in kit.given) return head
    const paid = alike(kit, 'invoices', customer)
    return { ...head, items: naming('invoice_number', paid, paid.amount_due) }
  },
  vendorPayments(kit) {
    const head = { ...header(kit), account_number: bank(kit), check_number: '', memo: '' }
    if ('items' in kit.given) return head
    const paid = alike(kit, 'bills', {})
    return { ...head, items: naming('bill_number', paid, paid.amount_due) }
  },
  customerPrepaymentApplications: (kit) => application(kit, SALES),
  vendorPrepaymentApplications: (kit) => ({ ...application(kit, PURCHASES), memo: '' }),
  customerRefunds(kit) {
    const head = { ...header(kit), account_number: bank(kit) }
    if ('items' in kit.given) return head
    const credit = alike(kit, 'customerCredits', party(kit, 'customer_id'))
    const { customer_id } = credit
    return { ...head, customer_id, items: naming('customer_credit_number', credit, credit.remaining_amount) }
  },
  vendorRefunds(kit) {
    const head = { ...header(kit), account_number: bank(kit) }
    if ('items' in kit.given) return head
    const credit = alike(kit, 'vendorCredits', party(kit, 'vendor_id'))
    const { vendor_id } = credit
    return { ...head, vendor_id, items: naming('vendor_credit_number', credit, credit.remaining_amount) }
  },
  customerDeposits(kit) {
    const head = { ...header(kit), account_number: bank(kit) }
    if ('items' in kit.given) return head
    const sold = alike(kit, 'cashSales', {})
    return { ...head, items: naming('cash_sale_number', sold, sold.amount) }
  },
}

/** One side of the business: its applications spend one kind of document on another. */
interface Side {
  readonly party: 'customer_id' | 'vendor_id'
  readonly documents: string
  readonly line: string
  readonly prepayments: string
  readonly sources: readonly [prepayment: string, credit: string]
}

const SALES: Side = {
  party: 'customer_id',
  documents: 'invoices',
  line: 'invoice_number',
  prepayments: 'customerPrepayments',
  sources: ['customer_prepayment_number', 'customer_credit_number'],
}
const PURCHASES: Side = {
  party: 'vendor_id',
  documents: 'bills',
  line: 'bill_number',
  prepayments: 'vendorPrepayments',
  sources: ['vendor_prepayment_number', 'vendor_credit_number'],
}

/** Applies the chosen source to the chosen documents, and makes what is not chosen. */
function application(kit: Kit, side: Side): Body {
  const { given, named } = kit
  const shared = named[0] === undefined ? {} : { [side.party]: named[0][side.party] }
  const source = side.sources.some((by) => by in given) ? named[0] : undefined
  if ('items' in given) {
    if (source) return header(kit)
    const { number } = alike(kit, side.prepayments, { ...shared, amount: chosenAmount(kit) })
    return { ...header(kit), [side.sources[0]]: number }
  }
  const document = alike(kit, side.documents, shared)
  const due = String(document.amount_due)
  if (source) {
    const left = String(source.remaining_amount)
    return { ...header(kit), items: naming(side.line, document, decimal(left).lt(decimal(due)) ? left : due) }
  }
  const { number } = alike(kit, side.prepayments, { [side.party]: document[side.party], amount: due })
  return { ...header(kit), [side.sources[0]]: number, items: naming(side.line, document, due) }
}
