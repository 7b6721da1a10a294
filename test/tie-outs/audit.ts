import type { Simulator } from 'accounting-simulator'
import { cents, centsText, converted } from '../simulation/arithmetic'
import { Carried, type Worth } from './carried'
import type { LedgerIndex } from './ledger-index'
import { summed, told } from './parts'
import { earnedUntil, instalments, type Part, recognised } from './schedules'
import { isLive, scheduleOf } from './sell'
import { Split } from './split'
import type { KnownContract, Story } from './story'

type Shown = ReturnType<Simulator['records']['contracts']['get']>
type Invoice = ReturnType<Simulator['records']['invoices']['get']>
type Credit = ReturnType<Simulator['records']['customerCredits']['get']>

/** One posted document or entry, in the order in which it counts. */
interface Event {
  readonly date: string
  readonly rank: number
  readonly number: number
  readonly type: 'invoices' | 'revenueRecognitions' | 'customerCredits'
  /** What it moves on each account, or all that is there where it settles the rest. */
  readonly split: () => Map<number, bigint>
  readonly rate: string
  readonly amount: bigint
}

const REVENUE = 4000
const RECEIVABLE = 1100
const REALISED = 7000
const ROUNDING = 7010

/** Whether the public answers about one contract tie out with the ledger and with what the driver works out. */
export class Audit {
  readonly #carried = new Map<number, Carried>()
  readonly #found: string[] = []

  constructor(
    private readonly story: Story,
    private readonly ledger: LedgerIndex,
    private readonly known: KnownContract,
  ) {}

  problems(): string[] {
    const { known, story } = this
    const { records } = story.simulator
    const shown = records.contracts.get(known.id)
    const invoices = shown.invoices.map(({ number }) => records.invoices.get(number))
    const credits = story.creditsOf(known)
    this.#countReceivables(invoices, credits)
    for (const event of this.#events(shown, invoices, credits)) this.#follow(event)
    this.#nothingOfArchived(shown, invoices, credits)
    this.#schedule(shown)
    this.#billing(shown, invoices)
    this.#end(shown)
    const isOver = shown.status !== 'active' && shown.status !== 'draft'
    known.isSettled = isOver && shown.revenue_recognitions.every((one) => one.record_status !== 'draft')
    // What time could not do yet is still to come.
    const isWaiting = story.simulator.clock
      .undone()
      .some(({ state, record }) => state === 'waiting' && record.number === known.id)
    known.isSettled &&= !isWaiting && (known.ended === undefined || known.ended < story.today)
    return this.#found.map((text) => `${known.name} (${shown.status}): ${text}`)
  }

  #complain(text: string): void {
    this.#found.push(text)
  }

