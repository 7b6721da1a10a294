import type { Simulator } from 'accounting-simulator'

const DAYS = 10
const DAY = 86_400_000
const INVOICES = '/public/v1/invoices/'
const SHOP = 'https://shop.example.com/hooks/accounting/'
const WAREHOUSE = 'https://warehouse.example.com/events/'
const KEYS = ['Nightly', 'Reports', 'Warehouse'] as const

/** What the clients read, each often. */
const READ: Readonly<Record<string, readonly string[]>> = {
  'test-api-key': [INVOICES, '/public/v1/customers/', '/public/v1/items/', `${INVOICES}3/`],
  Reports: ['/public/v1/accounts/', '/public/v1/bills/', `${INVOICES}999/`, '/public/v1/journal-entries/'],
  Warehouse: ['/public/v1/items/', '/public/v1/purchase-orders/', '/public/v1/vendors/'],
}

/** Numbers that look like chance, and are the same each time. */
function dice(): (sides: number) => number {
  let state = 7
  return (sides) => {
    state = (state * 48_271) % 2_147_483_647
    return state % sides
  }
}

/**
 * Ten days of a company with four clients and two receivers, of which one dies: about 5,000 entries of the timeline.
 * The pictures show it.
 *
 * @param mark takes a snapshot
 * @param reads how often each client reads in an hour
 */
export async function busyWorld(
  simulator: Simulator,
  mark: (name: string) => Promise<unknown>,
  reads = 8,
): Promise<void> {
  const { webhooks, clock, faults, make, admin } = simulator
  const roll = dice()
  for (const label of KEYS) admin.keys.issue({ key: label, label })
  const begin = Date.parse(clock.now)
  webhooks.connect(
    SHOP,
    () => new Response('ok', { status: webhooks.attempts.length % 41 === 7 ? 500 : 200 }),
  )
  webhooks.connect(WAREHOUSE, () =>
    Date.parse(clock.now) - begin < 2 * DAY
      ? new Response('ok')
      : new Response('upstream is gone', { status: 502 }),
  )

  async function ask(key: string, method: string, path: string, body?: object, idempotencyKey?: string) {
    const headers = {
      'X-API-KEY': key,
      'content-type': 'application/json',
      ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
    }
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
    return simulator.fetch(path, init).then(
      ({ status }) => status,
      () => 0,
    )
  }

  /** Waits longer before each further try. */
  async function insist(key: string, method: string, path: string, body?: object): Promise<void> {
    const name = body && `${key}-${webhooks.attempts.length}-${roll(1e9)}`
    for (const wait of ['1 second', '4 seconds', '16 seconds', undefined]) {
      const status = await ask(key, method, path, body, name)
      if ((status !== 0 && status !== 429 && status < 500) || wait === undefined) return
      await clock.advance(wait)
    }
  }

  const invoice = () => ({
    date: clock.now.slice(0, 10),
    company_id: 1,
    customer_id: 1 + roll(5),
    reference_number: `S-${1000 + roll(9000)}`,
    items: [{ item_id: 1 + roll(5), quantity: 1 + roll(6), rate: `${20 + roll(700)}.${10 + roll(90)}` }],
  })

  const register = (url: string, topics: readonly string[]) =>
    ask('test-api-key', 'POST', '/public/v2/webhooks/', { url, topics })
  await register(SHOP, ['core.invoice/created', 'core.invoice/updated', 'core.bill/created'])
  await register(WAREHOUSE, ['core.invoice/updated', 'core.bill/created'])
  make.recurringInvoice({ name: 'Support Cedar Clinics' })
  make.recurringInvoice({ name: 'Support Elm Schools' })
  make.approvalPolicy({ record_type: 'bill', steps: [{ approver_ids: [1] }] })
  for (const vendor_id of [4, 3]) make.bill({ vendor_id })
  await mark('Before the first sale')

  async function shopAndReports(hour: number): Promise<void> {
    for (let sold = 0; sold < 2 + roll(4); sold++) await insist('test-api-key', 'POST', INVOICES, invoice())
    if (roll(4) === 0)
      await insist('test-api-key', 'PUT', `${INVOICES}${1 + roll(5)}/`, { ...invoice(), memo: `by ${hour}` })
    if (roll(9) === 0) await ask('test-api-key', 'POST', INVOICES, { date: clock.now.slice(0, 10) })
    for (const key of ['test-api-key', 'Reports', 'Warehouse'])
      for (let read = 0; read < reads; read++) {
        const paths = READ[key] as readonly string[]
        await insist(key, 'GET', paths[roll(paths.length)] as string)
      }
  }

  /** Reads faster than its limit allows in every third night. */
  async function nightly(day: number): Promise<void> {
    for (let offset = 0; offset < 125 * reads; offset += 20) {
      if (day % 3 !== 1) await clock.advance('5 seconds')
      await insist('Nightly', 'GET', `${INVOICES}?offset=${offset}&limit=20`)
    }
  }

  const until = (day: number, hour: number) =>
    clock.advanceTo(new Date(begin + day * DAY + (hour - 9) * 3_600_000).toISOString())
  for (let day = 0; day < DAYS; day++) {
    for (const hour of [9, 10, 11, 12, 13, 14, 15, 16, 17]) {
      await until(day, hour)
      if (roll(6) === 0) faults.inject({ on: `POST ${INVOICES}`, then: { loseResponse: true } })
      if (roll(6) === 1) faults.inject({ on: 'GET /public/*', times: 2, then: { status: 503 } })
      await clock.advance(`${1 + roll(50)} minutes`)
      await shopAndReports(hour)
    }
    await until(day, 26)
    await nightly(day)
    if (day === 4) {
      make.customerPayment({ customer_id: 2 })
      await mark('After the first payment')
    }
  }
  await until(DAYS, 9)
  faults.inject({ on: 'POST /public/v1/bills/', times: 3, then: { status: 503 } })
  webhooks.hold()
  for (let last = 0; last < 3; last++) await ask('test-api-key', 'POST', INVOICES, invoice())
  await ask('Warehouse', 'POST', '/public/v1/purchase-orders/', { date: clock.now.slice(0, 10) })
}
