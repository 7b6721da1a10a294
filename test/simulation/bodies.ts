/** The request bodies that the steps of a workload stand for, given what the model knows. */
import { cents, centsText, total } from './arithmetic'
import type { InvoiceBody, JournalBody, PaymentBody } from './bodies-and-verdicts'
import type { LedgerModel } from './ledger-model'
import type { InvoiceStep, JournalStep, PaymentStep, Portion } from './step'

const dayOf = (day: number): string => `2026-01-${String(day + 10)}`

const rateFor = (company: number, currency: string, rate: string): string =>
  (company === 1 ? 'USD' : 'EUR') === currency && rate !== '0' ? '1' : rate

export const invoiceBody = (step: InvoiceStep): InvoiceBody => ({
  date: dayOf(step.day),
  company_id: step.company,
  customer_id: step.customer,
  currency_iso_4217_code: step.currency,
  exchange_rate: rateFor(step.company, step.currency, step.rate),
  memo: '',
  contracted: step.contracted,
  ...(step.status && { record_status: step.status }),
  items: step.lines.map(({ item, quantity, rate, tax, percent }, index) => ({
    item_id: item,
    quantity,
    rate,
    position: index + 1,
    ...((tax ?? percent) !== null && {
      tax: { code: 'VAT', rate: percent ?? 0, ...(tax !== null && { amount: tax }) },
    }),
  })),
})

export function paymentBody(step: PaymentStep, model: LedgerModel): PaymentBody {
  const { invoices } = model
  const open = invoices.filter((one) => one.status === 'posted' && one.amount > one.paid)
  const guided = step.strays === 'document' || open.length === 0 ? invoices : open
  const chosen = guided[step.after % Math.max(guided.length, 1)]
  const guide = chosen?.body
  // Further lines mostly name what the payment may settle as well.
  const alike = open.filter(
    ({ body }) =>
      body.company_id === guide?.company_id && body.currency_iso_4217_code === guide.currency_iso_4217_code,
  )
  const company = step.strays === 'company' ? 2 : (guide?.company_id ?? 1)
  const currency = step.strays === 'currency' ? 'GBP' : (guide?.currency_iso_4217_code ?? 'USD')
  const rate =
    step.strays === 'rate' ? step.rate : step.status === 'draft' ? '1.1' : (guide?.exchange_rate ?? '1')
  const own = step.strays === 'customer' ? 2 : (guide?.customer_id ?? null)
  return {
    date: dayOf(step.day),
    company_id: company,
    customer_id: step.customer === 'own' ? own : null,
    currency_iso_4217_code: currency,
    exchange_rate: step.strays === 'rate' ? rate : rateFor(company, currency, rate),
    memo: '',
    check_number: '',
    account_number: step.account,
    undeposited_funds_currency: step.funds,
    unassigned_amount: step.unassigned,
    line_date_validation: step.validates,
    ...(step.status && { record_status: step.status }),
    items: [
      ...step.lines.map(({ invoice, portion }, index) => {
        const named = index === 0 ? chosen : alike[invoice % Math.max(alike.length, 1)]
        return {
          invoice_number: named ? invoices.indexOf(named) + 1 : 999,
          amount: centsText(portionOf(portion, named ? named.amount - named.paid : 100n)),
          position: index + 1,
        }
      }),
      ...(step.fee === null ? [] : [{ account_number: 6100, amount: step.fee, position: 9 }]),
    ],
  }
}

function portionOf(portion: Portion, open: bigint): bigint {
  switch (portion) {
    case 'all':
      return open
    case 'half':
      return open / 2n
    case 'cent':
      return 1n
    case 'too much':
      return open + 1n
    case 'nothing':
      return 0n
  }
}

export function journalBody(step: JournalStep): JournalBody {
  const debits = step.amounts.map((amount) => ({ account_number: 6000, debit: amount, credit: '0' }))
  const all = centsText(total(step.amounts.map(cents)) + (step.balances ? 0n : 1n))
  return {
    date: dayOf(step.day),
    company_id: step.company,
    currency_iso_4217_code: step.currency,
    exchange_rate: rateFor(step.company, step.currency, step.rate),
    memo: '',
    reversal_date: step.reversal === null ? null : dayOf(step.reversal),
    ...(step.status && { record_status: step.status }),
    items: [...debits, { account_number: 1000, debit: '0', credit: all }].map((line, index) => ({
      ...line,
      memo: '',
      position: index + 1,
    })),
  }
}
