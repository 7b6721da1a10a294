/** The lines of a sentence about a record, as request bodies. */
import { accountNumber, itemLines, journalLines } from './shorthand'

export type Body = Record<string, unknown>
export type Side = 'sale' | 'purchase'

/** Other accounts that these tables name by word. */
export const MORE_ACCOUNTS = { 'Vendor Deposits': 1300, Card: 2050, 'Customer Deposits': 2200 } as const

export const accountOf = (name: string): number =>
  Object.hasOwn(MORE_ACCOUNTS, name) ? MORE_ACCOUNTS[name as keyof typeof MORE_ACCOUNTS] : accountNumber(name)

/** A bare amount stands for one desk at that price. */
export const priced = (content: string): string => (/^[\d.]+$/.test(content) ? `1 x ${content}` : content)

const REFERENCES: Readonly<Record<Side, Readonly<Record<string, string>>>> = {
  sale: {
    invoice: 'invoice_number',
    credit: 'customer_credit_number',
    prepayment: 'customer_prepayment_number',
    sale: 'cash_sale_number',
    payment: 'customer_payment_number',
    refund: 'vendor_refund_number',
  },
  purchase: {
    bill: 'bill_number',
    credit: 'vendor_credit_number',
    prepayment: 'vendor_prepayment_number',
    journal: 'journal_entry_line_id',
    intercompany: 'intercompany_journal_entry_line_id',
  },
}

export const partsOf = (content: string): string[] => (content === 'none' ? [] : content.split(', '))

/** `40.00 on invoice 1 and credit 2, -2.50 to Fees`: application lines; `5.00 on nothing` names no document. */
function settlingLines(content: string, side: Side): Body[] {
  return partsOf(content).map((part, index) => {
    const [, amount, word, target = ''] = /^(\S+) (on|of|to) (.+)$/.exec(part) ?? []
    const named =
      word === 'to'
        ? [['account_number', accountOf(target)]]
        : target.split(' and ').flatMap((one) => referenceOf(one, side))
    return { ...Object.fromEntries(named), amount, position: index + 1 }
  })
}

function referenceOf(text: string, side: Side): [string, number][] {
  if (text === 'nothing') return []
  if (text.startsWith('account ')) return [['account_number', accountOf(text.slice(8))]]
  const [noun = '', number] = text.split(' ')
  const member = REFERENCES[side][noun]
  if (member === undefined) throw new Error(`nothing is called ${text} here`)
  return [[member, Number(number)]]
}

export const settling = (side: Side) => (content: string) => ({ items: settlingLines(content, side) })

/** `of credit 1: 40.00 on invoice 1`: what the record itself spends, before the colon. */
export const spending = (side: Side) => (content: string) => {
  const [, source = '', lines = ''] = /^of (.+?): (.+)$/.exec(content) ?? []
  const named = source.split(' and ').flatMap((one) => referenceOf(one, side))
  return { ...Object.fromEntries(named), items: settlingLines(lines, side) }
}

const EXPENSE =
  /^(?:(?<quantity>\S+) x )?(?<rate>\S+) to (?<account>[A-Z]\w+(?: [A-Z]\w+)?)(?: tax (?<tax>\S+))?$/

export function expenseLines(parts: readonly string[], first = 1): Body[] {
  return parts.map((part, index) => {
    const { quantity = '1', rate = '', account = '', tax } = EXPENSE.exec(part)?.groups ?? {}
    const taxed = tax === undefined ? {} : { tax: { code: 'VAT', rate: 0, amount: Number(tax) } }
    return { account_number: accountOf(account), quantity, rate, position: first + index, ...taxed }
  })
}

/** Item lines and expense lines by whether they name an account. */
export function purchaseLines(content: string): Body {
  const parts = partsOf(content)
  const isExpense = (part: string): boolean => part.includes(' to ')
  const bought = parts.filter((part) => !isExpense(part))
  return {
    items: itemLines(bought.length === 0 ? 'none' : bought.join(', ')),
    expenses: expenseLines(parts.filter(isExpense), bought.length + 1),
  }
}

export const withMemo = (lines: readonly object[], more: object = {}): Body[] =>
  lines.map((line) => ({ ...line, memo: '', ...more }))

/** The total of priced lines with tax: the bank amount of sales and expenses in their own currency. */
export function totalOf(lines: readonly Body[]): string {
  const cents = lines.map(({ quantity, rate, tax }) => {
    const net = Number((Number(quantity) * Number(rate) * 100).toPrecision(12))
    return Math.round(net) + Math.round(((tax as { amount?: number } | undefined)?.amount ?? 0) * 100)
  })
  return (cents.reduce((total, one) => total + one, 0) / 100).toFixed(2)
}

/** `100.00 from Bank to Euro Bank` */
export function transferred(content: string): Body {
  const [, amount, from = '', to = ''] = /^(\S+) from (.+) to (.+)$/.exec(content) ?? []
  return { amount, credit_bank_account_number: accountOf(from), debit_bank_account_number: accountOf(to) }
}

/** The control accounts need a counterparty: the first unless the header names another. */
export const journalBody = (content: string): Body => ({
  items: journalLines(content).map((line) => ({
    ...line,
    ...(line.account_number === 1100 && { customer_id: 1 }),
    ...(line.account_number === 2000 && { vendor_id: 1 }),
  })),
})
