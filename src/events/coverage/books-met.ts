import type { World } from '../../engine/model/context'
import { messages } from '../../engine/model/refusals'
import { linesOf } from '../../engine/model/row'
import { hasMinus } from '../../engine/write/assumptions'
import type { Change } from '../../kernel/history'
import type { Row } from '../../kernel/row'
import type { TrafficEntry } from '../traffic/traffic-entry'
import { templatesOf } from '../traffic/wire-message'

type Note = (dimension: 'time' | 'states' | 'money', what: string) => void

/** The maximum number of documents whose due dates are remembered. */
const AT_MOST = 5000

const NOTHING = '0.00'

/** Refusals for which bookkeepers have a name. */
const REFUSED: Readonly<Record<string, readonly [dimension: 'time' | 'money', what: string]>> = {
  [messages.locked.template]: ['time', 'closed period'],
  [messages.overApplied('', '').template]: ['money', 'over-payment'],
}

/** Records the days, states and amounts of a world's records, in a bookkeeper's categories. */
export class BooksMet {
  /** The day of the last request, `2026-01-15`. */
  #day = ''
  #currency: unknown
  /** The due dates of open documents. */
  readonly #due = new Map<string, string>()
  /** True if the day or the documents have changed since the last read. */
  #isNew = true

  request({ at, request, reason }: TrafficEntry, note: Note): void {
    const refused = REFUSED[templatesOf(reason)?.[0]?.[1] ?? '']
    if (refused) note(...refused)
    const [before, day] = [this.#day, at.slice(0, 10)]
    if (before !== day) this.#isNew = true
    if (request.method === 'GET' && this.#isNew) {
      this.#isNew = false
      if (this.#isOverdue(day)) note('time', 'overdue')
    }
    if (before === day) return
    this.#day = day
    if (day.endsWith('-02-29')) note('time', '29 February')
    if (before === '' || before.slice(0, 7) === day.slice(0, 7)) return
    note('time', 'month end')
    if (before.slice(0, 4) !== day.slice(0, 4)) note('time', 'year end')
  }

  #isOverdue(day: string): boolean {
    for (const due of this.#due.values()) if (due < day) return true
    return false
  }

  committed(changes: readonly Change[], { registry }: World, note: Note): void {
    for (const { scope, table, key, before, after } of changes) {
      const type = registry.find(table)
      // A document has an amount; master data has none.
      if (!type || !after || typeof after.amount !== 'string') continue
      this.#document(`${scope} ${table} ${key}`, before, after, note)
      if (type.lineMembers.some((member) => linesOf(after, member).some(isNegative)))
        note('money', 'negative line')
    }
  }

  #document(name: string, before: Row | undefined, after: Row, note: Note): void {
    const { amount, amount_due: due, currency_iso_4217_code: currency, record_status: status } = after
    if (typeof status === 'string') note('states', status)
    if (amount === NOTHING) note('money', 'zero')
    if (typeof currency === 'string') {
      this.#currency ??= currency
      if (currency !== this.#currency) note('money', 'second currency')
    }
    if (typeof due !== 'string') return
    if (before && isPaid(before, after)) note('money', due === NOTHING ? 'exact payment' : 'partial payment')
    this.#isNew = true
    if (due === NOTHING || status !== 'posted' || typeof after.due_date !== 'string') this.#due.delete(name)
    else if (this.#due.size < AT_MOST) this.#due.set(name, after.due_date)
  }
}

/** True if only the open amount decreased. An edit or archiving also changes the amount or the status. */
const isPaid = (before: Row, after: Row): boolean =>
  before.amount === after.amount &&
  before.record_status === after.record_status &&
  Number(after.amount_due) < Number(before.amount_due)

const isNegative = ({ quantity, rate }: Row): boolean => hasMinus(quantity) !== hasMinus(rate)
