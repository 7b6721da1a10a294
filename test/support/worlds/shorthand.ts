/** Records and ledger entries in the words that the tables of these tests are written with. */
import type { LedgerEntry, Simulator } from 'accounting-simulator'

/** Accounts of the built-in chart by their short names. */
export const ACCOUNTS = {
  Bank: 1000,
  'Euro Bank': 1010,
  AR: 1100,
  Undeposited: 1150,
  AP: 2000,
  Tax: 2300,
  Deferred: 2400,
  Revenue: 4000,
  COGS: 5000,
  Expense: 6000,
  Fees: 6100,
  Realized: 7000,
  Rounding: 7010,
  Interest: 7100,
} as const

const ITEMS = ['Desk', 'Chair', 'Lamp', 'Consulting', 'Support', 'Discount']

const names = new Map<number, string>(Object.entries(ACCOUNTS).map(([name, number]) => [number, name]))

/** The number behind a short name or a number. */
export function accountNumber(name: string): number {
  const number = Object.hasOwn(ACCOUNTS, name) ? ACCOUNTS[name as keyof typeof ACCOUNTS] : Number(name)
  if (!Number.isInteger(number)) throw new Error(`no account is called ${name}`)
  return number
}

export interface ItemLine {
  item_id: number
  quantity: string
  rate: string
  position: number
  tax?: { code: string; rate: number; amount?: number; is_taxable?: boolean; tax_exempt_amount?: number }
}

const LINE =
  /^(?<quantity>\S+) x (?<rate>\S+)(?: (?<item>[A-Z]\w+))?(?: at (?<percent>\S+)%)?(?: tax (?<tax>\S+))?(?: exempt (?<exempt>\S+))?(?<untaxed> untaxed)?$/

/** `3 x 19.995 tax 4.95, 1 x 100 Chair at 8.25%`; `none` for no lines. */
export const itemLines = (text: string): ItemLine[] =>
  text === 'none' ? [] : text.split(', ').map((line, index) => itemLine(line, index + 1))

function itemLine(text: string, position: number): ItemLine {
  const found = LINE.exec(text)?.groups
  if (!found) throw new Error(`not a line: ${text}`)
  const { quantity = '', rate = '', item, percent, tax, exempt, untaxed } = found
  return {
    item_id: item === undefined ? 1 : ITEMS.indexOf(item) + 1,
    quantity,
    rate,
    position,
    ...((percent ?? tax) !== undefined && {
      tax: {
        code: 'VAT',
        rate: Number(percent ?? 0),
        ...(tax !== undefined && { amount: Number(tax) }),
        ...(exempt !== undefined && { tax_exempt_amount: Number(exempt) }),
        ...(untaxed !== undefined && { is_taxable: false }),
      },
    }),
  }
}

export interface Application {
  invoice_number?: number
  customer_credit_number?: number
  account_number?: number
  amount: string
  position: number
}

/** `600.00 on 1, -2.50 to Fees`: what is applied to invoice 1, and what an account takes. */
export const applications = (text: string): Application[] =>
  text === 'none'
    ? []
    : text.split(', ').map((line, index) => {
        const [, amount = '', word, target = ''] = /^(\S+) (on|to) (.+)$/.exec(line) ?? []
        const reference =
          word === 'on' ? { invoice_number: Number(target) } : { account_number: accountNumber(target) }
        return { ...reference, amount, position: index + 1 }
      })

/** `Dr Bank 10.00, Cr Revenue 10.00` as lines of a journal entry. */
export const journalLines = (text: string, more: object = {}) =>
  text.split(', ').map((line, index) => {
    const [, side, account = '', amount = ''] = /^(Dr|Cr) (.+) (\S+)$/.exec(line) ?? []
    return {
      account_number: accountNumber(account),
      debit: side === 'Dr' ? amount : '0',
      credit: side === 'Cr' ? amount : '0',
      memo: '',
      position: index + 1,
      ...more,
    }
  })

/** The entries as `Dr AR 173.19, Cr Tax 13.20, Cr Revenue 159.99`: one sum per account and side, by account. */
export function ledgerText(entries: readonly LedgerEntry[]): string {
  const sums = new Map<string, { side: 'Dr' | 'Cr'; account: number; cents: number }>()
  for (const { lines } of entries)
    for (const { account_number, debit, credit } of lines)
      for (const [side, text] of [
        ['Dr', debit],
        ['Cr', credit],
      ] as const) {
        const key = `${side} ${account_number}`
        const cents = Math.round(Number(text) * 100) + (sums.get(key)?.cents ?? 0)
        if (cents !== 0) sums.set(key, { side, account: account_number, cents })
      }
  return [...sums.values()]
    .sort((a, b) => (a.side === b.side ? a.account - b.account : a.side === 'Dr' ? -1 : 1))
    .map(({ side, account, cents }) => `${side} ${names.get(account) ?? account} ${(cents / 100).toFixed(2)}`)
    .join(', ')
}

/** The ledger entries of one record. */
export const posted = (simulator: Simulator, type: string, number: number): string =>
  ledgerText(simulator.books.entries({ record: { type, number } })) || 'none'
