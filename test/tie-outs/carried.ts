/** What a contract carries on one account, in its own currency and in the company's (docs/service.md §13.4). */
import { converted, divided, units } from '../simulation/arithmetic'

/** What one event was worth. */
export interface Worth {
  /** What the account takes, in the company's currency and with the sign of the event's own side. */
  readonly value: bigint
  /** Realised; what lies between equal rates is rounding. */
  readonly gain: bigint
  readonly rounding: bigint
}

/** Above 0 what was billed and is not earned, below 0 what was earned and is not billed. */
export class Carried {
  inRecord = 0n
  inCompany = 0n
  /** The rates at which it came in. */
  #rates = new Set<bigint>()

  /** Settles what was earned before, then defers the rest at the rate of the bill. */
  bill(amount: bigint, rate: string): Worth {
    return this.#take(amount, rate, 1n)
  }

  /** Takes of what was billed, at what it is carried at, then becomes a claim at the rate of the day. */
  earn(amount: bigint, rate: string): Worth {
    return { ...this.credit(amount, rate), gain: 0n, rounding: 0n }
  }

  /** The same, where the customer gets the money of the day. */
  credit(amount: bigint, rate: string): Worth {
    return this.#take(amount, rate, -1n)
  }

  /** An amount below 0 does what the other side does: the rest of a contract may be more on one account. */
  #take(amount: bigint, rate: string, sign: bigint): Worth {
    const change = sign * amount
    const settled = this.#settledBy(change)
    const isAll = settled === -this.inRecord
    const relieved =
      settled === 0n ? 0n : isAll ? -this.inCompany : divided(this.inCompany * settled, this.inRecord)
    const difference = converted(settled, rate) - relieved
    const isSame = [...this.#rates].every((one) => one === units(rate, 16))
    const moved = converted(change, rate) - difference
    this.inRecord += change
    this.inCompany += moved
    if (isAll) this.#rates.clear()
    if (settled !== change) this.#rates.add(units(rate, 16))
    return {
      value: sign * moved,
      gain: isSame ? 0n : difference,
      rounding: isSame ? difference : 0n,
    }
  }

  /** The part of a change that meets what is there. */
  #settledBy(change: bigint): bigint {
    if (this.inRecord > 0n === change > 0n || this.inRecord === 0n) return 0n
    const isMore = change > 0n ? change > -this.inRecord : -change > this.inRecord
    return isMore ? -this.inRecord : change
  }
}
