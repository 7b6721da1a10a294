/** The public entries of the ledger, read once a step and added up in whole cents. */
import type { LedgerEntry, Simulator } from 'accounting-simulator'
import { cents } from '../simulation/arithmetic'
import type { Part } from './schedules'

export interface Moved {
  /** Debits less credits in cents of the company's currency. */
  inCompany: bigint
  /** The same in cents of the record's. */
  inRecord: bigint
}

export class LedgerIndex {
  readonly #accounts = new Map<number, bigint>()
  readonly #records = new Map<string, LedgerEntry[]>()
  readonly #prints = new Map<number, number>()
  readonly #assets = new Map<number, LedgerEntry[]>()
  /** What every account has in records of a currency. */
  readonly #byCurrency = new Map<string, bigint>()
  readonly unbalanced: number[] = []

  constructor(simulator: Simulator) {
    for (const entry of simulator.books.entries({ company_id: 1 })) this.#add(entry)
  }

  balance(account: number): bigint {
    return this.#accounts.get(account) ?? 0n
  }

  inCurrency(account: number, currency: string): bigint {
    return this.#byCurrency.get(`${account} ${currency}`) ?? 0n
  }

  get accounts(): ReadonlyMap<number, bigint> {
    return this.#accounts
  }

  /** What one record moved, by account. */
  moved(type: string, number: number): Map<number, Moved> {
    const moved = new Map<number, Moved>()
    for (const entry of this.#records.get(`${type} ${number}`) ?? [])
      for (const line of entry.lines) {
        const sum = moved.get(line.account_number) ?? { inCompany: 0n, inRecord: 0n }
        sum.inCompany += companyValueOf(line)
        sum.inRecord += recordValueOf(line)
        moved.set(line.account_number, sum)
      }
    return moved
  }

  /** What an asset lost in cents of the company's currency, what it moved by account, and its postings in its own. */
  ofAsset(number: number): { lost: bigint; on: ReadonlyMap<number, bigint>; postings: Part[] } {
    let lost = 0n
    const on = new Map<number, bigint>()
    const postings: Part[] = []
    for (const { date, record, lines } of this.#assets.get(number) ?? [])
      for (const line of lines) {
        const value = companyValueOf(line)
        on.set(line.account_number, (on.get(line.account_number) ?? 0n) + value)
        if (record.type !== 'depreciations' || line.debit === '0.00') continue
        lost += value
        postings.push({ date, amount: recordValueOf(line) })
      }
    return { lost, on, postings }
  }

  /** A number that changes with any entry of a contract. */
  printOf(contract: number): number {
    return this.#prints.get(contract) ?? 0
  }

  #add(entry: LedgerEntry): void {
    if (entry.contract !== undefined)
      this.#prints.set(entry.contract, printed(this.printOf(entry.contract), entry))
    note(this.#records, `${entry.record.type} ${entry.record.number}`, entry)
    if (entry.asset !== undefined) note(this.#assets, entry.asset, entry)
    let net = 0n
    for (const line of entry.lines) {
      const value = companyValueOf(line)
      net += value
      this.#accounts.set(line.account_number, (this.#accounts.get(line.account_number) ?? 0n) + value)
      const inCurrency = `${line.account_number} ${entry.record_currency}`
      this.#byCurrency.set(inCurrency, (this.#byCurrency.get(inCurrency) ?? 0n) + recordValueOf(line))
    }
    if (net !== 0n) this.unbalanced.push(entry.transaction_id)
  }
}

function note<Key>(entries: Map<Key, LedgerEntry[]>, key: Key, entry: LedgerEntry): void {
  const known = entries.get(key)
  if (known) known.push(entry)
  else entries.set(key, [entry])
}

function printed(before: number, { transaction_id, date, lines }: LedgerEntry): number {
  const text = `${transaction_id} ${date} ${lines.map((line) => Object.values(line).join(' ')).join(' ')}`
  let print = before
  for (let at = 0; at < text.length; at += 1) print = (Math.imul(print, 31) + text.charCodeAt(at)) | 0
  return print
}

type Line = LedgerEntry['lines'][number]

const companyValueOf = ({ debit, credit }: Line): bigint => cents(debit) - cents(credit)

/** The amount in the record's currency is told without its sign, which is that of the side. */
const recordValueOf = (line: Line): bigint =>
  line.debit !== '0.00'
    ? cents(line.amount_in_record_currency)
    : line.credit !== '0.00'
      ? -cents(line.amount_in_record_currency)
      : 0n
