/** Jobs of a night, each with one mistake that public reports of such integrations name; mended, it is right. */
import { createSimulator, type Simulator } from 'accounting-simulator'
import {
  allOf,
  type End,
  type Experiment,
  noDuplicates,
  nothingLost,
  type Stage,
} from 'accounting-simulator/explore'

interface Found {
  readonly id: number
  readonly number: number
  readonly amount: string
  readonly reference_number: string
  readonly memo: string
}

interface Answer {
  readonly status: number
  readonly body: Found & { readonly items: readonly Found[]; readonly errors?: object }
}

class Trouble extends Error {
  constructor(
    readonly status: number,
    readonly seconds: number,
  ) {
    super(`the service answered ${status}`)
  }
}

const PASSING = [401, 402, 403, 409, 429]
const V1 = '/public/v1'

/** One try. What passes by itself is thrown, and refusals are answers. */
async function send(stage: Stage, call: string, body?: object, key?: string): Promise<Answer> {
  const [method = '', path = ''] = call.split(' ')
  const response = await stage.fetch(`${stage.baseUrl}${V1}${path}`, {
    method,
    headers: {
      'X-API-KEY': stage.apiKey(),
      'Content-Type': 'application/json',
      ...(key !== undefined && { 'Idempotency-Key': key }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const { status, headers } = response
  const answer = await response.json()
  // Somebody opens a locked period again.
  const isLocked = status === 422 && JSON.stringify(answer).includes('period is locked')
  if (PASSING.includes(status) || status >= 500 || isLocked)
    throw new Trouble(status, Number(headers.get('Retry-After')))
  return { status, body: answer }
}

/** Works until it succeeds, six times at most. */
async function persist<Result>({ sleep }: Stage, work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await work()
    } catch (error) {
      if (attempt === 6) throw error
      await sleep(Math.max(error instanceof Trouble ? error.seconds * 1000 : 0, 500 * 2 ** attempt))
    }
}

const search = async (stage: Stage, group: string, text: string): Promise<readonly Found[]> =>
  (await persist(stage, () => send(stage, `GET /${group}/?search=${text}`))).body.items

const hasReference =
  (reference: string) =>
  ({ reference_number }: Found): boolean =>
    reference_number === reference

const invoiceOf = (reference: string, price = '10.00', date = '2026-01-15') => ({
  date,
  company_id: 1,
  customer_id: 1,
  reference_number: reference,
  items: [{ item_id: 1, quantity: 1, rate: price }],
})

/** Does each thing once, and notes on the disk what is done. */
async function each(stage: Stage, names: readonly string[], work: (name: string) => Promise<unknown>) {
  const done = stage.disk.read<string[]>('done') ?? []
  for (const name of names) {
    if (done.includes(name)) continue
    await work(name)
    done.push(name)
    stage.disk.write('done', done)
  }
}

const oneOfEach = (references: readonly string[]) =>
  allOf(noDuplicates('invoices', 'reference_number'), nothingLost('invoices', 'reference_number', references))

const SEATS = ['SEAT-1', 'SEAT-2']

/** Two seats of a customer have one key, and the refusal of the second counts as billed. */
export const keyOfTheCustomer = (isMended: boolean): Experiment => ({
  world: createSimulator(),
  start: (stage) => ({
    run: () =>
      each(stage, SEATS, (seat) =>
        persist(stage, async () => {
          if ((await search(stage, 'invoices', seat)).some(hasReference(seat))) return
          const key = isMended ? `bill-${seat}` : 'bill-customer-1-2026-01'
          await send(stage, 'POST /invoices/', invoiceOf(seat, '49.00'), key)
        }),
      ),
  }),
  check: oneOfEach(SEATS),
})

const ORDERS = ['INV-10', 'INV-1', 'INV-2']

/** `Retry-After` is taken for milliseconds, so five tries are over at once, and the order is given up. */
export const waitsInMilliseconds = (isMended: boolean): Experiment => ({
  world: createSimulator(),
  start: (stage) => ({
    run: () =>
      each(stage, ORDERS, async (order) => {
        let error: unknown
        for (let attempt = 1; attempt <= 5; attempt += 1) {
          const isDoubtful = !(error instanceof Trouble && error.status === 429)
          if (isDoubtful && (await search(stage, 'invoices', order)).some(hasReference(order))) return
          try {
            await send(stage, 'POST /invoices/', invoiceOf(order), `order-${order}`)
            return
          } catch (reason) {
            error = reason
            const seconds = reason instanceof Trouble ? reason.seconds : 0
            await stage.sleep(seconds > 0 ? seconds * (isMended ? 1000 : 1) : attempt * 60_000)
          }
        }
        if (isMended) throw error
      }),
  }),
  check: oneOfEach(ORDERS),
})

/** In doubt it takes the first one that the search finds, and the search for INV-1 also finds INV-10. */
export const takesTheFirst = (isMended: boolean): Experiment => ({
  world: createSimulator(),
  start: (stage) => ({
    run: () =>
      each(stage, ORDERS, async (order) => {
        const known = async () => {
          const found = await search(stage, 'invoices', order)
          return isMended ? found.some(hasReference(order)) : found.length > 0
        }
        if (isMended && (await known())) return
        for (let attempt = 1; ; attempt += 1)
          try {
            return await send(stage, 'POST /invoices/', invoiceOf(order), `order-${order}`)
          } catch (error) {
            await stage.sleep(4000 * attempt)
            if (await known()) return
            if (attempt === 5) throw error
          }
      }),
  }),
  check: oneOfEach(ORDERS),
})

/** After 401 it takes the new key; for a key that was revoked the service answers 403, which counts as a refusal. */
export const renewsAfter401 = (isMended: boolean): Experiment => ({
  world: createSimulator(),
  start(stage) {
    const life = { key: stage.apiKey() }
    const known = { ...stage, apiKey: () => life.key }
    const renew = (error: unknown): never => {
      const status = error instanceof Trouble ? error.status : 0
      if (status === 401 || (isMended && status === 403)) life.key = stage.apiKey()
      throw error
    }
    const isRefusal = (error: unknown) => !isMended && error instanceof Trouble && error.status === 403
    const create = (order: string) =>
      persist(stage, async () => {
        const { items } = (await send(known, `GET /invoices/?search=${order}`).catch(renew)).body
        if (items.some(hasReference(order))) return
        await send(known, 'POST /invoices/', invoiceOf(order), `order-${order}`).catch(renew)
      })
    return {
      run: () =>
        each(stage, ORDERS, (order) =>
          create(order).catch((error) => {
            if (!isRefusal(error)) throw error
          }),
        ),
    }
  },
  check: oneOfEach(ORDERS),
})

const BILLS = { 'V-1': '10.0', 'V-2': '99.50' }

/** A bill is known by its number and amount, and the amounts are compared as texts: 10.0 is not 10.00. */
export const comparesTexts = (isMended: boolean): Experiment => ({
  world: createSimulator(),
  start: (stage) => ({
    run: () =>
      each(stage, Object.keys(BILLS), (bill) =>
        persist(stage, async () => {
          const total = BILLS[bill as keyof typeof BILLS]
          const isSame = ({ amount }: Found) =>
            isMended ? Number(amount) === Number(total) : amount === total
          if ((await search(stage, 'bills', bill)).some((one) => hasReference(bill)(one) && isSame(one)))
            return
          const expenses = [{ account_number: 6000, quantity: 1, rate: total }]
          const content = {
            date: '2026-01-15',
            company_id: 1,
            vendor_id: 2,
            reference_number: bill,
            expenses,
          }
          await send(stage, 'POST /bills/', content)
        }),
      ),
  }),
  check: noDuplicates('bills', 'reference_number'),
})

const SOLD = { 'O-1': '2026-01-31T22:30:00Z', 'O-2': '2026-01-31T22:40:00Z' }

/** An invoice has the day on which it is sent in place of that of the order; the last of January slips into February. */
export const dayOfSending = (isMended: boolean): Experiment => ({
  world: createSimulator({ now: '2026-01-31T22:45:00Z' }),
  start: (stage) => ({
    run: () =>
      each(stage, Object.keys(SOLD), (order) =>
        persist(stage, async () => {
          if ((await search(stage, 'invoices', order)).some(hasReference(order))) return
          const at = isMended ? Date.parse(SOLD[order as keyof typeof SOLD]) : stage.now()
          const date = new Date(at).toLocaleDateString('en-CA', { timeZone: 'Europe/Berlin' })
          await send(stage, 'POST /invoices/', invoiceOf(order, '10.00', date), `order-${order}`)
        }),
      ),
  }),
  check: ({ simulator }) =>
    Object.keys(SOLD).flatMap((order) =>
      simulator.records.invoices
        .list({ search: order })
        .items.filter(({ date }) => !date.startsWith('2026-01'))
        .map(({ date }) => `${order} was sold in January, and booked on ${date}`),
    ),
})

const PARTS = { 'T-1': '40.00', 'T-2': '60.00' }

function withInvoice(): Simulator {
  const world = createSimulator()
  world.records.invoices.create(invoiceOf('I-1', '100.00'))
  return world
}

/** Two instalments of an invoice. In doubt any payment of it counts as the one that was sent. */
export const anyPayment = (isMended: boolean): Experiment => ({
  world: withInvoice(),
  start: (stage) => ({
    run: () =>
      each(stage, Object.keys(PARTS), async (part) => {
        const isThere = async () => {
          const { items } = (
            await persist(stage, () => send(stage, 'GET /customer-payments/?invoice_number=1'))
          ).body
          return items.some(({ memo }) => !isMended || memo === part)
        }
        const payment = {
          ...{ date: '2026-01-15', company_id: 1, customer_id: 1, check_number: part, memo: part },
          ...{ account_number: 1000, currency_iso_4217_code: 'USD', exchange_rate: '1' },
          items: [{ invoice_number: 1, amount: PARTS[part as keyof typeof PARTS] }],
        }
        if (isMended && (await isThere())) return
        for (let attempt = 1; ; attempt += 1)
          try {
            return await send(stage, 'POST /customer-payments/', payment, `pay-${part}`)
          } catch (error) {
            await stage.sleep(5000 * attempt)
            if (await isThere()) return
            if (attempt === 5) throw error
          }
      }),
  }),
  check: ({ simulator, others }: End) => {
    const { amount_due, paid_total } = simulator.records.invoices.get(1)
    return amount_due === '0.00' || others.length > 0 ? [] : [`100.00 came in, ${paid_total} is booked`]
  },
})
