import { decimal } from '../../kernel/money'
import type { Row } from '../../kernel/store'
import {
  account,
  type Body,
  chosenAmount,
  chosenTotal,
  type FactoryContext,
  header,
  itemLines,
  makeExpenseLine,
  party,
  type RecordFactory,
} from './factory-context'

/** Makes a document of the same company, currency, counterparty and day. */
function alike(context: FactoryContext, resource: string, more: Body): Row {
  const { date, company_id, currency_iso_4217_code, exchange_rate }: Body = {
    ...header(context),
    ...context.given,
  }
  return context.make(resource, { date, company_id, currency_iso_4217_code, exchange_rate, ...more })
}

const sale = (context: FactoryContext): Body => ({ ...header(context), ...party(context, 'customer_id') })
const purchase = (context: FactoryContext): Body => ({ ...header(context), ...party(context, 'vendor_id') })

/** One line that refers to a document, with its open amount. */
const naming = (member: string, { number }: Row, amount: unknown): readonly Body[] => [
  { [member]: number, amount, position: 1 },
]

const bank = (context: FactoryContext): number =>
  account(context, 'bank', header(context).currency_iso_4217_code)

const monthly = (context: FactoryContext, record_payload: Body): Body => ({
  name: 'Every month',
  memo: '',
  date: context.date,
  company_id: header(context).company_id,
  status: 'active',
  recurring_type: 'automatic',
  rrule: 'FREQ=MONTHLY',
  record_payload,
})

const invoice: RecordFactory = (context) => ({
  ...sale(context),
  reference_number: `R-${context.chance.token(5).toUpperCase()}`,
  items: itemLines(context).items,
})

const bill: RecordFactory = (context) => ({ ...purchase(context), items: itemLines(context).items })

const journalEntry: RecordFactory = (context) => {
  const head = header(context)
  const [amount, currency] = [context.chance.amount(5, 500), head.currency_iso_4217_code]
  const line = (account_number: number, debit: string, credit: string, position: number): Body => ({
    account_number,
    debit,
    credit,
    position,
    memo: '',
  })
  const items = [
    line(account(context, 'expense', currency), amount, '0.00', 1),
    line(account(context, 'bank', currency), '0.00', amount, 2),
  ]
  return { ...head, memo: 'Made', items }
}

/** Bodies of transactional records. */
export const DOCUMENT_FACTORIES: Readonly<Record<string, RecordFactory>> = {
  invoices: invoice,
  bills: bill,
  journalEntries: journalEntry,
  recurringInvoices: (context) => monthly(context, invoice(context)),
  recurringBills: (context) => monthly(context, bill(context)),
  recurringJournalEntries: (context) => monthly(context, journalEntry(context)),
  salesOrders: (context) => ({ ...sale(context), memo: '', items: itemLines(context, { memo: '' }).items }),
  purchaseOrders: (context) => ({
    ...purchase(context),
    memo: '',
    items: itemLines(context, { memo: '', classifications: [] }).items,
  }),
  customerCredits: (context) => ({ ...sale(context), items: itemLines(context).items }),
  vendorCredits: (context) => ({ ...purchase(context), items: itemLines(context).items }),
  cashSales(context) {
    if ('items' in context.given)
      return { ...sale(context), bank_or_undeposited_account_amount: chosenTotal(context) }
    const { items, total } = itemLines(context, { memo: '' })
    return { ...sale(context), bank_or_undeposited_account_amount: total, items }
  },
  directExpenses(context) {
    const { items, total } =
      'items' in context.given
        ? { items: [], total: chosenTotal(context) }
        : makeExpenseLine(context, header(context).currency_iso_4217_code)
    const paid = { account_number: bank(context), bank_or_credit_card_amount: total }
    return { ...purchase(context), ...paid, items }
  },
  bankTransfers(context) {
    const {
      currency_iso_4217_code: currency,
      exchange_rate: _,
      ...head
    }: Record<string, unknown> = header(context)
    const from = account(context, 'bank', currency)
    const to = account(context, 'bank', currency, from)
    return {
      ...head,
      amount: context.chance.amount(10, 900),
      debit_bank_account_number: to,
      credit_bank_account_number: from,
    }
  },
  customerPrepayments(context) {
    const amount = context.given.amount ?? context.chance.amount(50, 900)
    return { ...sale(context), amount, bank_or_undeposited_funds_amount: amount }
  },
  vendorPrepayments(context) {
    const amount = context.given.amount ?? context.chance.amount(50, 900)
    const paid = {
      account_number: bank(context),
      check_number: '',
      memo: '',
      bank_or_undeposited_funds_amount: amount,
    }
    return { ...purchase(context), ...paid, amount }
  },
  customerPayments(context) {
    const customer = party(context, 'customer_id')
    const head = { ...header(context), ...customer, check_number: '', memo: '' }
    if ('items' in context.given) return head
    const paid = alike(context, 'invoices', customer)
    return { ...head, items: naming('invoice_number', paid, paid.amount_due) }
  },
  vendorPayments(context) {
    const head = { ...header(context), account_number: bank(context), check_number: '', memo: '' }
    if ('items' in context.given) return head
    const paid = alike(context, 'bills', {})
    return { ...head, items: naming('bill_number', paid, paid.amount_due) }
  },
  customerPrepaymentApplications: (context) => application(context, SALES),
  vendorPrepaymentApplications: (context) => ({ ...application(context, PURCHASES), memo: '' }),
  customerRefunds(context) {
    const head = { ...header(context), account_number: bank(context) }
    if ('items' in context.given) return head
    const credit = alike(context, 'customerCredits', party(context, 'customer_id'))
    const { customer_id } = credit
    return { ...head, customer_id, items: naming('customer_credit_number', credit, credit.remaining_amount) }
  },
  vendorRefunds(context) {
    const head = { ...header(context), account_number: bank(context) }
    if ('items' in context.given) return head
    const credit = alike(context, 'vendorCredits', party(context, 'vendor_id'))
    const { vendor_id } = credit
    return { ...head, vendor_id, items: naming('vendor_credit_number', credit, credit.remaining_amount) }
  },
  customerDeposits(context) {
    const head = { ...header(context), account_number: bank(context) }
    if ('items' in context.given) return head
    const sold = alike(context, 'cashSales', {})
    return { ...head, items: naming('cash_sale_number', sold, sold.amount) }
  },
}

/** Sales or purchases. Their applications settle documents with prepayments and credits. */
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

/** Applies the given source to the given documents, and makes whatever is not given. */
function application(context: FactoryContext, side: Side): Body {
  const { given, named } = context
  const shared = named[0] === undefined ? {} : { [side.party]: named[0][side.party] }
  const source = side.sources.some((by) => by in given) ? named[0] : undefined
  if ('items' in given) {
    if (source) return header(context)
    const { number } = alike(context, side.prepayments, { ...shared, amount: chosenAmount(context) })
    return { ...header(context), [side.sources[0]]: number }
  }
  const document = alike(context, side.documents, shared)
  const due = String(document.amount_due)
  if (source) {
    const left = String(source.remaining_amount)
    return {
      ...header(context),
      items: naming(side.line, document, decimal(left).lt(decimal(due)) ? left : due),
    }
  }
  const { number } = alike(context, side.prepayments, { [side.party]: document[side.party], amount: due })
  return { ...header(context), [side.sources[0]]: number, items: naming(side.line, document, due) }
}
