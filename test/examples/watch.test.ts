import { createSimulator, type Simulator } from 'accounting-simulator'
import { controls } from 'accounting-simulator/controls'
import { serve } from 'accounting-simulator/node'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { follow, type Port } from '../../examples/watch/follow'
import { screenOf } from '../../examples/watch/screen'
import type { SimulatorState } from '../../examples/watch/simulator-state'
import { clientOf } from '../support/client'
import { INVOICE, INVOICES } from '../support/worlds/shop'

const SIZE = { columns: 160, rows: 20 }

let stop = new AbortController()
afterEach(() => {
  stop.abort()
  stop = new AbortController()
})

/** Follows the simulator; the function returns what the screen shows at that time. */
function watching(port: Port): () => string {
  let screen = ''
  const show = (state: SimulatorState): void => {
    screen = screenOf(state, SIZE)
  }
  const ends = follow(port, show, stop.signal)
  ends.catch((error) => {
    if (!stop.signal.aborted) screen = String(error)
  })
  return () => screen
}

const shows = (screen: () => string, ...texts: string[]): Promise<void> =>
  vi.waitFor(() => {
    for (const text of texts) expect(screen()).toContain(text)
  })

async function story(simulator: Simulator, screen: () => string): Promise<void> {
  const send = clientOf(simulator)
  await shows(screen, '2026-01-15T09:00:00.000Z  manual clock  nothing scheduled')
  const key = { 'Idempotency-Key': 'once' }
  await send('POST', INVOICES, INVOICE, key)
  await send('POST', INVOICES, INVOICE, key)
  await shows(
    screen,
    '   1 09:00:00.000 + 200  POST   /public/v1/invoices/  test****-key  created Invoice 1',
    '   2 09:00:00.000 = 200',
    'limit   [########..] 8 of 10  POST /public/v1/invoices/',
  )
  const fault = simulator.faults.inject({ on: `GET ${INVOICES}`, times: 2, then: { status: 503 } })
  await shows(screen, `fault   GET ${INVOICES}  {"status":503}  0 hits, 2 left`)
  await send('GET', INVOICES)
  await shows(screen, '   3 09:00:00.000 ! 503', '1 hits, 1 left')
  fault.disarm()
  await vi.waitFor(() => expect(screen()).not.toContain('fault   GET'))
  await send('POST', '/public/v2/webhooks/', {
    url: 'https://a.example.com/',
    topics: ['core.invoice/created'],
  })
  simulator.webhooks.hold()
  simulator.records.invoices.create(INVOICE)
  await shows(screen, 'events  held, 1 waiting: core.invoice/created to https://a.example.com/')
  await simulator.clock.advance('1 day')
  await shows(screen, '2026-01-16T09:00:00.000Z')
  simulator.reset()
  await shows(screen, '2026-01-15T09:00:00.000Z  manual clock')
}

describe('examples/watch', () => {
  it('follows a simulator in the same process', async () => {
    const simulator = createSimulator()
    await story(simulator, watching(controls(simulator)))
  })

  it('follows one that is served', async () => {
    const simulator = createSimulator()
    const server = await serve(simulator, { controls: true, grace: 10 })
    const screen = watching(({ url, signal }) => {
      const { pathname, search } = new URL(url)
      return fetch(new URL(pathname + search, server.url), { signal })
    })
    await story(simulator, screen)
    stop.abort()
    await server.close()
  })

  it('shows a held response once it has come', async () => {
    const simulator = createSimulator()
    const screen = watching(controls(simulator))
    simulator.faults.inject({ then: { delay: '10 seconds' } })
    const call = clientOf(simulator)('GET', INVOICES)
    await shows(screen, '   1 09:00:00.000 ! ---')
    await simulator.clock.advance('10 seconds')
    await call
    await shows(screen, '   1 09:00:00.000 ! 200')
  })

  it('leaves no trace', async () => {
    const simulator = createSimulator()
    const screen = watching(controls(simulator))
    await clientOf(simulator)('POST', INVOICES, INVOICE)
    await shows(screen, 'created Invoice 1')
    const alone = createSimulator()
    await clientOf(alone)('POST', INVOICES, INVOICE)
    expect(simulator.assumptions.used()).toEqual(alone.assumptions.used())
    expect(simulator.export()).toEqual(alone.export())
  })

  it('fits the terminal and keeps control characters out of it', async () => {
    const simulator = createSimulator({ rateLimits: false })
    for (let call = 0; call < 30; call += 1)
      await simulator.fetch(`/nowhere/${call}/?q=${'x'.repeat(200)}`, {
        headers: { 'X-API-KEY': simulator.apiKey, 'Idempotency-Key': 'k' },
      })
    const screen = watching(controls(simulator))
    await shows(screen, '/nowhere/29/')
    const lines = screen().split('\n')
    expect(lines.length).toBeLessThanOrEqual(SIZE.rows)
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(SIZE.columns)
  })
})
