/**
 * The receiver of this folder against the simulator, the second act of `npm run demo`. Everything here is set-up and
 * print-out; the receiver is a real server on this machine that looks at its own clock, and does not know that the
 * service is simulated.
 */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createSimulator } from 'accounting-simulator'
import { handlers } from 'accounting-simulator/msw'
import { checkReceiver } from 'accounting-simulator/receiver'
import { setupServer } from 'msw/node'
import { Act } from '../demo-page'
import { Client } from './client'
import { attemptTimeline } from './demo-timeline'
import { Mirror } from './mirror'
import { WebhookReceiver } from './receiver'

const act = new Act('Webhook receiver: an ordinary day, six days without it, and the recovery')
const simulator = createSimulator()
const mocked = setupServer(...handlers(simulator))
mocked.listen({ onUnhandledRequest: 'error' })

const webhook = await call('POST', '/public/v2/webhooks/', {
  url: 'https://hooks.example.com/accounting',
  topics: ['core.invoice/created', 'core.invoice/updated', 'core.invoice/deleted'],
})
const path = `/public/v2/webhooks/${webhook.uuid}/`
const mirror = new Mirror(new Client({ baseUrl: simulator.baseUrl, apiKey: simulator.apiKey }))
const receiver = new WebhookReceiver({ secret: String(webhook.secret), mirror })
const port = await open(0)
const address = `http://127.0.0.1:${port}`
simulator.webhooks.connect('https://hooks.example.com/', address, { timestamps: 'wall' })

sell('100.00')
pay(1, '40.00')
await simulator.webhooks.flush()
const [created] = simulator.webhooks.attempts
simulator.webhooks.replay(created?.event_id ?? '')
await simulator.webhooks.flush()
const afterFirstDay = { ...receiver.counts }
const mirrored = mirror.get('core.Invoice', 1)
act.part(
  'A day like any other: an invoice, a payment, a repetition',
  attemptTimeline(simulator.webhooks.attempts),
  `Handled ${afterFirstDay.handled} events, knew ${afterFirstDay.repeated} already.`,
  `The mirror says that ${mirrored?.amount_due} of invoice 1 is due.`,
)

await close()
const mark = simulator.webhooks.attempts.length
sell('250.00')
const started = performance.now()
const { to } = await simulator.clock.advance('6 days')
const took = Math.round(performance.now() - started)
const outage = simulator.webhooks.attempts.slice(mark)
act.part(
  'The receiver goes down; an invoice is written; six days pass',
  attemptTimeline(outage),
  `It is ${to.slice(0, 10)}.`,
)

const disabled = await call('GET', path)
const log = await call('GET', `${path}deliveries/`)
const [lost] = log.items as { status: string; attempts: number; last_error: string }[]
act.part(
  'What the service says about it',
  `Webhook: is_active ${disabled.is_active}, disabled_at ${disabled.disabled_at}.`,
  `Its last delivery: ${lost?.status} after ${lost?.attempts} attempts, ${lost?.last_error}.`,
)

await open(port)
const reactivated = await call('PATCH', path, { is_active: true })
await simulator.webhooks.flush()
const missed = mirror.get('core.Invoice', 2) === undefined
pay(1, '60.00')
await simulator.webhooks.flush()
const paid = mirror.get('core.Invoice', 1)
await mirror.refill()
const found = mirror.get('core.Invoice', 2)
act.part(
  'The receiver is back, and the webhook is activated again',
  `A new payment: the mirror says that ${paid?.amount_due} of invoice 1 is due.`,
  `Invoice 2 is ${missed ? 'missing: what fell into the outage is not sent again' : 'there'}.`,
  `So the receiver reads the lists once: ${found?.amount_due} of invoice 2 is due.`,
)

const report = await checkReceiver(address, {
  secret: String(webhook.secret),
  observe: () => receiver.counts.handled,
  // Mirroring asks the service, and the check is about the receiver alone.
  about: { topic: 'core.account/updated', object_type: 'core.Account' },
})
act.part('The receiver, examined (checkReceiver)', String(report))

const minutes = outage.map(({ at }) => (Date.parse(at) - Date.parse(outage[0]?.at ?? '')) / 60_000)
const checks: [boolean, string][] = [
  [afterFirstDay.handled === 2 && afterFirstDay.repeated === 1, 'the repeated event was handled once'],
  [mirrored?.amount_due === '60.00', 'the mirror followed the payment'],
  [
    minutes.slice(0, 6).join() === '0,1,3,7,15,31',
    'the first attempts came after 0, 1, 3, 7, 15 and 31 minutes',
  ],
  [minutes.length === 20 && minutes.at(-1) === 7503, 'the twentieth and last came at minute 7503'],
  [
    disabled.is_active === false && disabled.disabled_reason === 'webhook_disabled',
    'it disabled the webhook',
  ],
  [lost?.last_error === 'webhook_disabled', 'the log says so'],
  [reactivated.is_active === true && missed, 'activated again, it gets new events only'],
  [paid?.amount_due === '0.00', 'the first of them arrived'],
  [found?.amount_due === '250.00', 'reading the lists made up for the rest'],
  [report.ok, 'the receiver keeps every rule of the receiver section'],
]
await close()
mocked.close()
const summary = [
  `${outage.length} attempts found nobody, the last ${minutes.at(-1)} minutes after the first.`,
  `The six days took ${took} ms here.`,
  `The service disabled the webhook. Activated again, it ${missed ? 'never sent' : 'sent'} what fell into the outage.`,
  'Reading the lists once made up for it.',
]
process.exitCode = act.end(summary, checks) ? 0 : 1

function sell(rate: string): void {
  const items = [{ item_id: 1, quantity: 1, rate }]
  simulator.records.invoices.create({ date: '2026-01-15', company_id: 1, customer_id: 1, items })
}

function pay(invoice_number: number, amount: string): void {
  simulator.records.customerPayments.create({
    date: '2026-01-15',
    company_id: 1,
    currency_iso_4217_code: 'USD',
    exchange_rate: '1',
    check_number: '',
    memo: '',
    items: [{ invoice_number, amount }],
  })
}

async function call(method: string, pathname: string, body?: object): Promise<Record<string, unknown>> {
  const response = await fetch(simulator.baseUrl + pathname, {
    method,
    headers: { 'X-API-KEY': simulator.apiKey, 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  return (await response.json()) as Record<string, unknown>
}

async function open(wanted: number): Promise<number> {
  receiver.server.listen(wanted, '127.0.0.1')
  await once(receiver.server, 'listening')
  return (receiver.server.address() as AddressInfo).port
}

async function close(): Promise<void> {
  const closed = once(receiver.server, 'close')
  receiver.server.close()
  receiver.server.closeAllConnections()
  await closed
}
