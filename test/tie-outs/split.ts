/** On which accounts the invoices of a contract defer what they bill (docs/service.md §13.5). */
import { divided } from '../simulation/arithmetic'
import { shared } from './schedules'

/** What is sold and has a price beforehand. */
export interface Sold {
  readonly item: number
  readonly account: number
  readonly net: bigint
  readonly allocated: bigint
}

type Amounts = Map<number, bigint>

const add = (amounts: Amounts, account: number, amount: bigint): void => {
  amounts.set(account, (amounts.get(account) ?? 0n) + amount)
}

/** Follows the invoices of a contract in their order. */
export class Split {
  readonly #billed: Amounts = new Map()
  readonly #filled: bigint[]
  #given: bigint[] = []

  constructor(private readonly sold: readonly Sold[]) {
    this.#filled = sold.map(() => 0n)
  }

  /** The lines of an ordinary invoice, each of an obligation. */
  ordinary(lines: readonly { item: number; amount: bigint }[]): Amounts {
    const amounts: Amounts = new Map()
    for (const { item, amount } of lines)
      add(amounts, this.sold.find((one) => one.item === item)?.account ?? 0, amount)
    return this.#moved(amounts)
  }

  /** Those of a prepared one fill the obligations with their item first, then any, in order. */
  prepared(lines: readonly { item: number; amount: bigint }[]): Amounts {
    const amounts: Amounts = new Map()
    let rest = 0n
    for (const { item, amount } of lines) rest += this.#fill(amounts, amount, (one) => one.item === item)
    rest = this.#fill(amounts, rest, () => true)
    if (rest !== 0n) add(amounts, this.sold[0]?.account ?? 0, rest)
    return this.#moved(amounts)
  }

  #fill(amounts: Amounts, amount: bigint, fits: (one: Sold) => boolean): bigint {
    let left = amount
    for (const [index, one] of this.sold.entries()) {
      const room = one.net - (this.#filled[index] ?? 0n)
      const part = !fits(one) || room <= 0n ? 0n : left < room ? left : room
      this.#filled[index] = (this.#filled[index] ?? 0n) + part
      if (part !== 0n) add(amounts, one.account, part)
      left -= part
    }
    return left
  }

  /** What an account bills beyond what it recognises goes to those that bill less. */
  #moved(amounts: Amounts): Amounts {
    for (const [account, amount] of amounts) add(this.#billed, account, amount)
    const accounts = [...new Set(this.sold.map(({ account }) => account))]
    const sums = accounts.map((account) => {
      const own = this.sold.filter((one) => one.account === account)
      return {
        account,
        net: total(own.map(({ net }) => net)),
        due: total(own.map(({ allocated }) => allocated)),
      }
    })
    const takers = sums.filter(({ net, due }) => due > net)
    if (takers.length === 0) return amounts
    const before = total(this.#given)
    let pool = 0n
    for (const { account, net, due } of sums) {
      if (due >= net) continue
      const known = this.#billed.get(account) ?? 0n
      const given = divided((known < net ? known : net) * (net - due), net)
      const past = this.#past.get(account) ?? 0n
      this.#past.set(account, given)
      add(amounts, account, past - given)
      pool += given
    }
    const parts = shared(
      pool,
      takers.map(({ net, due }) => due - net),
    )
    for (const [index, { account }] of takers.entries())
      add(amounts, account, (parts[index] ?? 0n) - (this.#given[index] ?? 0n))
    this.#given = parts
    if (pool < before) throw new Error('what was given comes back')
    return amounts
  }

  readonly #past: Amounts = new Map()
}

const total = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, one) => sum + one, 0n)
