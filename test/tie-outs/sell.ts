/** Steps that sell: a contract as a request, and what the driver keeps in mind of it. */
import { cents, centsText } from '../simulation/arithmetic'
import { earlier, plusDays, plusMonths } from './days'
import { type Frequency, type Part, recognised, shared } from './schedules'
import { type KnownContract, type KnownObligation, STRATEGIES, type Story } from './story'

type Draft = Omit<KnownObligation, 'allocated'> & { readonly price: bigint; readonly body: object }

const CUSTOMERS = [1, 2, 3]

export function sell(story: Story): void {
  const { chance, simulator } = story
  const start = plusDays(story.today, chance.below(50) - 30)
  const end = plusDays(plusMonths(start, 1 + chance.below(9)), -1 + chance.below(20))
  const items = chance.some(story.items.slice(0, -1), 1 + chance.below(3))
  const isPriced = chance.below(2) === 0
  const drafts = items.map((item) => obligation(story, item, start, end, isPriced))
  const nets = drafts.map(({ net }) => net)
  const all = nets.reduce((sum, one) => sum + one, 0n)
  const allocated = isPriced
    ? shared(
        all,
        drafts.map(({ price }) => price),
      )
    : nets
  const meter = chance.below(3) === 0 ? story.items.at(-1) : undefined
  const name = `Contract ${story.contracts.length + 1}`
  const currency = chance.pick(['USD', 'EUR', 'EUR'])
  const isPrepared = chance.below(4) === 0
  const customer = chance.pick(CUSTOMERS)
  const isActive = chance.below(4) > 0
  const body = {
    company_id: 1,
    customer_id: customer,
    name,
    currency_iso_4217_code: currency,
    start_date: start,
    end_date: end,
    status: isActive ? 'active' : 'draft',
    obligations: [
      ...drafts.map((one) => one.body),
      ...(meter ? [{ item_id: meter.id, rate: '1.5', recognition_strategy: 'usage', position: 9 }] : []),
    ],
    ...(isPrepared && { prepared_invoices: prepared(story, drafts, all, start, end) }),
  }
  story.try('sell', () => {
    const made = simulator.records.contracts.create(body as never)
    story.contracts.push({
      ...{ id: made.id, name, customer, currency, end, isPrepared, isActive },
      obligations: drafts.map((one, index) => ({ ...one, allocated: allocated[index] ?? 0n })),
      usage: meter && { id: made.obligations.at(-1)?.id ?? 0, item: meter.id, account: meter.account },
      ended: undefined,
      ...{ isEdited: false, isArchived: false, isDelayed: story.locked !== '' || story.isDemanding },
      ...{ isSettled: false, audited: undefined },
    })
  })
}

function obligation(
  { chance }: Story,
  item: { id: number; account: number },
  start: string,
  end: string,
  isPriced: boolean,
): Draft {
  const rate = centsText(BigInt(1000 + chance.below(500_000)))
  const quantity = 1 + chance.below(3)
  const discount = chance.below(5) === 0 ? BigInt(1 + chance.below(900)) : 0n
  const strategy = chance.pick(STRATEGIES)
  const every = chance.pick<Frequency>(['monthly', 'monthly', 'annually', 'daily'])
  const bills = chance.pick<Frequency>(['monthly', 'annually', 'annually'])
  const billing = chance.below(4) === 0 ? earlier(end, plusDays(start, 20)) : start
  const isSynchronised = chance.below(4) === 0
  const isSkipped = chance.below(12) === 0
  const price = BigInt(1 + chance.below(90))
  return {
    ...{ item: item.id, account: strategy === 'deposit_release' ? 2200 : item.account },
    ...{ isSynchronised, isSkipped },
    net: cents(rate) * BigInt(quantity) - discount,
    term: { strategy, start, end, every: every === 'daily' ? 'monthly' : every },
    billing: { start: billing, end, every: bills },
    price: price * BigInt(quantity),
    body: {
      ...{ item_id: item.id, quantity, rate, recognition_strategy: strategy },
      ...(discount > 0n && { discount_type: 'FIXED', discount_value: centsText(discount) }),
      ...(isPriced && { standalone_selling_price: Number(price) }),
      ...{ recognition_frequency: every === 'daily' ? 'monthly' : every, billing_frequency: bills },
      ...{ billing_start_date: billing, sync_billing_with_recognition: isSynchronised },
      skip_invoice_generation: isSkipped,
    },
  }
}

/** The net in two or three invoices, whose lines need not fit the obligations. */
function prepared(
  { chance }: Story,
  drafts: readonly Draft[],
  all: bigint,
  start: string,
  end: string,
): object[] {
  const count = 1 + chance.below(3)
  const amounts = shared(
    all,
    Array.from({ length: count }, () => BigInt(1 + chance.below(9))),
  )
  return amounts.map((amount, index) => {
    const lines = shared(
      amount,
      drafts.map(() => BigInt(1 + chance.below(5))),
    )
    return {
      date: earlier(end, plusDays(start, index * 20)),
      items: lines.map((line, at) => ({
        item_id: drafts[at]?.item,
        quantity: 1,
        rate: centsText(line),
        position: at + 1,
      })),
    }
  })
}

/** What the schedule of an obligation must be, in cents. */
export const scheduleOf = ({ allocated, term }: KnownObligation): Part[] => recognised(allocated, term)

export const isLive = (contract: KnownContract): boolean => contract.isActive && !contract.isArchived
