import { createSimulator, type Simulator } from 'accounting-simulator'
import { describe, expect, it } from 'vitest'
import { clientOf, itemsOf } from '../support/client'
import { HOOKS } from '../support/worlds/office'
import { INVOICE, INVOICES } from '../support/worlds/shop'

/** Every other world is a fork of this one; the others are made from nothing. */
const base = createSimulator()
base.records.invoices.create({ ...INVOICE, memo: 'of the base' })

const WORLDS = Array.from({ length: 200 }, (_, number) => ({ number }))

/** Lets all the others go on. */
const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

const open = (number: number): Simulator => {
  if (number % 2 === 0) return base.fork()
  const simulator = createSimulator({ seed: number })
  simulator.records.invoices.create({ ...INVOICE, memo: 'of the base' })
  return simulator
}

describe('two hundred worlds side by side do not see each other', () => {
  it.concurrent.each(WORLDS)('world $number', async ({ number }) => {
    const simulator = open(number)
    const send = clientOf(simulator)
    const heard: string[] = []
    const url = `https://hooks.example.com/${number}/`
    simulator.webhooks.connect(url, async (request) => {
      heard.push(request.url)
      return new Response()
    })
    await send('POST', HOOKS, { url, topics: ['core.invoice/created'] })
    const mine = 1 + (number % 7)
    const fault = simulator.faults.inject({ on: `GET ${INVOICES}`, skip: number % 3, then: { status: 503 } })
    const mark = simulator.snapshot()
    for (let made = 0; made < mine; made += 1) {
      await pause()
      const memo = `of world ${number}`
      expect(
        (await send('POST', INVOICES, { ...INVOICE, memo }, { 'Idempotency-Key': `${made}` })).status,
      ).toBe(200)
    }
    await pause()
    await simulator.clock.advance({ minutes: number })
    const statuses = []
    for (let read = 0; read < 3; read += 1) {
      await pause()
      statuses.push((await send('GET', INVOICES)).status)
    }
    expect(statuses).toEqual([0, 1, 2].map((read) => (read === number % 3 ? 503 : 200)))
    const memos = itemsOf(await send('GET', INVOICES)).map(({ memo }) => memo)
    expect(memos).toEqual(['of the base', ...Array(mine).fill(`of world ${number}`)])
    expect(heard).toEqual(Array(mine).fill(url))
    expect([fault.hits, simulator.traffic.length]).toEqual([1, 1 + mine + 4])
    expect(simulator.clock.now).toBe(new Date(Date.UTC(2026, 0, 15, 9, number)).toISOString())
    expect(simulator.books.check()).toEqual([])
    await pause()
    simulator.restore(mark)
    expect([simulator.records.invoices.count(), fault.hits]).toEqual([1, 0])
    simulator.reset()
    expect([simulator.records.invoices.count(), simulator.traffic.length]).toEqual([
      number % 2 === 0 ? 1 : 0,
      0,
    ])
  })

  it('and leave the one they come from as it was', () => {
    expect(base.records.invoices.list().items.map(({ memo }) => memo)).toEqual(['of the base'])
    expect([base.traffic.length, base.clock.now]).toEqual([0, '2026-01-15T09:00:00.000Z'])
  })
})
