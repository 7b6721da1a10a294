import {
  createSimulator,
  type Simulator,
  type SimulatorOptions,
  type WebhookAttempt,
} from 'accounting-simulator'
import { clientOf, type Json, type Send } from '../client'

export const HOOKS = '/public/v2/webhooks/'
export const RECEIVER = 'https://hooks.example.com/in'
export const INVOICES = ['core.invoice/created', 'core.invoice/updated', 'core.invoice/deleted']

export interface Registered {
  readonly uuid: string
  readonly secret: string
  /** Path of the item. */
  readonly path: string
}

/** A company whose invoices somebody wants to hear of. */
export class Office {
  readonly simulator: Simulator
  readonly send: Send

  constructor(
    options: SimulatorOptions = {},
    simulator = createSimulator({ rateLimits: false, ...options }),
  ) {
    this.simulator = simulator
    this.send = clientOf(simulator)
  }

  async register(topics: readonly string[] = INVOICES, url = RECEIVER): Promise<Registered> {
    return registered(await this.send('POST', HOOKS, { url, topics }))
  }

  /** An invoice past the wire. */
  sell(rate = '100.00', more: object = {}): number {
    return this.simulator.records.invoices.create({ ...invoice(rate), ...more }).number
  }

  pay(invoice_number: number, amount: string): number {
    return this.simulator.records.customerPayments.create(payment(invoice_number, amount)).number
  }

  /** Answers of the receiver in turn; the last one stays. Collects what arrives. */
  receive(...answers: (number | Response | (() => Response | Promise<Response>))[]): Arrival[] {
    const arrived: Arrival[] = []
    this.simulator.webhooks.connect('https://hooks.example.com/', async (request) => {
      arrived.push({ headers: request.headers, body: await request.text() })
      const answer = answers[Math.min(arrived.length, answers.length) - 1] ?? 200
      if (typeof answer === 'function') return answer()
      return typeof answer === 'number' ? new Response(null, { status: answer }) : answer.clone()
    })
    return arrived
  }

  async log({ path }: Registered): Promise<Json[]> {
    return (await this.send('GET', `${path}deliveries/`)).body.items as Json[]
  }

  async lastLog(hook: Registered): Promise<Json> {
    return (await this.log(hook))[0] ?? {}
  }

  get attempts(): readonly WebhookAttempt[] {
    return this.simulator.webhooks.attempts
  }

  /** Minutes of the attempts since the first of them. */
  minutes(attempts: readonly WebhookAttempt[] = this.attempts): number[] {
    const [first] = attempts
    return attempts.map(({ at }) => (Date.parse(at) - Date.parse(first?.at ?? '')) / 60_000)
  }
}

export interface Arrival {
  readonly headers: Headers
  readonly body: string
}

export const eventOf = ({ body }: { readonly body: string }): Json => JSON.parse(body) as Json

export function registered({ status, body, text }: Awaited<ReturnType<Send>>): Registered {
  if (status !== 201) throw new Error(`registration answered ${status} ${text}`)
  return { uuid: String(body.uuid), secret: String(body.secret), path: `${HOOKS}${body.uuid}/` }
}

export const invoice = (rate = '100.00') => ({
  date: '2026-01-15',
  company_id: 1,
  customer_id: 1,
  items: [{ item_id: 1, quantity: 1, rate }],
})

export const payment = (invoice_number: number, amount: string) => ({
  date: '2026-01-15',
  company_id: 1,
  currency_iso_4217_code: 'USD' as const,
  exchange_rate: '1',
  check_number: '',
  memo: '',
  items: [{ invoice_number, amount }],
})
