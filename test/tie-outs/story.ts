/** A world that lives through random commands, and what its driver knows of them. */
import { createSimulator, isOptionError, isRefusal, type Simulator } from 'accounting-simulator'
import { type Chance, chanceOf } from '../support/chance'
import { clientOf } from '../support/client'
import type { KnownAsset } from './assets'
import type { Frequency, Strategy, Term } from './schedules'
import type { Sold } from './split'

export interface KnownObligation extends Sold {
  readonly term: Term
  readonly billing: { readonly start: string; readonly end: string; readonly every: Frequency }
  readonly isSynchronised: boolean
  readonly isSkipped: boolean
}

/** What the driver sent, and what it did to it since. */
export interface KnownContract {
  readonly id: number
  readonly name: string
  readonly customer: number
  readonly currency: string
  readonly end: string
  readonly obligations: readonly KnownObligation[]
  readonly usage: { readonly id: number; readonly item: number; readonly account: number } | undefined
  readonly isPrepared: boolean
  isActive: boolean
  /** The day as of which it was ended. */
  ended: string | undefined
  /** Invoices were given other amounts, other days or taken away: not all is billed as planned. */
  isEdited: boolean
  isArchived: boolean
  /** Something was locked or refused while it lived: days have moved. */
  isDelayed: boolean
  /** Nothing can happen to it any more unless a step touches it. */
  isSettled: boolean
  /** When it was audited and what its entries in the ledger were; undefined since a step has touched it. */
  audited: { readonly day: string; readonly print: number } | undefined
}

export interface KnownPayment {
  readonly invoice: number
  readonly amount: bigint
}

export const EURO_FROM = '2026-01-01'
export const ITEM_ACCOUNTS = [2400, 2410, 2420, 2400] as const

/** The items that contracts sell, by id; the last one is what usage is reported of. */
export interface KnownItem {
  readonly id: number
  readonly account: number
}

export class Story {
  readonly chance: Chance
  readonly contracts: KnownContract[] = []
  readonly payments: KnownPayment[] = []
  readonly assets: KnownAsset[] = []
  readonly items: readonly KnownItem[]
  /** What a euro is worth from a day on, the earliest first. */
  readonly rates: { readonly date: string; readonly rate: string }[] = []
  /** Customer credits that the driver wrote itself, with their contract. */
  readonly credits = new Map<number, number>()
  /** What customers owe by the documents of each contract. */
  readonly receivables = new Map<number, { inCompany: bigint; inRecord: bigint; currency: string }>()
  locked = ''
  isDemanding = false
  readonly seen = new Map<string, number>()

  constructor(seed: number) {
    this.chance = chanceOf(seed)
    this.enter(createSimulator({ now: '2026-01-01T06:00:00Z', rateLimits: false, seed }))
    this.items = this.#makeItems()
    this.setRate(EURO_FROM)
  }

  get simulator(): Simulator {
    if (!this.#simulator) throw new Error('the story has not begun')
    return this.#simulator
  }

  #simulator: Simulator | undefined

  /** Goes on in another world. */
  enter(simulator: Simulator): void {
    this.#simulator?.[Symbol.dispose]()
    this.#simulator = simulator
    this.#hasChanged = true
    simulator.subscribe(() => {
      this.#hasChanged = true
    })
  }

  /** Whether anything has changed since the last call. */
  takeChange(): boolean {
    const hasChanged = this.#hasChanged
    this.#hasChanged = false
    return hasChanged
  }

  #hasChanged = true

  get today(): string {
    return this.simulator.clock.now.slice(0, 10)
  }

  rateOn(currency: string, date: string): string {
    if (currency === 'USD') return '1'
    return this.rates.filter((one) => one.date <= date).at(-1)?.rate ?? '1'
  }

  setRate(date: string): void {
    const rate = `${this.chance.below(2)}.${5000 + this.chance.below(5000)}`
    this.simulator.admin.exchangeRates.set('EUR', 'USD', rate, date)
    this.rates.push({ date, rate })
  }

  accountNumber(id: number): number {
    const known = this.#numbers.get(id)
    if (known !== undefined) return known
    for (const one of this.simulator.records.accounts.list({ limit: 100 } as never).items)
      this.#numbers.set(one.id, one.number)
    return this.#numbers.get(id) ?? 0
  }

  readonly #numbers = new Map<number, number>()

  /** Those of the driver and the one that its end brought. */
  creditsOf({ id, name, ended }: KnownContract) {
    const { customerCredits } = this.simulator.records
    const own = [...this.credits].filter(([, contract]) => contract === id).map(([number]) => number)
    // Looked for once: after that its number is known.
    if (ended !== undefined && !this.#lastCredits.has(id)) {
      const last = customerCredits.find((one) => one.memo === `Termination of ${name}`)
      if (last) this.#lastCredits.set(id, last.number)
    }
    const last = this.#lastCredits.get(id)
    return [...own, ...(last === undefined ? [] : [last])].map((number) => customerCredits.get(number))
  }

  readonly #lastCredits = new Map<number, number>()

  /** Told by its memo when it is first seen; a later PUT may take the memo away. */
  isSettlement({ name }: KnownContract, { memo, number }: { memo: string | null; number: number }): boolean {
    if (memo === `Termination of ${name}`) this.#settlements.add(number)
    return this.#settlements.has(number)
  }

  readonly #settlements = new Set<number>()

  /** Reports usage as a client does. */
  async upsert(contract: number, items: readonly object[]): Promise<void> {
    const answer = await clientOf(this.simulator)(
      'POST',
      `/public/v1/contracts/${contract}/usage/bulk-upsert/`,
      {
        items,
      },
    )
    if (answer.status >= 500) throw new Error(answer.text)
    this.count(answer.status === 200 ? 'use' : `use refused: ${Object.keys(answer.errors).join(' ')}`)
  }

  /** Tries something; what the service refuses is counted and leaves nothing behind. */
  try(what: string, act: () => void): boolean {
    try {
      act()
      this.count(what)
      return true
    } catch (error) {
      if (!isRefusal(error) && !isOptionError(error)) throw error
      const members = isRefusal(error) ? Object.keys(error.errors).join(' ') : error.option
      this.count(`${what} refused: ${members}`)
      return false
    }
  }

  count(what: string): void {
    this.seen.set(what, (this.seen.get(what) ?? 0) + 1)
  }

  #makeItems(): KnownItem[] {
    const { accounts, items } = this.simulator.records
    for (const number of [2410, 2420])
      accounts.create({ number, name: `Deferred ${number}`, account_type: 'deferred_revenue' } as never)
    const income = accounts.get(4000).id
    return [...ITEM_ACCOUNTS, 2400].map((account, index) => ({
      account,
      id: items.create({
        name: `Plan ${index}`,
        sku: `PLAN-${index}`,
        item_type: 'service',
        is_active: true,
        income_account_id: income,
        deferral_account_id: accounts.get(account).id,
      } as never).id,
    }))
  }
}

export const STRATEGIES: readonly Strategy[] = [
  'straight_line',
  'straight_line',
  'straight_line_start_end_even',
  'daily_prorata',
  'immediate',
  'deposit_release',
]
