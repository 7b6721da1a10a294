import type { Simulator } from 'accounting-simulator'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { ask, CUSTOMER, create, names, start, started } from './support/started'

const { site, open, contextOf } = started()

describe.each([2, 3] as const)('msw %i', (msw) => {
  it('answers requests of the page, keeps the world over a reload and over a second start', async () => {
    const { url } = await site({ msw })
    const page = await open(url)
    expect(await start(page)).toBe(false)
    expect((await ask(page)).status).toBe(200)
    expect(await create(page, 'Reload Ltd')).toBe(201)
    expect(await start(page)).toBe(true)
    expect(await names(page)).toContain('Reload Ltd')
    await page.reload()
    await page.waitForFunction(() => document.title === 'ready')
    await start(page)
    expect(await names(page)).toContain('Reload Ltd')
  })

  it('takes only /public/ when the base URL is the origin of the page', async () => {
    const { url, escaped } = await site({ msw })
    const page = await open(url)
    const baseUrl = new URL(url).origin
    await start(page, { baseUrl })
    expect((await ask(page, `${baseUrl}/public/v1/customers/`)).status).toBe(200)
    expect((await ask(page, `${baseUrl}/late.html`)).text).toContain('<!doctype html>')
    expect(escaped).toEqual([])
  })

  it('works without a service worker in an insecure context, and says what does not', async () => {
    const { port } = await site({ msw })
    const page = await contextOf().newPage()
    const told: string[] = []
    page.on('console', (message) => told.push(message.text()))
    await open(`http://insecure.test:${port}/`, page)
    expect(await page.evaluate(() => isSecureContext)).toBe(false)
    await start(page)
    expect(await create(page, 'Plain Ltd')).toBe(201)
    expect(await names(page)).toContain('Plain Ltd')
    expect(told.filter((text) => text.includes('not a secure context'))).toHaveLength(1)
  })

  it('works under a strict Content-Security-Policy', async () => {
    const csp =
      "default-src 'none'; script-src 'self'; worker-src 'self'; connect-src 'self' https://accounting.test"
    const { url } = await site({ msw, csp })
    const page = await contextOf().newPage()
    const told: string[] = []
    page.on('console', (message) => told.push(message.text()))
    await open(url, page)
    await start(page)
    expect((await ask(page)).status).toBe(200)
    expect(told.filter((text) => text.includes('Content Security Policy'))).toEqual([])
  })
})

describe('a start that fails says what to do', () => {
  it.each([
    ['missing', {}, /answers 404.*npx msw init/],
    ['html', {}, /answers text\/html, not a script, the page that a dev server shows.*npx msw init/],
    ['missing', { worker: { url: '/elsewhere.js' } }, /elsewhere\.js answers text\/html/],
  ] as const)('worker script %s with %j', async (worker, options, message) => {
    const { url } = await site({ worker })
    const page = await open(url)
    await expect(start(page, options)).rejects.toThrow(message)
  })

  it('names an option that does not exist, and starts once it is corrected', async () => {
    const { url } = await site()
    const page = await open(url)
    await expect(start(page, { sede: 1 })).rejects.toThrow('sede is not a known member, perhaps seed')
    await expect(start(page, { share: true })).rejects.toThrow('share is not a known member, perhaps shared')
    await start(page, { seed: 1 })
    expect((await ask(page)).status).toBe(200)
  })

  it('refuses a worker that cannot control the page', async () => {
    const { url } = await site({ folder: '/deep/' })
    const page = await open(new URL('/', url).href.replace(/\/$/, '/deep/'))
    await expect(start(page, { worker: { scope: '/other/' } })).rejects.toThrow('controls pages below')
    await start(page)
    expect((await ask(page)).status).toBe(200)
  })
})

