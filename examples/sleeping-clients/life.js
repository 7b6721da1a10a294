import { scenarios } from 'accounting-simulator/scenarios'
import { withVirtualTime } from 'accounting-simulator/time'

const DAY = 86_400_000
const INVOICES = '/public/v1/invoices/'
const INVOICE = {
  date: '2026-01-15',
  company_id: 1,
  customer_id: 1,
  items: [{ item_id: 1, quantity: 1, rate: '100.00' }],
}
const onInvoices = (then, more) => [{ at: '0 s', inject: { on: `* ${INVOICES}`, ...more, then } }]

/** What every client has to live through: the named scenarios, and three by their lengths. */
export const TROUBLES = {
  ...scenarios,
  'five minutes of 429': {
    name: 'five-minutes-of-429',
    steps: onInvoices({ status: 429, retryAfter: 30 }, { during: '5 minutes' }),
  },
  'an answer after the time-out': {
    name: 'an-answer-after-the-time-out',
    steps: onInvoices({ delay: '45 seconds' }, { times: 2 }),
  },
  'an outage of five days': {
    name: 'an-outage-of-five-days',
    steps: onInvoices({ status: 503 }, { during: '5 days' }),
  },
}

/** Hours after the start: ten turns in half an hour, then on past the end of all trouble. */
function hoursOf(unfired, start) {
  const last = Math.max(start, ...unfired.map(({ due }) => (due === null ? start : Date.parse(due))))
  const days = Math.max(6, Math.ceil((last - start) / DAY) + 1)
  const minutes = Array.from({ length: 10 }, (_, turn) => turn / 20)
  return [...minutes, ...Array.from({ length: 3 }, (_, turn) => 8 * days * (turn + 1))]
}

/** A client posts and lists invoices while the trouble lasts. Returns what it was answered, by status. */
async function days(simulator, client, baseUrl, trouble) {
  const headers = { 'X-API-KEY': simulator.apiKey, 'Content-Type': 'application/json' }
  const start = Date.now()
  const hook = { url: 'https://hooks.example.com/in', topics: ['core.invoice/created'] }
  await simulator.fetch('/public/v2/webhooks/', { method: 'POST', headers, body: JSON.stringify(hook) })
  simulator.webhooks.connect(hook.url, () => new Response())
  const play = await simulator.play(trouble)
  const statuses = {}
  const ask = async (call, key) => {
    const status = await client({
      ...call,
      url: `${baseUrl}${INVOICES}`,
      headers: { ...headers, 'Idempotency-Key': key },
    })
    statuses[status] = (statuses[status] ?? 0) + 1
  }
  for (const hour of hoursOf(play.unfired, start)) {
    // The client's own program pauses by setTimeout, as in production.
    const pause = Math.max(0, start + hour * 3_600_000 - Date.now())
    await new Promise((resolve) => setTimeout(resolve, pause))
    const body = JSON.stringify({ ...INVOICE, reference_number: `R-${hour}` })
    await Promise.all([ask({ method: 'POST', body }, `post-${hour}`), ask({ method: 'GET' }, `get-${hour}`)])
  }
  return { steps: play.fired.length, statuses }
}

/** Lives through one trouble on virtual time; with the days that passed and the real milliseconds that it took. */
export async function live(simulator, client, baseUrl, trouble) {
  const [began, from] = [process.hrtime.bigint(), simulator.clock.now]
  const seen = await withVirtualTime(simulator, () => days(simulator, client, baseUrl, trouble), {
    maxJumps: 100_000,
  })
  return {
    ...seen,
    days: (Date.parse(simulator.clock.now) - Date.parse(from)) / DAY,
    milliseconds: Number(process.hrtime.bigint() - began) / 1e6,
  }
}
