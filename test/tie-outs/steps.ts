/** Everything that may happen to the contracts of a story, sensible or not. */

import { demandDepartments } from '../contracts/quarter'
import { cents, centsText } from '../simulation/arithmetic'
import { otherSteps } from './acts'
import { assetSteps } from './assets'
import { later, plusDays } from './days'
import { isLive, sell } from './sell'
import type { KnownContract, Story } from './story'

export interface RandomStep {
  /** How often it is drawn, beside the others. */
  readonly weight: number
  take(story: Story): void | Promise<void>
}

const CONTRACTS_AT_ONCE = 25

const some = (story: Story, fits: (one: KnownContract) => boolean): KnownContract | undefined => {
  const found = story.contracts.filter(fits)
  if (found.length === 0) return undefined
  const one = story.chance.pick(found)
  one.audited = undefined
  return one
}

/** The contract is no longer to be foretold in all that it bills. */
const disturb = (story: Story): void => {
  for (const one of story.contracts) one.isDelayed = true
}

interface Invoice {
  number: number
  date: string
  amount: string
  amount_due: string
  record_status: string
  exchange_rate: string
  currency_iso_4217_code: string
  customer_id: number
  items: { item_id: number; quantity: string; rate: string; position: number; memo: string }[]
}

const invoiceOf = (story: Story, number: number): Invoice =>
  story.simulator.records.invoices.get(number) as unknown as Invoice

function someInvoice(story: Story, contract: KnownContract | undefined): Invoice | undefined {
  const shown = contract && story.simulator.records.contracts.get(contract.id)
  const posted = (shown?.invoices ?? []).filter((one) => one.record_status === 'posted')
  return posted.length === 0 ? undefined : invoiceOf(story, story.chance.pick(posted).number)
}

/** The body of a PUT that names no ids, with what a client would know of the invoice. */
const bodyOf = (invoice: Invoice, more: object) => ({
  date: invoice.date,
  company_id: 1,
  customer_id: invoice.customer_id,
  currency_iso_4217_code: invoice.currency_iso_4217_code,
  exchange_rate: invoice.exchange_rate,
  items: invoice.items.map(({ item_id, quantity, rate, position }) => ({
    item_id,
    quantity,
    rate,
    position,
  })),
  ...more,
})

function putInvoice(story: Story): void {
  const { chance, simulator } = story
  const contract = some(story, isLive)
  const invoice = someInvoice(story, contract)
  if (!contract || !invoice) return
  const isPlain = contract.isPrepared || invoice.items.length === 0
  const [what, more] = chance.pick<[string, object]>([
    ['memo', { memo: 'edited', contracted: chance.below(2) === 0 }],
    ...(invoice.currency_iso_4217_code === 'EUR'
      ? [['rate', { exchange_rate: `1.${1000 + chance.below(9000)}` }] as [string, object]]
      : []),
    ['date', { date: plusDays(invoice.date, chance.below(20) - 5) }],
    ...(isPlain ? [] : [['price', { items: repriced(story, invoice) }] as [string, object]]),
  ])
  if (
    story.try(`put ${what}`, () =>
      simulator.records.invoices.update(invoice.number, bodyOf(invoice, more) as never),
    )
  )
    contract.isEdited ||= what === 'price' || what === 'date'
}

const repriced = ({ chance }: Story, invoice: Invoice): object[] =>
  bodyOf(invoice, {}).items.map((line) => ({
    ...line,
    rate: centsText((cents(Number(line.rate).toFixed(2)) * BigInt(50 + chance.below(100))) / 100n),
  }))

function pay(story: Story): void {
  const { chance, simulator } = story
  const invoice = someInvoice(
    story,
    some(story, () => true),
  )
  if (!invoice || invoice.amount_due === '0.00') return
  const due = cents(invoice.amount_due)
  const amount = chance.below(2) === 0 ? due : due / 2n
  const isEuro = invoice.currency_iso_4217_code === 'EUR'
  const body = {
    ...{ date: later(invoice.date, story.today), company_id: 1, memo: '' },
    ...{ customer_id: invoice.customer_id, check_number: '' },
    account_number: isEuro ? 1010 : 1000,
    currency_iso_4217_code: invoice.currency_iso_4217_code,
    exchange_rate: isEuro ? `1.${1000 + chance.below(9000)}` : '1',
    items: [{ invoice_number: invoice.number, amount: centsText(amount), position: 1 }],
  }
  if (amount > 0n && story.try('pay', () => simulator.records.customerPayments.create(body as never)))
    story.payments.push({ invoice: invoice.number, amount })
}

