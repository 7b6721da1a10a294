import { createSimulator } from '../built'
import { type Schedule, timings, type Variant } from '../harness'
import { report } from '../report'
import { FEW_INVOICES_CUSTOMER, fill } from '../worlds'

/** Questions to 20,000 invoices of five lines. */
const SCHEDULE: Schedule = { rounds: 11, sliceMilliseconds: 60, operationsAtMost: 400 }
const LONGEST_MILLISECONDS = 30

const { simulator, count } = fill(createSimulator({ rateLimits: false }), 20_000)
const { invoices } = simulator.records
const middle = Math.floor(count / 2)

const ask = (name: string, run: () => unknown): Variant => ({ name, run: () => void run() })

const [got, ...indexed] = await timings(
  [
    ask('get', () => invoices.get(middle)),
    ask('findFirst by number', () => invoices.findFirst({ number: middle })),
    ask('findMany by number', () => invoices.findMany({ number: middle })),
    ask('findFirst by customer', () => invoices.findFirst({ customer_id: FEW_INVOICES_CUSTOMER })),
    ask('findFirst by two members', () =>
      invoices.findFirst({ customer_id: FEW_INVOICES_CUSTOMER, company_id: 1 }),
    ),
  ],
  SCHEDULE,
)
report('Asking by an indexed member, against get', [
  { timing: got },
  ...indexed.map((timing) => ({ timing, against: got, aim: 2 })),
])

const others = await timings(
  [
    ask('a text', () => invoices.findMany({ memo: 'nobody wrote this' })),
    ask('an amount by a predicate', () => invoices.findMany({ amount_due: (due) => Number(due) < 0 })),
    ask('a name of another record', () => invoices.findMany({ customer_name: 'Nobody' })),
    ask('lines', () => invoices.findMany({ items: { item_id: 999 } })),
    ask('one predicate', () => invoices.findMany(({ amount_due, paid_total }) => amount_due < paid_total)),
    ask('the ten dearest', () => invoices.findMany({}, { orderBy: { amount: 'desc' }, take: 10 })),
    ask('counted', () => invoices.count({ memo: 'nobody wrote this' })),
  ],
  SCHEDULE,
)
report(
  `Asking by any other; at most ${LONGEST_MILLISECONDS} ms`,
  others.map((timing) => ({ timing })),
)

/** Entries of the timeline, bodies of about a kilobyte: filtering them all is for people who wait. */
const ENTRIES = 100_000
const LONGEST_FILTER_MILLISECONDS = 50

const watched = createSimulator({ rateLimits: false, traffic: { entries: ENTRIES, bytes: 1_000_000_000 } })
fill(watched, 1000)
for (let sent = 0; sent < ENTRIES; sent += 1) {
  const response = await watched.fetch(`/public/v1/invoices/${1 + (sent % 1000)}/`, {
    headers: { 'x-api-key': watched.apiKey },
  })
  await response.text()
}
const { timeline } = watched

// A free word looks into each body, so one pass over the bodies is the least that it can take.
const bodies = timeline.map((entry) => (entry.kind === 'request' ? (entry.response?.body ?? '') : ''))
const [pass, ...filtered] = await timings(
  [
    ask('one pass over all bodies', () => bodies.filter((body) => /zebra/i.test(body))),
    ...['zebra', 'nobody wrote this', 'status>=400', 'record:invoice/7', 'outcome:held|aborted|lost'].map(
      (filter) => ask(filter, () => timeline.filter(filter)),
    ),
  ],
  { rounds: 11, sliceMilliseconds: 100, operationsAtMost: 4 },
)
report(`Filtering ${timeline.length} entries of the timeline; at most ${LONGEST_FILTER_MILLISECONDS} ms`, [
  { timing: pass },
  ...filtered.map((timing) => ({ timing, against: pass, aim: 2 })),
])
