import type { LedgerEntry, Simulator } from 'accounting-simulator'
import * as fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Definition } from '../../src/engine/schema/define'
import * as catalogue from '../../src/resources/catalogue'
import { expectHledgerAgrees, isHledgerInstalled } from '../support/hledger'
import { BusinessYear } from '../support/worlds/business-year'
import { centsOf, OPEN, type OpenType } from '../support/worlds/open-documents'
import { type AnyRecord, type RecordTypeName, recordsOf } from '../support/worlds/sentences'
import { trading } from '../support/worlds/trade'

const seed = Number(process.env.YEAR_SEED ?? fc.sample(fc.nat(), 1)[0])

/** Every record of a type. */
function* all(simulator: Simulator, type: RecordTypeName): Iterable<AnyRecord> {
  for (let offset = 0; ; offset += 100) {
    const { items, count } = recordsOf(simulator, type).list({ offset })
    yield* items
    if (offset + 100 >= count) return
  }
}

/** Sums in cents by company and currency. */
class Sums extends Map<string, number> {
  add({ company_id, currency_iso_4217_code: currency }: AnyRecord, cents: number): void {
    const key = `${company_id} ${currency}`
    this.set(key, (this.get(key) ?? 0) + cents)
  }
  get amounts(): Record<string, string> {
    const some = [...this].filter(([, cents]) => cents !== 0).sort()
    return Object.fromEntries(some.map(([key, cents]) => [key, (cents / 100).toFixed(2)]))
  }
}

const isJournal = ({ record }: LedgerEntry): boolean => record.type === 'journalEntries'

/**
 * The balance of a control account in the currencies of the records. Manual journal entries belong to no
 * receivable.
 */
function carried(simulator: Simulator, account: number): Sums {
  const sums = new Sums()
  for (const entry of simulator.books.entries({ account_number: account })) {
    if (account !== 2000 && isJournal(entry)) continue
    const at = {
      company_id: entry.company_id,
      currency_iso_4217_code: entry.record_currency,
    } as unknown as AnyRecord
    for (const line of entry.lines.filter(({ account_number }) => account_number === account))
      sums.add(at, centsOf(line.amount_in_record_currency) * (Number(line.credit) > 0 ? -1 : 1))
  }
  return sums
}

/** The open amounts of the documents of an account, debits positive. */
function left(simulator: Simulator, types: Partial<Record<OpenType, 1 | -1>>): Sums {
  const sums = new Sums()
  for (const [type, sign] of Object.entries(types) as [OpenType, 1 | -1][])
    for (const record of all(simulator, type))
      if (record.record_status === 'posted') sums.add(record, sign * centsOf(record[OPEN[type].member]))
  return sums
}

/** Payable lines of journal entries and what payments took of them. */
function addJournalPayables(simulator: Simulator, sums: Sums): Sums {
  for (const entry of all(simulator, 'journalEntries'))
    if (entry.record_status === 'posted')
      for (const line of entry.items as { account_number: number; debit: string; credit: string }[])
        if (line.account_number === 2000) sums.add(entry, centsOf(line.debit) - centsOf(line.credit))
  for (const payment of all(simulator, 'vendorPayments'))
    if (payment.record_status === 'posted')
      for (const line of payment.items as { journal_entry_line_id: number | null; amount: string }[])
        if (line.journal_entry_line_id !== null) sums.add(payment, centsOf(line.amount))
  return sums
}

const opened = (strict: boolean) => trading({ now: '2026-01-01T00:00:00Z', strict })

describe(`the business year YEAR_SEED=${seed}`, () => {
  let simulator: Simulator
  beforeAll(async () => {
    // Audited every month in any case; after every write it takes long.
    simulator = opened(process.env.RUNS !== undefined)
    await new BusinessYear(seed, simulator).live(12, (month) =>
      expect(simulator.books.check(), `after month ${month}`).toEqual([]),
    )
  }, 240_000)

  test('has records of every type that posts, orders or recurs, in both companies and both currencies', () => {
    const definitions = Object.values(catalogue) as readonly Definition[]
    const transactional = definitions.filter(
      ({ document, recurs, internal }) => !internal && (document ?? recurs),
    )
    const missing = transactional.filter(
      ({ name }) => recordsOf(simulator, name as RecordTypeName).list().count === 0,
    )
    expect(missing.map(({ name }) => name)).toEqual([])
    const kinds = new Set(simulator.books.entries().map((one) => `${one.company_id} ${one.record_currency}`))
    expect([...kinds].sort()).toEqual(['1 EUR', '1 USD', '2 EUR', '2 USD'])
    const months = new Set(simulator.books.entries().map(({ date }) => date.slice(0, 7)))
    expect(months.size).toBeGreaterThanOrEqual(12)
    const gains = simulator.books
      .trialBalance()
      .filter(({ account_number }) => [7000, 7010].includes(account_number))
    expect(gains.length).toBe(4)
  })

  test('ends with books without a fault', () => {
    expect(simulator.books.check()).toEqual([])
  })

  test('has equal debits and credits in the trial balance, company by company', () => {
    for (const company of [1, 2]) {
      const lines = simulator.books.trialBalance(company)
      const total = (column: 'debits' | 'credits') =>
        lines.reduce((sum, line) => sum + centsOf(line[column]), 0)
      expect(total('debits')).toBe(total('credits'))
      expect(total('debits')).toBeGreaterThan(0)
    }
  })

  test('has what its documents leave open on the control accounts', () => {
    const receivable = left(simulator, { invoices: 1, customerCredits: -1 })
    for (const payment of all(simulator, 'customerPayments'))
      if (payment.record_status === 'posted') receivable.add(payment, -unassignedOf(payment))
    const payable = addJournalPayables(simulator, left(simulator, { bills: -1, vendorCredits: 1 }))
    expect(carried(simulator, 1100).amounts).toEqual(receivable.amounts)
    expect(carried(simulator, 2000).amounts).toEqual(payable.amounts)
    expect(carried(simulator, 2200).amounts).toEqual(left(simulator, { customerPrepayments: -1 }).amounts)
    expect(carried(simulator, 1300).amounts).toEqual(left(simulator, { vendorPrepayments: 1 }).amounts)
  })

  test('has banked everything but what its last deposits left', () => {
    for (const [company, currency] of [
      [1, 'USD'],
      [2, 'EUR'],
    ] as const)
      expect(carried(simulator, 1150).get(`${company} ${currency}`) ?? 0).toBe(0)
  })

  test.skipIf(!isHledgerInstalled)(
    'is a journal that hledger accepts and adds up to the same',
    { timeout: 60_000 },
    () => {
      expectHledgerAgrees(simulator)
    },
  )

  test('is the same in a fork', () => {
    const before = simulator.books.toJournal()
    expect(simulator.fork().books.toJournal()).toBe(before)
  })
})

/** Money without lines, in the record's currency: the whole less what lines say. */
function unassignedOf(payment: AnyRecord): number {
  const counted = (payment.items as { amount: string; customer_credit_number: number | null }[]).map(
    (line) => centsOf(line.amount) * (line.customer_credit_number === null ? 1 : -1),
  )
  return centsOf(payment.amount) - counted.reduce((total, one) => total + one, 0)
}

test('the same seed makes the same year', { timeout: 120_000 }, async () => {
  const firstMonth = async () => {
    const simulator = opened(true)
    await new BusinessYear(seed, simulator).live(1, () => expect(simulator.books.check()).toEqual([]))
    return simulator.books.toJournal()
  }
  expect(await firstMonth()).toBe(await firstMonth())
})
