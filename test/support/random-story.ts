import type { Simulator } from 'accounting-simulator'
import * as fc from 'fast-check'
import { clientOf } from './client'

type Step =
  | {
      readonly do: 'send'
      readonly method: string
      readonly path: string
      readonly body?: object
      readonly key?: string
    }
  | { readonly do: 'wait'; readonly milliseconds: number }

export type Story = readonly Step[]

const small = fc.integer({ min: 1, max: 4 })
const cents = fc.integer({ min: 1, max: 90_000 }).map((value) => (value / 100).toFixed(2))
const key = fc.option(fc.constantFrom('k1', 'k2', 'k3'), { nil: undefined, freq: 2 })
const day = fc.integer({ min: 1, max: 28 }).map((value) => `2026-01-${String(value).padStart(2, '0')}`)

const invoice = fc.record({
  date: day,
  company_id: fc.constant(1),
  customer_id: fc.integer({ min: 1, max: 6 }),
  items: fc.array(fc.record({ item_id: small, quantity: small, rate: cents }), { maxLength: 3 }),
})
const payment = fc.record({
  date: day,
  company_id: fc.constant(1),
  check_number: fc.constant(''),
  currency_iso_4217_code: fc.constant('USD'),
  exchange_rate: fc.constant('1'),
  memo: fc.constant(''),
  items: fc.array(fc.record({ invoice_number: small, amount: cents }), { minLength: 1, maxLength: 2 }),
})
const customer = fc.record({
  name: fc.string({ maxLength: 8 }),
  unique_id: fc.constantFrom('A', 'B', '', null),
  ...Object.fromEntries(
    ['email', 'address', 'country', 'phone', 'website'].map((name) => [name, fc.constant('')]),
  ),
})

const send = (method: string, path: fc.Arbitrary<string>, body?: fc.Arbitrary<object>): fc.Arbitrary<Step> =>
  fc
    .tuple(path, body ?? fc.constant(undefined), method === 'GET' ? fc.constant(undefined) : key)
    .map(([to, sent, once]) => ({
      do: 'send',
      method,
      path: `/public/${to}`,
      ...(sent && { body: sent }),
      ...(once && { key: once }),
    }))

const step: fc.Arbitrary<Step> = fc.oneof(
  send('POST', fc.constantFrom('v1/invoices/', 'v2/invoices/'), invoice),
  send(
    'PUT',
    small.map((n) => `v1/invoices/${n}/`),
    invoice,
  ),
  send('POST', fc.constant('v1/customer-payments/'), payment),
  send(
    'PUT',
    small.map((n) => `v1/customer-payments/${n}/`),
    payment,
  ),
  send('POST', fc.constantFrom('v1/customers/', 'v2/customers/'), customer),
  send(
    'DELETE',
    fc.integer({ min: 1, max: 8 }).map((n) => `v1/customers/${n}/`),
  ),
  send(
    'GET',
    fc.constantFrom('v1/invoices/?ordering=-amount', 'v1/customers/?search=a', 'v1/accounts/', 'health/'),
  ),
  fc.record({ do: fc.constant('wait' as const), milliseconds: fc.integer({ min: 1, max: 5000 }) }),
)

/** Random client calls, sensible or not. */
export const stories: fc.Arbitrary<Story> = fc.array(step, { minLength: 3, maxLength: 25 })

/** Tells the story; every answer as status, the service's own headers and body bytes. */
export async function tell(simulator: Simulator, story: Story): Promise<string[]> {
  const told: string[] = []
  const client = clientOf(simulator)
  for (const one of story) {
    if (one.do === 'wait') await simulator.clock.advance({ milliseconds: one.milliseconds })
    else {
      const headers = one.key === undefined ? {} : { 'Idempotency-Key': one.key }
      const answer = await client(one.method, one.path, one.body, headers)
      const own = [...answer.headers].map(([name, value]) => `${name}: ${value}`)
      told.push([`${one.method} ${one.path} ${answer.status}`, ...own, answer.text].join('\n'))
    }
  }
  return told
}
