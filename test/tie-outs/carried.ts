/** What a contract carries on one account, in its own currency and in the company's (docs/service.md §13.4). */
import { converted, divided } from '../simulation/arithmetic'

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
  #rates = new Set<string>()

  /** Settles what was earned before, then defers the rest at the rate of the bill. */
  bill(amount: bigint, rate: string): Worth {
    const claim = this.inRecord < 0n ? -this.inRecord : 0n
    return this.#take(amount, amount < claim ? amount : claim, rate, 1n)
  }

  /** Takes of what was billed, at what it is carried at, then becomes a claim at the rate of the day. */
  earn(amount: bigint, rate: string): Worth {
    return { ...this.credit(amount, rate), gain: 0n, rounding: 0n }
  }

  /** The same, where the customer gets the money of the day. */
  credit(amount: bigint, rate: string): Worth {
    const deferred = this.inRecord > 0n ? this.inRecord : 0n
    return this.#take(amount, amount < deferred ? amount : deferred, rate, -1n)
  }

  /** @param settled the part that meets what is there */
  #take(amount: bigint, settled: bigint, rate: string, sign: bigint): Worth {
    const there = this.inRecord < 0n ? -this.inRecord : this.inRecord
    const worth = this.inCompany < 0n ? -this.inCompany : this.inCompany
    const signed = this.inRecord < 0n === this.inCompany < 0n ? worth : -worth
    const relieved = settled === 0n ? 0n : settled === there ? signed : divided(signed * settled, there)
    const whole = converted(amount, rate)
    const difference = settled === 0n ? 0n : converted(settled, rate) - relieved
    const isSame = [...this.#rates].every((one) => one === rate)
    const value = whole - difference
    this.inRecord += sign * amount
    this.inCompany += sign * value
    if (settled === there) this.#rates.clear()
    if (settled !== amount) this.#rates.add(rate)
    const gain = sign * difference
    return { value, gain: isSame ? 0n : gain, rounding: isSame ? gain : 0n }
  }
}
