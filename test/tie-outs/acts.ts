/** Acts beside the contracts of a story: entries that owe, payments and assets that name lines, templates, files. */

import { createSimulator } from 'accounting-simulator'
import { expect } from 'vitest'
import { centsText } from '../simulation/arithmetic'
import { checked } from '../support/checked'
import { plusDays } from './days'
import type { RandomStep } from './steps'
import type { Story } from './story'

const COMPANY = { company_id: 1, currency_iso_4217_code: 'USD', exchange_rate: '1', memo: '' }
const [OWED, COST, FEES] = [2000, 6000, 6100]

interface Line {
  readonly id: number
}

/** Records of the world that have not been archived, the newest first. */
const live = <R extends { record_status: string }>(set: { findMany(where: (one: R) => boolean): R[] }): R[] =>
  set.findMany(({ record_status }) => record_status !== 'archived').reverse()

function owe(story: Story): void {
  const { chance, simulator } = story
  const amount = centsText(BigInt(100 + chance.below(50_000)))
  const date = plusDays(story.today, chance.below(30) - 15)
  story.try('owe', () =>
    simulator.records.journalEntries.create({
      ...COMPANY,
      date,
      ...(chance.below(3) === 0 && { reversal_date: plusDays(date, 1 + chance.below(60)) }),
      items: [
        {
          account_number: OWED,
          vendor_id: 1 + chance.below(2),
          debit: '0',
          credit: amount,
          memo: '',
          position: 1,
        },
        { account_number: COST, debit: amount, credit: '0', memo: '', position: 2 },
      ],
    } as never),
  )
}

/** A PUT of an entry as its GET shows it, but for something; some of that takes a line away from those who name it. */
function putEntry(story: Story): void {
  const { chance, simulator } = story
  const { journalEntries } = simulator.records
  const entries = live(journalEntries).slice(0, 12)
  if (entries.length === 0) return
  const entry = chance.pick(entries)
  const { date, reversal_date, memo } = entry
  const items = (entry.items ?? []).map(({ id, account_number, vendor_id, debit, credit, position }) => ({
    ...{ id, account_number, vendor_id, debit, credit, position, memo: '' },
  }))
  const [what, more] = chance.pick<[string, object]>([
    ['as it is', {}],
    ['memo', { memo: `${memo}.` }],
    ['archived', { record_status: 'archived' }],
    ['no ids', { items: items.map(({ id: _, ...line }) => line) }],
    ['no reversal', { reversal_date: null }],
    ['account', { items: items.map((line, at) => (at === 0 ? { ...line, account_number: FEES } : line)) }],
    ['date', { date: plusDays(date, chance.below(20) - 10) }],
  ])
  const body = { ...COMPANY, date, reversal_date, memo, items, ...more }
  story.try(`put entry ${what}`, () => journalEntries.update(entry.number, body as never))
}

/** Pays lines of entries, on drafts or for real, now or later. */
function payEntry(story: Story): void {
  const { chance, simulator } = story
  const entries = live(simulator.records.journalEntries).slice(0, 12)
  if (entries.length === 0) return
  const entry = chance.pick(entries)
  const lines = [...(entry.items ?? []), ...(chance.below(2) === 0 ? (entry.reversal_items ?? []) : [])]
  const named = lines.filter(({ account_number }) => account_number === OWED) as unknown as Line[]
  story.try('pay entry', () =>
    simulator.records.vendorPayments.create({
      ...COMPANY,
      date: plusDays(entry.date, chance.below(40)),
      ...{ account_number: 1000, check_number: '' },
      record_status: chance.below(2) === 0 ? 'draft' : 'posted',
      items: named.map(({ id }, position) => ({
        ...{ journal_entry_line_id: id, amount: `${1 + chance.below(3)}.00`, position },
      })),
    } as never),
  )
}

function putPayment(story: Story): void {
  const { chance, simulator } = story
  const { vendorPayments } = simulator.records
  const payments = live(vendorPayments).slice(0, 12)
  if (payments.length === 0) return
  const payment = chance.pick(payments)
  const record_status = chance.pick([payment.record_status, 'posted', 'archived'])
  const items = (payment.items ?? []).map(({ id, journal_entry_line_id, amount, position }) => ({
    ...{ id, journal_entry_line_id, amount, position },
  }))
  const { date } = payment
  story.try(`put payment ${record_status}`, () =>
    vendorPayments.update(payment.number, {
      ...COMPANY,
      ...{ date, items, record_status, account_number: 1000, check_number: '' },
    } as never),
  )
}

/** Names the newest bill's line as the source of an asset, or writes that bill again. */
function nameSource(story: Story): void {
  const { chance, simulator } = story
  const { bills, fixedAssets } = simulator.records
  const [bill] = live(bills)
  const asset = story.assets.at(-1)
  if (!bill || !asset) return
  const items = (bill.items ?? []).map(({ id, item_id, quantity, rate, position }) => ({
    ...{ id, item_id, quantity, rate, position },
  }))
  if (chance.below(2) === 0) {
    const { number, company_name: _, internal_id: __, ...shown } = fixedAssets.get(asset.number)
    if (shown.status !== 'active') return
    const source_lines = items.slice(0, 1).map(({ id }) => ({ type: 'bill_line', id }))
    story.try('name source', () => fixedAssets.update(number, { ...shown, source_lines } as never))
    asset.isAsPlanned = false
    return
  }
  const isKept = chance.below(2) === 0
  const lines = isKept ? items : items.map(({ id: _, ...line }) => line)
  const { date, vendor_id } = bill
  story.try(`put bill ${isKept ? 'with' : 'without'} ids`, () =>
    bills.update(bill.number, { ...COMPANY, date, vendor_id, items: lines } as never),
  )
}

const WHEN = ['FREQ=MONTHLY', 'FREQ=WEEKLY', 'FREQ=DAILY;INTERVAL=10;COUNT=9']

function repeat(story: Story): void {
  const { chance, simulator } = story
  const { recurringBills } = simulator.records
  if (recurringBills.count() >= 4) {
    const [first] = recurringBills.list().items
    if (first) story.try('end template', () => recurringBills.remove(first.number))
    return
  }
  const date = plusDays(story.today, chance.below(120))
  story.try('template', () =>
    recurringBills.create({
      ...{ name: 'Rent', memo: '', date, company_id: 1, status: 'active', recurring_type: 'automatic' },
      rrule: chance.pick(WHEN),
      record_payload: {
        ...{ ...COMPANY, date, vendor_id: 1, reference_number: '' },
        items: [{ item_id: 1, quantity: 1, rate: '10.00', position: 1 }],
      },
    } as never),
  )
}

/** The world goes on as the one that its export makes, which is exported as it was, and is sound in strict mode, too. */
export function reenter(story: Story): void {
  const file = story.simulator.export()
  const text = JSON.stringify(file)
  const strict = createSimulator({ world: checked(file), strict: true, rateLimits: false })
  expect(JSON.stringify(strict.export().tables) === JSON.stringify(file.tables), 'strict').toBe(true)
  const twin = createSimulator({ world: checked(JSON.parse(text)) })
  expect(JSON.stringify(twin.export()) === text, 'byte for byte').toBe(true)
  story.enter(twin)
  story.count('file')
}

export const otherSteps: readonly RandomStep[] = [
  { weight: 4, take: owe },
  { weight: 5, take: putEntry },
  { weight: 4, take: payEntry },
  { weight: 3, take: putPayment },
  { weight: 3, take: nameSource },
  { weight: 1, take: repeat },
  { weight: 1, take: reenter },
]