describe('tabs', () => {
  it('have a world each', async () => {
    const { url } = await site()
    const [one, two] = [await open(url), await open(url)]
    await start(one)
    await start(two)
    await create(one, 'Only One Ltd')
    expect(await names(two)).not.toContain('Only One Ltd')
  })

  it('a copied tab starts with a copy and never writes to the world of the original', async () => {
    const { url } = await site()
    const original = await open(url)
    await start(original)
    await create(original, 'First Ltd')
    await original.waitForTimeout(500)
    const opening = contextOf().waitForEvent('page')
    await original.evaluate((to) => void window.open(to), url)
    const copy = await opening
    await copy.waitForFunction(() => document.title === 'ready')
    await start(copy)
    expect(await names(copy)).toContain('First Ltd')
    await create(copy, 'Copy Ltd')
    await copy.waitForTimeout(500)
    await copy.close()
    await original.reload()
    await original.waitForFunction(() => document.title === 'ready')
    await start(original)
    expect(await names(original)).toContain('First Ltd')
    expect(await names(original)).not.toContain('Copy Ltd')
  })
})

describe('time and life', () => {
  const now = (page: Page) =>
    page.evaluate(
      () =>
        (window as unknown as { handle: { simulator: { clock: { now: string } } } }).handle.simulator.clock
          .now,
    )

  it('runs a live clock that keeps over a reload what it was advanced by', async () => {
    const { url } = await site()
    const page = await open(url)
    await start(page)
    expect(Math.abs(Date.parse(await now(page)) - Date.now())).toBeLessThan(20_000)
    await page.evaluate(() =>
      (
        window as unknown as { handle: { simulator: { clock: { advance(d: string): Promise<unknown> } } } }
      ).handle.simulator.clock
        .advance('5 days')
        .then(() => undefined),
    )
    await page.reload()
    await page.waitForFunction(() => document.title === 'ready')
    await start(page)
    const days = (Date.parse(await now(page)) - Date.now()) / 86_400_000
    expect(Math.abs(days - 5)).toBeLessThan(0.01)
  })

  it('resets to the world of the options, for later pages too, and lets requests go after stop', async () => {
    const { url, escaped } = await site()
    const page = await open(url)
    const baseUrl = new URL(url).origin
    const customers = `${baseUrl}/public/v1/customers/`
    await start(page, { baseUrl })
    await ask(page, customers, 'POST', CUSTOMER)
    const reset = () =>
      page.evaluate(() => (window as unknown as { handle: { reset(): Promise<void> } }).handle.reset())
    await reset()
    expect((await ask(page, customers)).text).not.toContain('Reload Ltd')
    await page.reload()
    await page.waitForFunction(() => document.title === 'ready')
    await start(page, { baseUrl })
    expect((await ask(page, customers)).text).not.toContain('Reload Ltd')
    await page.evaluate(() => (window as unknown as { handle: { stop(): Promise<void> } }).handle.stop())
    await ask(page, customers)
    expect(escaped).toEqual(['GET /public/v1/customers/'])
    await start(page, { baseUrl })
    expect((await ask(page, customers)).status).toBe(200)
  })

  it('disables a webhook after five days of failures, and tells the page', async () => {
    const { url } = await site()
    const page = await open(url)
    await start(page, { clock: 'manual' })
    const hooks = 'https://accounting.test/public/v2/webhooks/'
    const hook = { url: 'https://hooks.example.com/in', topics: ['core.customer/created'] }
    expect((await ask(page, hooks, 'POST', hook)).status).toBe(201)
    const attempts = await page.evaluate(async (customer) => {
      const { simulator } = (window as unknown as { handle: { simulator: Simulator } }).handle
      simulator.webhooks.connect('https://hooks.example.com/', () => new Response('down', { status: 500 }))
      for (let day = 0; day < 7; day++) {
        simulator.records.customers.create({ ...customer, name: `Day ${day}` })
        await simulator.clock.advance('1 day')
      }
      return simulator.webhooks.attempts.length
    }, CUSTOMER)
    expect(attempts).toBeGreaterThan(7)
    expect((await ask(page, hooks)).text).toContain('"is_active":false')
  })

  it('shows a 429 that ends with real time', async () => {
    const { url } = await site()
    const page = await open(url)
    await start(page, { rateLimits: { endpoint: { burst: 2, refillPerSecond: 1 } } })
    const statuses = [await ask(page), await ask(page), await ask(page)].map(({ status }) => status)
    expect(statuses).toEqual([200, 200, 429])
    await page.waitForTimeout(1100)
    expect((await ask(page)).status).toBe(200)
  })
})
