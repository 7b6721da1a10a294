import assert from 'node:assert/strict'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { createSimulator } from 'accounting-simulator'
import { matchers } from 'accounting-simulator/matchers'
import { Client } from './client.mjs'

const INVOICES = 'POST /public/v1/invoices/'
const HOOK = 'https://receiver.test/'

/** Sends one request of each kind that a mutant can change, and says what came of it. */
async function program(simulator) {
  const { fetch, apiKey } = simulator
  const wait = (seconds) => simulator.clock.advance(`${seconds} seconds`)
  const client = new Client({ fetch, apiKey, wait })
  simulator.faults.inject({ on: INVOICES, then: { loseResponse: true } })
  const { number } = await client.invoice('A-1')
  await client.invoice('B-2')
  const { memo: _, ...kept } = await client.send('GET', `/public/v1/invoices/${number}/`)
  const { date, company_id, customer_id, reference_number, items } = kept
  await client.rename(number, { date, company_id, customer_id, reference_number, items, memo: 'late' })
  simulator.faults.inject({ on: 'GET /public/v1/invoices/', then: { status: 429, retryAfter: 20 } })
  const found = await client.search('A-1')
  const all = await client.all(1)
  await simulator.webhooks.flush()
  return { number, found, all }
}

const SUITES = {
  /** Whatever the program does wrong shows. */
  async strong() {
    const { simulator, events } = await watched()
    const { number, found, all } = await program(simulator)
    const { records } = simulator
    assert.equal(records.invoices.count(), 2)
    for (const reference_number of ['A-1', 'B-2']) {
      const items = [{ item_id: 1, quantity: '3', rate: '20.00' }]
      const { pass, message } = matchers.toHaveReceived(simulator, INVOICES, {
        ...{
          date: '2026-01-15',
          company_id: 1,
          customer_id: 1,
          record_status: 'posted',
          reference_number,
          items,
        },
      })
      assert.ok(pass, message())
    }
    assert.ok(matchers.toHaveHonouredRetryAfter(simulator).pass)
    const { reference_number, memo, items } = records.invoices.get(number)
    assert.deepEqual([reference_number, memo], ['A-1', 'late'])
    assert.deepEqual([items[0].item_id, Number(items[0].quantity), Number(items[0].rate)], [1, 3, 20])
    assert.deepEqual(
      found.map((one) => one.reference_number),
      ['A-1'],
    )
    assert.deepEqual(all.map((one) => one.reference_number).sort(), ['A-1', 'B-2'])
    assert.equal(events.filter((topic) => topic === 'core.invoice/created').length, 2)
    assert.equal(events.filter((topic) => topic === 'core.invoice/updated').length, 1)
  },
  /** The same program, and nobody looks. */
  async weak() {
    await program((await watched()).simulator)
  },
  /** The weak suite with a line that a report proposes. */
  async pasted() {
    const { simulator } = await watched()
    await program(simulator)
    const verdict = (pass, message) => assert.ok(pass, message)
    const expect = (given) => ({
      toBe: (wanted) => verdict(given === wanted),
      toHaveReceived: (...more) => verdict(matchers.toHaveReceived(given, ...more).pass),
      toHaveHonouredRetryAfter: () => verdict(matchers.toHaveHonouredRetryAfter(given).pass),
      toHaveNoDuplicates: () => verdict(matchers.toHaveNoDuplicates(given).pass),
    })
    new Function('simulator', 'expect', process.env.ADD)(simulator, expect)
  },
  /** Looks for an invoice, compares what it finds, and sells it only if it is not there. */
  async checking() {
    const { simulator } = await watched()
    const { fetch, apiKey, make } = simulator
    make.invoice({ reference_number: 'B-2' })
    const client = new Client({ fetch, apiKey })
    const found = (await client.search('A-1')).filter((one) => one.reference_number === 'A-1')
    if (found.length === 0) await client.invoice('A-1')
    assert.equal(simulator.records.invoices.count(), 2)
  },
  /** Nothing that a mutant does can show, because the situation is missing. */
  async never() {
    const simulator = createSimulator()
    const { fetch, apiKey } = simulator
    const client = new Client({ fetch, apiKey })
    // USD is the currency of the customer already.
    const { number } = await client.invoice('A-1', { currency_iso_4217_code: 'USD' })
    await client.search('A-1')
    await client.send('GET', '/public/v1/bills/?limit=100&offset=100')
    const { date, company_id, customer_id, reference_number, items } = simulator.records.invoices.get(number)
    const body = { date, company_id, customer_id, reference_number, items, contracted: false }
    await client.rename(number, { ...body, reference_number: 'A-2' })
  },
  /** Pays an invoice in full: the service refuses a second payment. */
  async paid(arrange = () => undefined) {
    const simulator = createSimulator()
    arrange(simulator)
    const { fetch, apiKey } = simulator
    const { number, amount, customer_id } = simulator.make.invoice()
    const items = [{ invoice_number: number, amount, position: 1 }]
    const day = { date: '2026-01-15', company_id: 1, customer_id }
    const dollars = { currency_iso_4217_code: 'USD', exchange_rate: '1', undeposited_funds_currency: 'USD' }
    const body = { ...day, ...dollars, check_number: '', memo: '', items }
    await new Client({ fetch, apiKey }).send(
      'POST',
      '/public/v1/customer-payments/',
      body,
      `payment-${number}`,
    )
  },
  /** Pays it, and the answer is lost: with another key the service refuses what comes again. */
  async paidAgain() {
    await SUITES.paid((simulator) => {
      simulator.faults.inject({
        on: 'POST /public/v1/customer-payments/',
        times: 2,
        then: { loseResponse: true },
      })
    })
  },
  /** A client that never tries again. */
  async impatient() {
    const { fetch, apiKey } = createSimulator()
    const once = (...given) => fetch(...given).catch(() => new Response(null, { status: 500 }))
    await new Client({ fetch: once, apiKey }).invoice('A-1')
  },
  /** Four workers, each of which sends one request and comes to another end. */
  async workers() {
    const { spawn } = await import('node:child_process')
    const ends = [
      '',
      'process.exit(1)',
      "throw new Error('nobody catches it')",
      "process.kill(process.pid, 'SIGKILL')",
    ]
    const start = (END) =>
      spawn(process.execPath, [process.argv[1], 'worker'], { env: { ...process.env, END } })
    await Promise.all(ends.map((end) => new Promise((resolve) => start(end).on('exit', resolve))))
  },
  async worker() {
    const { fetch, apiKey } = createSimulator()
    await new Client({ fetch, apiKey }).invoice('A-1')
    new Function(process.env.END)()
  },
  /** The requests are already as a mutant would make them. */
  async equivalent() {
    const { fetch, apiKey } = createSimulator()
    const client = new Client({ fetch, apiKey })
    await client.search('')
    await client.all(100)
  },
  /** Fails in one run of ten: in the fourth, the fourteenth and so on. */
  async flaky() {
    await SUITES.weak()
    const file = process.env.COUNT
    appendFileSync(file, '.')
    assert.notEqual(existsSync(file) && readFileSync(file, 'utf8').length % 10, 4)
  },
  /** Only the test's own calls. */
  async direct() {
    const simulator = createSimulator()
    await simulator.fetch('/public/v1/invoices/', { headers: { 'X-API-KEY': simulator.apiKey } })
  },
  /** Has a port of its own, for as long as it runs. */
  async port() {
    const { createServer } = await import('node:http')
    const server = createServer().listen(Number(process.env.PORT))
    await new Promise((resolve, reject) => server.once('listening', resolve).once('error', reject))
    await SUITES.weak()
    await new Promise((resolve) => setTimeout(resolve, 1500))
    server.close()
  },
  async red() {
    createSimulator()
    throw new Error('red by itself')
  },
  async elsewhere() {},
  /** Waits for ever for an invoice that is not there, with a process of its own. */
  async waiting() {
    const simulator = createSimulator()
    const { fetch, apiKey, records } = simulator
    await new Client({ fetch, apiKey }).invoice('A-1')
    if (records.invoices.count() === 1) return
    const { spawn } = await import('node:child_process')
    const beat = "setInterval(() => require('fs').appendFileSync(process.env.COUNT, '.'), 50)"
    const child = spawn(process.execPath, ['-e', beat], { stdio: 'ignore' })
    await new Promise((resolve) => child.on('exit', resolve))
  },
}

/** A simulator with a receiver, and the topics of what the receiver got. */
async function watched() {
  const simulator = createSimulator()
  const events = []
  simulator.webhooks.connect(HOOK, async (request) => {
    events.push((await request.json()).topic ?? request.headers.get('Service-Topic'))
    return new Response()
  })
  const response = await simulator.fetch('/public/v2/webhooks/', {
    method: 'POST',
    headers: { 'X-API-KEY': simulator.apiKey, 'Content-Type': 'application/json' },
    body: JSON.stringify({ url: HOOK, topics: ['core.invoice/created', 'core.invoice/updated'] }),
  })
  assert.equal(response.status, 201)
  return { simulator, events }
}

await SUITES[process.argv[2]]()
