import { createSimulator, type Simulator, type SimulatorOptions } from 'accounting-simulator'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Storage } from '../support/storage'
import { INVOICE } from '../support/worlds/shop'
import { template } from '../support/worlds/template'

/** A host that stores a simulator's rows, and sleeps until the moment for which the simulator asks. */
const NOON = Date.parse('2026-03-01T12:00:00Z')
const [SECOND, MINUTE, DAY] = [1000, 60_000, 86_400_000]
const HOOK = 'https://hooks.example.com/accounting'

let now = NOON
let asked: (number | undefined)[] = []
let arrived: { at: number; body: string }[] = []
let answers: (number | Promise<Response>)[] = []
let storage = new Storage()
let simulator: Simulator

const alarm = () => asked.at(-1)
/** The moment that is asked for, in seconds from noon. */
const wakesIn = () => {
  const moment = alarm()
  return moment === undefined ? undefined : (moment - NOON) / SECOND
}

function open(options: SimulatorOptions = {}): Simulator {
  asked = []
  simulator = createSimulator({
    clock: 'live',
    rateLimits: false,
    ...options,
    host: { now: () => now, wakeAt: (at) => asked.push(at) },
  })
  simulator.webhooks.connect('https://hooks.example.com/', async (request) => {
    arrived.push({ at: now, body: await request.text() })
    const answer = answers.shift() ?? 200
    return typeof answer === 'number' ? new Response(null, { status: answer }) : answer
  })
  return simulator
}

const store = () => storage.write(simulator.journal().take())

/** Ends the simulator without notice, and creates it again from what was stored. */
function reopen(options: SimulatorOptions = {}): Simulator {
  const { version } = simulator.journal()
  simulator[Symbol.dispose]()
  return open({ world: { rows: storage.rows, version }, trusted: true, ...options })
}

const subscribed = async () => {
  const path = `${simulator.baseUrl}/public/v2/webhooks/`
  const body = JSON.stringify({ url: HOOK, topics: ['core.invoice/created'] })
  const headers = { 'x-api-key': simulator.apiKey, 'content-type': 'application/json' }
  const response = await simulator.fetch(path, { method: 'POST', headers, body })
  expect(response.status).toBe(201)
}
const sell = () => simulator.records.invoices.create(INVOICE)
const attemptsAt = () => simulator.webhooks.attempts.map(({ at }) => (Date.parse(at) - NOON) / MINUTE)

/** Lets the host sleep, and wakes the simulator at each moment for which it asks. */
async function sleepUntil(end: number): Promise<void> {
  for (let at = alarm(); at !== undefined && at <= end; at = alarm()) {
    now = Math.max(now, at)
    await simulator.webhooks.flush()
  }
  now = end
}

beforeEach(() => {
  now = NOON
  arrived = []
  answers = []
  storage = new Storage()
})

