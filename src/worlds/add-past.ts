import { Chance } from '../api/making/chance'
import type { Body } from '../api/making/factory-context'
import { makeRecord } from '../api/making/make-record'
import type { Scope } from '../engine/model/context'
import { DAY_MS } from '../kernel/civil-day'
import type { Row } from '../kernel/store'
import type { AgedWorld } from './aged'

/** An event in the past of a world. */
interface PastEvent {
  readonly at: number
  happen(): void
}

const SLOWEST_DAYS = 60
/** One payment in this number pays only half of the document. */
const PARTS = 8
const USUAL_TERM_DAYS = 30

const PAYMENTS = {
  invoices: { resource: 'customerPayments', names: 'invoice_number', party: 'customer_id' },
  bills: { resource: 'vendorPayments', names: 'bill_number', party: null },
} as const

type PastKind = keyof typeof PAYMENTS

/** Moves a world from its time to a later one, with business on the days between. */
export function addPast(scope: Scope, past: AgedWorld['aged'], until: number): void {
  const { invoices, bills, paid, seed } = past
  const { clock } = scope.world
  const chance = new Chance(seed)
  const from = clock.now
  const headOf = headsOf(scope, past)
  const events = [
    ...eventsOf(scope, 'invoices', invoices, { from, until, paid, chance, headOf }),
    ...eventsOf(scope, 'bills', bills, { from, until, paid, chance, headOf }),
  ].sort((a, b) => a.at - b.at)
  for (const { at, happen } of events) {
    clock.moveTo(at)
    happen()
  }
  clock.moveTo(until)
}

interface Course {
  readonly from: number
  readonly until: number
  readonly paid: number
  readonly chance: Chance
  /** Chooses the company and the currency of the next document. */
  readonly headOf: () => Body
}

/** Documents at equal distances in time, and payments of most of them. */
function* eventsOf(
  scope: Scope,
  kind: PastKind,
  count: number,
  { from, until, paid, chance, headOf }: Course,
): Iterable<PastEvent> {
  for (let index = 0; index < count; index += 1) {
    const at = from + Math.floor(((index + 0.5) / count) * (until - from))
    const [own, payment] = [chance.integer(0, SEEDS), chance.integer(0, SEEDS)]
    let made: Row | undefined
    yield {
      at,
      happen() {
        made = makeRecord(scope, kind, { ...termOf(scope), ...headOf() }, own).record
      },
    }
    const paidAt = at + chance.integer(1, SLOWEST_DAYS) * DAY_MS
    const isPart = chance.integer(1, PARTS) === 1
    if (chance.fraction() >= paid || paidAt > until) continue
    yield {
      at: paidAt,
      happen: () => made && makeRecord(scope, PAYMENTS[kind].resource, bodyOf(kind, made, isPart), payment),
    }
  }
}

const SEEDS = 2 ** 32 - 1

function bodyOf(kind: PastKind, made: Row, isPart: boolean): Body {
  const { names, party } = PAYMENTS[kind]
  const amount = isPart ? (Number(made.amount_due) / 2).toFixed(2) : made.amount_due
  return {
    company_id: made.company_id,
    currency_iso_4217_code: made.currency_iso_4217_code,
    exchange_rate: made.exchange_rate,
    ...(party && { [party]: made[party] }),
    items: [{ [names]: made.number, amount, position: 1 }],
  }
}

/** Chooses a head for each document, from the given companies and currencies. */
function headsOf({ world, organization }: Scope, past: AgedWorld['aged']): () => Body {
  const { companies, currencies, seed } = past
  const chance = new Chance(seed + 1)
  const all = [...world.store.table(organization, 'companies').rows()].filter(
    ({ is_active }) => is_active !== false,
  )
  const own = companies || past.world ? all : all.slice(0, 1)
  return () => {
    const [company] = own.length > 1 ? [chance.pick(own)] : own
    if (company === undefined) return {}
    const home = String(company.currency_iso_4217_code)
    const codes = Object.keys(currencies ?? {})
    const code = codes.length > 0 ? chance.pick(codes) : home
    const worth = (currency: string): number => currencies?.[currency] ?? 1
    const rate = code === home ? '1' : (worth(code) / worth(home)).toFixed(6)
    return { company_id: company.id, currency_iso_4217_code: code, exchange_rate: rate }
  }
}

function termOf({ world, organization }: Scope): Body {
  const term = world.store.table(organization, 'terms').find('days', USUAL_TERM_DAYS)
  return term ? { term_id: term.id } : {}
}
