/** The rules of docs/service.md §2.4, §2.9, §4.5, §7.5 and §11, told once more by the auditor. */
import { cents, netOf, percentOf } from './arithmetic'
import type { Header, InvoiceBody, PaymentBody, Status } from './bodies-and-verdicts'

const COMPANY_CURRENCY: Readonly<Record<number, string>> = { 1: 'USD', 2: 'EUR' }
const MONEY_CURRENCY: Readonly<Record<number, string>> = { 1000: 'USD', 1010: 'EUR' }

export function priced(line: InvoiceBody['items'][number], contracted: boolean) {
  const net = netOf(line.quantity, line.rate)
  const { tax } = line
  const taxed =
    tax === undefined
      ? 0n
      : tax.amount === undefined
        ? percentOf(net, String(tax.rate))
        : cents(String(tax.amount))
  return { net, tax: taxed, account: contracted ? 2400 : 4000 }
}

export function statusProblems(was: Status | undefined, becomes: Status): string[] {
  if (was === undefined) return becomes === 'archived' ? ['record_status'] : []
  return was === 'archived' || (was === 'posted' && becomes === 'draft') ? ['record_status'] : []
}

export const fixed = (before: Header, after: Header): string[] =>
  (['currency_iso_4217_code', 'exchange_rate', 'company_id', 'customer_id'] as const).filter(
    (member) => before[member] !== after[member],
  )

export const rateProblems = (body: {
  company_id: number
  currency_iso_4217_code: string
  exchange_rate: string
}) =>
  body.exchange_rate === '0' ||
  (COMPANY_CURRENCY[body.company_id] === body.currency_iso_4217_code && body.exchange_rate !== '1')
    ? ['exchange_rate']
    : []

export const companyCurrency = ({ company_id }: { company_id: number }) => COMPANY_CURRENCY[company_id]

/** What journal entries of these runs take from the bank is told in its currency or in the company's. */
export const isKnownAtBank = (body: { company_id: number; currency_iso_4217_code: string }): boolean =>
  [MONEY_CURRENCY[1000], companyCurrency(body)].includes(body.currency_iso_4217_code)

/** The currency of the money account, if it is one that the payment can use. */
export function moneyCurrency(body: PaymentBody): string | undefined {
  const { account_number, undeposited_funds_currency, currency_iso_4217_code, company_id } = body
  if (account_number !== null && !(account_number in MONEY_CURRENCY)) return undefined
  const own =
    account_number === null
      ? (undeposited_funds_currency ?? currency_iso_4217_code)
      : MONEY_CURRENCY[account_number]
  return own === currency_iso_4217_code || own === COMPANY_CURRENCY[company_id] ? own : undefined
}

/** Each stage ends the write with everything that it found (docs/service.md §7.5). */
export function firstOf(...stages: string[][]): string[] | undefined {
  const found = stages.find((stage) => stage.length > 0)
  return found && [...new Set(found)].sort()
}