function use(story: Story): Promise<void> | void {
  const { chance, simulator } = story
  const contract = some(story, (one) => one.usage !== undefined && isLive(one) && one.ended === undefined)
  const usage = contract?.usage
  if (!contract || !usage) return
  const known = simulator.records.contracts.get(contract.id).obligation_usage
  const isCorrected = known.length > 0 && chance.below(3) === 0
  const items = Array.from({ length: isCorrected ? 1 : 1 + chance.below(3) }, () => ({
    ...(isCorrected && { id: chance.pick(known).id }),
    obligation_id: usage.id,
    usage_date: plusDays(story.today, 20 - chance.below(45)),
    quantity: 10 + chance.below(500),
    ...(chance.below(6) === 0 && { status: chance.pick(['draft', 'archived']) }),
  }))
  return story.upsert(contract.id, items)
}

function end(story: Story): void {
  const contract = some(story, (one) => isLive(one) && one.ended === undefined)
  if (!contract) return
  const day = plusDays(story.today, story.chance.below(70) - 50)
  if (story.try('terminate', () => story.simulator.admin.contracts.terminate(contract.id, day)))
    contract.ended = day
}

function creditInvoice(story: Story): void {
  const contract = some(story, (one) => isLive(one) && one.ended === undefined)
  const invoice = someInvoice(story, contract)
  const sold = contract?.obligations.find(({ item }) => item === invoice?.items[0]?.item_id)
  if (!contract || !invoice || !sold || sold.account === 2200) return
  story.try('credit', () => {
    const made = story.simulator.records.customerCredits.create({
      ...{ date: story.today, invoice_number: invoice.number },
      exchange_rate: story.rateOn(contract.currency, story.today),
      items: [{ item_id: sold.item, quantity: 1, rate: '25.00', position: 1 }],
    } as never)
    story.credits.set(made.number, contract.id)
    contract.isEdited = true
  })
}

/** From now on, or no longer, every line of an invoice needs a department, which no obligation has. */
function demand(story: Story): void {
  story.isDemanding = !story.isDemanding
  demandDepartments(story.simulator, story.isDemanding)
  disturb(story)
}

function lock(story: Story): void {
  const { periods } = story.simulator.admin
  if (story.locked !== '' && story.chance.below(2) === 0) periods.unlock(1)
  else periods.lockThrough(1, plusDays(story.today, story.chance.below(60) - 35))
  story.locked = 'ever'
  disturb(story)
}

const STEPS: readonly RandomStep[] = [
  {
    weight: 14,
    take: (story) => {
      const open = story.contracts.filter(
        (one) => isLive(one) && one.ended === undefined && one.end >= story.today,
      )
      if (open.length < CONTRACTS_AT_ONCE) sell(story)
    },
  },
  {
    weight: 24,
    take: async (story) => {
      await story.simulator.clock.advance({ days: 1 + story.chance.below(9) })
      story.count('advance')
    },
  },
  { weight: 16, take: putInvoice },
  { weight: 10, take: pay },
  { weight: 10, take: use },
  { weight: 4, take: end },
  { weight: 3, take: creditInvoice },
  { weight: 2, take: demand },
  { weight: 1, take: lock },
  {
    weight: 3,
    take: (story) => {
      const contract = some(story, (one) => !one.isActive && !one.isArchived)
      if (contract && story.try('activate', () => story.simulator.admin.contracts.activate(contract.id)))
        contract.isActive = true
    },
  },
  {
    weight: 2,
    take: (story) => {
      const last = story.rates.at(-1)?.date ?? ''
      const next = plusDays(story.today, 1 + story.chance.below(20))
      if (next > last) story.setRate(next)
    },
  },
  {
    weight: 2,
    take: (story) => {
      const contract = some(story, isLive)
      const invoice = someInvoice(story, contract)
      if (
        contract &&
        invoice &&
        story.try('archive', () => story.simulator.records.invoices.remove(invoice.number))
      )
        contract.isEdited = true
    },
  },
  {
    weight: 1,
    take: (story) => {
      const contract = some(story, (one) => one.isActive && !one.isArchived)
      if (
        contract &&
        story.try('archive contract', () => story.simulator.records.contracts.remove(contract.id))
      )
        contract.isArchived = true
    },
  },
  ...assetSteps,
  ...otherSteps,
]

const DRAWN: readonly RandomStep[] = STEPS.flatMap((step) => Array.from({ length: step.weight }, () => step))

export const takeStep = async (story: Story): Promise<void> => story.chance.pick(DRAWN).take(story)