describe('a live clock on the time of a host', () => {
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] })
    open()
    await subscribed()
  })
  afterEach(() => vi.useRealTimers())

  test('shows it, and sets no timer of its own', async () => {
    sell()
    now += 5 * SECOND
    await simulator.webhooks.flush()
    expect(simulator.clock.now).toBe('2026-03-01T12:00:05.000Z')
    expect([arrived.length, vi.getTimerCount()]).toEqual([1, 0])
  })

  test('asks to be woken for a delivery, while it is under way, for its retry, and no more', async () => {
    answers = [500, 200]
    const retry = 60
    sell()
    expect(wakesIn()).toBe(0)
    const sending = simulator.webhooks.flush()
    expect(wakesIn()).toBe(2)
    await sending
    expect(wakesIn()).toBe(retry)
    await sleepUntil(NOON + DAY)
    expect([arrived.map(({ at }) => (at - NOON) / SECOND), wakesIn()]).toEqual([[0, retry], undefined])
  })

  test('is told of changes only', async () => {
    sell()
    await simulator.webhooks.flush()
    const before = asked.length
    for (let n = 0; n < 5; n += 1) {
      now += SECOND
      simulator.records.invoices.update(1, { ...INVOICE, memo: String(n) })
      expect(simulator.clock.now).toBeDefined()
    }
    expect(asked.slice(before)).toEqual([])
    for (const [place, at] of asked.entries()) if (place > 0) expect(at).not.toBe(asked[place - 1])
  })

  test.each([
    ['early', -1],
    ['in time', 0],
    ['late', 10 * MINUTE],
  ])('may be woken %s, and twice', async (_, by) => {
    answers = [500, 200]
    sell()
    await simulator.webhooks.flush()
    const due = alarm() as number
    now = due + by
    await Promise.all([simulator.webhooks.flush(), simulator.webhooks.flush()])
    await simulator.webhooks.flush()
    expect([arrived.length, alarm()]).toEqual(by < 0 ? [1, due] : [2, undefined])
  })

  test('any call lets it catch up', async () => {
    sell()
    expect(simulator.clock.now).toBe('2026-03-01T12:00:00.000Z')
    await vi.waitFor(() => expect(arrived).toHaveLength(1))
  })

  test('gives up a silent receiver when the host wakes it', async () => {
    answers = [new Promise(() => undefined)]
    sell()
    const sending = simulator.webhooks.flush()
    await vi.waitFor(() => expect(arrived).toHaveLength(1))
    now = alarm() as number
    expect(simulator.clock.now).toBe('2026-03-01T12:00:02.000Z')
    await sending
    expect(simulator.webhooks.attempts.map(({ why }) => why)).toEqual([expect.stringContaining('retried')])
  })

  test('goes on after a pause of a day as if it had run, with what it was advanced by', async () => {
    await simulator.clock.advance('90 minutes')
    store()
    now += DAY
    reopen()
    expect(simulator.clock.now).toBe('2026-03-02T13:30:00.000Z')
    expect(reopen({ now: '2026-05-01T00:00:00Z' }).clock.now).toBe('2026-05-01T00:00:00.000Z')
  })

  test('runs what was due in the pause at its own time, in order', async () => {
    simulator.records.recurringInvoices.create(template({ rrule: 'FREQ=DAILY', date: '2026-03-02' }))
    store()
    const due = alarm() as number
    expect(due).toBeLessThan(NOON + DAY)
    now += 5 * DAY
    reopen()
    expect(alarm()).toBe(due)
    await simulator.webhooks.flush()
    const dates = simulator.records.invoices.list({}).items.map(({ date }) => date)
    expect(dates).toEqual(['2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05', '2026-03-06'])
    expect(new Set(attemptsAt().map(Math.floor)).size).toBe(5)
    expect(alarm()).toBeGreaterThan(now)
  })

  test('a host whose clock went back does not move it back', async () => {
    now += MINUTE
    expect(simulator.clock.now).toBe('2026-03-01T12:01:00.000Z')
    store()
    now -= 2 * MINUTE
    reopen()
    expect(simulator.clock.now).toBe('2026-03-01T12:01:00.000Z')
    now += SECOND
    expect(simulator.clock.now).toBe('2026-03-01T12:01:01.000Z')
  })

  test('what is queued keeps the host awake until the last of it is sent', async () => {
    for (let n = 0; n < 5; n += 1) sell()
    const seen: boolean[] = []
    simulator.webhooks.connect('https://hooks.example.com/', () => {
      seen.push(alarm() !== undefined)
      return new Response()
    })
    const before = asked.length
    await simulator.webhooks.flush()
    expect([seen, alarm()]).toEqual([Array(5).fill(true), undefined])
    expect(asked.slice(before, -1)).not.toContain(undefined)
  })

  test('a fork has the time, and wakes nobody', async () => {
    const before = asked.length
    const fork = simulator.fork()
    fork.records.invoices.create(INVOICE)
    now += MINUTE
    expect(fork.clock.now).toBe('2026-03-01T12:01:00.000Z')
    expect(asked.slice(before)).toEqual([])
  })
})

describe('a manual clock on the time of a host', () => {
  beforeEach(async () => {
    open({ clock: 'manual' })
    await subscribed()
  })

  test('asks to be woken only for a receiver that may be silent', async () => {
    sell()
    expect(asked).toEqual([])
    answers = [new Promise(() => undefined)]
    const sending = simulator.webhooks.flush()
    await vi.waitFor(() => expect(wakesIn()).toBe(2))
    now += 2 * SECOND
    expect(simulator.clock.now).toBe('2026-01-15T09:00:00.000Z')
    await sending
    expect([arrived.length, alarm()]).toEqual([1, undefined])
  })

  test('does not move in a pause', () => {
    store()
    now += DAY
    reopen({ clock: 'manual' })
    expect(simulator.clock.now).toBe('2026-01-15T09:00:00.000Z')
  })
})
