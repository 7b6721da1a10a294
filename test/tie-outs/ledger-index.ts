/** The public entries of the ledger, read once a step and added up in whole cents. */
import type { LedgerEntry, Simulator } from 'accounting-simulator'
import { cents } from '../simulation/arithmetic'

export interface Moved {
  /** Debits less credits in cents of the company's currency. */
  inCompany: bigint
  /** The same in cents of the record's. */
  inRecord: bigint
}

export class LedgerIndex {
  readonly #accounts = new Map<number, bigint>()
  readonly #records = new Map<string, LedgerEntry[]>()
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

  #add(entry: LedgerEntry): void {
    const key = `${entry.record.type} ${entry.record.number}`
    this.#records.set(key, [...(this.#records.get(key) ?? []), entry])
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

type Line = LedgerEntry['lines'][number]

const companyValueOf = ({ debit, credit }: Line): bigint => cents(debit) - cents(credit)

/** The amount in the record's currency is told without its sign, which is that of the side. */
const recordValueOf = (line: Line): bigint =>
  line.debit !== '0.00'
    ? cents(line.amount_in_record_currency)
    : line.credit !== '0.00'
      ? -cents(line.amount_in_record_currency)
      : 0n