  #countReceivables(invoices: readonly Invoice[], credits: readonly Credit[]): void {
    let [inCompany, inRecord] = [0n, 0n]
    for (const invoice of invoices) {
      if (invoice.record_status !== 'posted') continue
      const amount = cents(invoice.amount)
      let [left, carried] = [amount, converted(amount, String(invoice.exchange_rate))]
      for (const payment of this.story.payments.filter((one) => one.invoice === invoice.number)) {
        carried -=
          payment.amount === left ? carried : converted(payment.amount, String(invoice.exchange_rate))
        left -= payment.amount
      }
      if (cents(invoice.amount_due) !== left)
        this.#complain(`invoice ${invoice.number} is due ${invoice.amount_due}`)
      inCompany += carried
      inRecord += left
    }
    for (const credit of credits) {
      if (credit.record_status !== 'posted') continue
      inCompany -= converted(cents(credit.amount), String(credit.exchange_rate))
      inRecord -= cents(credit.remaining_amount)
    }
    this.story.receivables.set(this.known.id, { inCompany, inRecord, currency: this.known.currency })
  }

  #events(shown: Shown, invoices: readonly Invoice[], credits: readonly Credit[]): Event[] {
    const { known, story } = this
    const split = new Split(known.obligations)
    const events: Event[] = [
      ...invoices.map((one) => ({
        ...{ date: one.date, number: one.number, type: 'invoices' as const },
        rank: story.isSettlement(known, one) ? 3 : 0,
        ...{ rate: String(one.exchange_rate), amount: cents(one.amount), status: one.record_status },
        split: () => this.#splitOf(split, one),
      })),
      ...shown.revenue_recognitions.map((one) => ({
        ...{ date: one.date, rank: 1, number: one.number, type: 'revenueRecognitions' as const },
        ...{
          rate: story.rateOn(known.currency, one.date),
          amount: cents(one.amount),
          status: one.record_status,
        },
        split: () => new Map([[story.accountNumber(one.deferrered_revenue_account_id), cents(one.amount)]]),
      })),
      ...credits.map((one) => ({
        ...{ date: one.date, number: one.number, type: 'customerCredits' as const },
        rank: story.credits.has(one.number) ? 2 : 3,
        ...{ rate: String(one.exchange_rate), amount: cents(one.amount), status: one.record_status },
        split: () =>
          story.credits.has(one.number)
            ? new Map([[this.#accountOf(one.items[0]?.item_id), cents(one.amount)]])
            : this.#rest(cents(one.amount), 1n),
      })),
    ].filter(({ status }) => status === 'posted')
    return events.sort((a, b) =>
      // What settles a terminated contract closes what all others leave, whatever their dates.
      (a.rank === 3) !== (b.rank === 3)
        ? a.rank - b.rank
        : a.date !== b.date
          ? a.date < b.date
            ? -1
            : 1
          : a.rank - b.rank || a.number - b.number,
    )
  }

  #accountOf(item: number | undefined): number {
    const { obligations, usage } = this.known
    return usage?.item === item
      ? (usage?.account ?? 0)
      : (obligations.find((one) => one.item === item)?.account ?? 0)
  }

  #splitOf(split: Split, invoice: Invoice): Map<number, bigint> {
    const lines = (invoice.items ?? []).map(({ item_id, quantity, rate }) => ({
      item: item_id,
      amount: cents((Number(quantity) * Number(rate)).toFixed(2)),
    }))
    if (this.story.isSettlement(this.known, invoice)) return this.#rest(cents(invoice.amount), -1n)
    const { usage, isPrepared } = this.known
    if (usage && lines.some(({ item }) => item === usage.item)) {
      const all = lines.reduce((sum, { amount }) => sum + amount, 0n)
      return new Map([[usage.account, all]])
    }
    return isPrepared ? split.prepared(lines) : split.ordinary(lines)
  }

  /** Whatever is carried, and on the first account what the document says beyond it. */
  #rest(amount: bigint, sign: bigint): Map<number, bigint> {
    const { obligations, isPrepared, usage } = this.known
    const skipped = new Set(
      obligations.filter((one) => one.isSkipped && !isPrepared).map(({ account }) => account),
    )
    const rest = new Map<number, bigint>()
    for (const [account, { inRecord }] of [...this.#carried].sort(([a], [b]) => a - b))
      if (inRecord > 0n || (inRecord < 0n && !skipped.has(account))) rest.set(account, sign * inRecord)
    const sum = [...rest.values()].reduce((all, one) => all + one, 0n)
    const first = [...rest.keys()][0] ?? obligations[0]?.account ?? usage?.account ?? 0
    if (sum !== amount) rest.set(first, (rest.get(first) ?? 0n) + amount - sum)
    return rest
  }

  #follow(event: Event): void {
    const { type, number, rate } = event
    const moved = this.ledger.moved(type, number)
    const sides = { invoices: -1n, revenueRecognitions: 1n, customerCredits: 1n }
    let [gain, all, rounding] = [0n, 0n, 0n]
    for (const [account, amount] of event.split()) {
      const worth = this.#worth(type, account, amount, rate)
      const shown = moved.get(account) ?? { inCompany: 0n, inRecord: 0n }
      const expected = sides[type] * worth.value
      if (shown.inCompany !== expected)
        this.#complain(
          `${type} ${number} has ${centsText(shown.inCompany)} on ${account}, not ${centsText(expected)}`,
        )
      if (shown.inRecord !== sides[type] * amount && expected !== 0n)
        this.#complain(`${type} ${number} moves ${centsText(shown.inRecord)} on ${account}`)
      gain += worth.gain
      rounding += worth.rounding
      all += worth.value
    }
    const others: readonly [number, bigint][] =
      type === 'revenueRecognitions'
        ? [[REVENUE, -all]]
        : [
            [RECEIVABLE, -sides[type] * converted(event.amount, rate)],
            [REALISED, -gain],
          ]
    for (const [account, expected] of others) {
      const shown = moved.get(account)?.inCompany ?? 0n
      if (shown !== expected)
        this.#complain(`${type} ${number} has ${centsText(shown)} on ${account}, not ${centsText(expected)}`)
    }
    const rest = (moved.get(ROUNDING)?.inCompany ?? 0n) + rounding
    if (rest > 3n || rest < -3n) this.#complain(`${type} ${number} rounds by ${centsText(rest)}`)
  }

  #worth(type: Event['type'], account: number, amount: bigint, rate: string): Worth {
    const carried = this.#carried.get(account) ?? new Carried()
    this.#carried.set(account, carried)
    if (type === 'revenueRecognitions') return carried.earn(amount, rate)
    return type === 'invoices' ? carried.bill(amount, rate) : carried.credit(amount, rate)
  }

  #nothingOfArchived(shown: Shown, invoices: readonly Invoice[], credits: readonly Credit[]): void {
    const archived = [
      ...invoices.map((one) => ['invoices', one] as const),
      ...credits.map((one) => ['customerCredits', one] as const),
      ...shown.revenue_recognitions.map((one) => ['revenueRecognitions', one] as const),
    ].filter(([, one]) => one.record_status !== 'posted')
    for (const [type, { number }] of archived)
      for (const [account, { inCompany }] of this.ledger.moved(type, number))
        if (inCompany !== 0n)
          this.#complain(`${type} ${number} is not posted and has something on ${account}`)
  }

  /** What is planned or recognised of each obligation is what the strategy says. */
  #schedule(shown: Shown): void {
    const { known } = this
    if (!isLive(known)) return
    for (const [index, obligation] of known.obligations.entries()) {
      const id = shown.obligations[index]?.id
      const entries = shown.revenue_recognitions.filter(
        (one) => one.performance_obligation_id === id && one.record_status !== 'archived',
      )
      if (known.ended === undefined) {
        const due = told(scheduleOf(obligation))
        const planned = told(
          entries.map((one) => ({ date: one.transaction_date, amount: cents(one.amount) })),
        )
        if (planned !== due) this.#complain(`obligation ${index + 1} recognises ${planned}, not ${due}`)
      } else {
        const due = earnedUntil(obligation.allocated, obligation.term, known.ended)
        const earned = entries.reduce((sum, { amount }) => sum + cents(amount), 0n)
        if (earned !== due)
          this.#complain(
            `obligation ${index + 1} earned ${centsText(earned)} until ${known.ended}, not ${centsText(due)}`,
          )
      }
    }
  }

  #billing(shown: Shown, invoices: readonly Invoice[]): void {
    const { known, story } = this
    if (!isLive(known) || known.isEdited || known.ended !== undefined) return
    const own = invoices.filter(
      (one) =>
        one.record_status === 'posted' && !one.items?.some(({ item_id }) => item_id === known.usage?.item),
    )
    const billed = summed(own.map(({ date, amount }) => ({ date, amount: cents(amount) })))
    if (!known.isPrepared && !known.isDelayed) {
      const due = summed(this.#planned().filter(({ date }) => date <= story.today))
      if (told(billed) !== told(due)) this.#complain(`billed ${told(billed)}, not ${told(due)}`)
    }
    if (shown.status !== 'completed') return
    const sold = known.obligations.filter((one) => known.isPrepared || !one.isSkipped)
    const net = sold.reduce((sum, one) => sum + one.net, 0n)
    const all = billed.reduce((sum, { amount }) => sum + amount, 0n)
    if (all !== net) this.#complain(`billed ${centsText(all)} of ${centsText(net)}`)
  }

  #planned(): Part[] {
    return this.known.obligations.flatMap(({ net, billing, term, isSkipped, isSynchronised }) => {
      if (isSkipped) return []
      return isSynchronised
        ? recognised(net, term)
        : instalments(net, billing.start, billing.end, billing.every)
    })
  }

  /** A contract that is over carries nothing in either currency. */
  #end(shown: Shown): void {
    const { known, story } = this
    const isOpen = shown.revenue_recognitions.some((one) => one.record_status === 'draft')
    if (isLive(known) && known.ended === undefined && !known.isDelayed && known.end < story.today)
      if (shown.status !== 'completed') this.#complain(`still ${shown.status} after ${known.end}`)
    const isSettled = known.ended !== undefined && known.ended <= story.today && !isOpen && !known.isDelayed
    const isSkipped = !known.isPrepared && known.obligations.some((one) => one.isSkipped)
    if ((shown.status !== 'completed' && !isSettled) || known.isEdited || isSkipped || known.isArchived)
      return
    for (const [account, { inRecord, inCompany }] of this.#carried)
      if (inRecord !== 0n || inCompany !== 0n)
        this.#complain(`carries ${centsText(inRecord)}, worth ${centsText(inCompany)}, on ${account}`)
  }
}
