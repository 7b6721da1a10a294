import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import {
  ask,
  CUSTOMERS,
  fill,
  INVOICE,
  INVOICES,
  inspected,
  type PageWindow,
  show,
} from './support/inspected'

const { open } = inspected()

const option = (page: Page, name: RegExp) => page.getByRole('listbox').getByRole('option', { name })
const advance = (page: Page, duration: string): Promise<unknown> =>
  page.evaluate((by) => (window as unknown as PageWindow).simulator.clock.advance(by), duration)

describe('the overview of a timeline', () => {
  it('folds what repeats, opened by a click, and counts responses, which filter', async () => {
    const page = await open()
    for (let turn = 0; turn < 9; turn++) await ask(page, 'GET', '/public/health/')
    await ask(page, 'POST', INVOICES, INVOICE)
    await ask(page, 'POST', INVOICES, {})
    await show(page, 'Timeline')
    await option(page, /GET .*health.* ×9/).waitFor()
    expect(await option(page, /./).count()).toBe(3)
    await option(page, /×9/).click()
    await expect.poll(() => option(page, /health/).count()).toBe(9)
    await page.getByRole('button', { name: '4xx ×1' }).click()
    await expect.poll(() => option(page, /./).count()).toBe(1)
    await option(page, /POST .* 422/).waitFor()
  })

  it('joins the tries of a request, with the pauses of the client', async () => {
    const page = await open()
    await page.evaluate(() => {
      const { simulator } = window as unknown as PageWindow
      simulator.faults.inject({ on: 'GET /public/v1/customers/', times: 2, then: { status: 503 } })
    })
    await ask(page, 'GET', CUSTOMERS)
    await advance(page, '10 seconds')
    await ask(page, 'GET', CUSTOMERS)
    await advance(page, '30 seconds')
    await ask(page, 'GET', CUSTOMERS)
    await ask(page, 'GET', CUSTOMERS)
    await show(page, 'Timeline')
    await option(page, /try 3 after 30 s/).click()
    const tries = page.getByRole('list', { name: 'Tries' })
    await expect
      .poll(() => tries.getByRole('listitem').allInnerTexts())
      .toEqual([
        expect.stringContaining('#1 GET /public/v1/customers/ 503'),
        expect.stringMatching(/after 10 s\s+#3 .* 503/),
        expect.stringMatching(/after 30 s\s+#5 .* 200/),
      ])
  })

  it('marks the tabs that hold something', async () => {
    const page = await open()
    await fill(page, 4)
    await page.evaluate(() => {
      const { simulator } = window as unknown as PageWindow
      simulator.faults.inject({ on: 'GET /public/v1/items/', then: { status: 503 } })
    })
    await show(page, 'Clock')
    await expect
      .poll(() => page.getByRole('tab', { name: 'Faults' }).getAttribute('title'))
      .toMatch(/\d+ armed/)
    expect(await page.getByRole('tab', { name: 'Webhooks' }).getAttribute('title').then(String)).toMatch(
      /\d+ waiting/,
    )
  })
})

describe('the limits', () => {
  it('are gauges, with the chart of one bucket, also among buckets of one size', async () => {
    const page = await open(
      {},
      {
        rateLimits: {
          aggregate: { burst: 4, refillPerSecond: 1 },
          endpoint: { burst: 60, refillPerSecond: 1 },
          routes: { 'GET /public/v1/customers/': { burst: 4, refillPerSecond: 1 } },
        },
      },
    )
    for (let turn = 0; turn < 3; turn++) await ask(page, 'GET', CUSTOMERS)
    await show(page, 'Limits')
    const chart = (name: RegExp) => page.getByRole('img', { name })
    await chart(/the endpoint bucket of GET \/public\/v1\/customers\/: 3 requests, 0 refused/).waitFor()
    await page.getByText('From 0 to 4 tokens').waitFor()
    await ask(page, 'GET', INVOICES)
    await ask(page, 'GET', CUSTOMERS)
    await chart(/the aggregate bucket: 2 requests, 1 refused/).waitFor()
    await page.getByRole('button', { name: 'endpoint bucket of GET /public/v1/customers/' }).click()
    await chart(/the endpoint bucket of GET \/public\/v1\/customers\/: 3 requests, 0 refused/).waitFor()
    const empty = page.getByRole('meter', { name: 'Tokens of the aggregate bucket' })
    expect(await empty.getAttribute('aria-valuenow')).toBe('0')
  })
})

describe('the waterfall', () => {
  it('shows what was held, for how long, and the pauses of the client', async () => {
    const page = await open()
    await page.evaluate(() => {
      const { simulator } = window as unknown as PageWindow
      simulator.faults.inject({ on: 'GET /public/v1/customers/', times: 1, then: { status: 503 } })
      simulator.faults.inject({ on: 'GET /public/v1/invoices/', then: { delay: '3 seconds' } })
    })
    await ask(page, 'GET', CUSTOMERS)
    await advance(page, '10 seconds')
    await ask(page, 'GET', CUSTOMERS)
    await page.evaluate((path) => void (window as unknown as PageWindow).ask('GET', path), INVOICES)
    await advance(page, '1 minute')
    await show(page, 'Timeline')
    await page.getByRole('button', { name: 'Waterfall' }).click()
    const bars = async () =>
      page
        .getByRole('listbox')
        .locator('.bar-of')
        .evaluateAll((all) => all.map((one) => one.getAttribute('title')))
    await expect
      .poll(bars)
      .toEqual([
        'answered',
        'clock, 10 s',
        'the client waited 10 s',
        'answered',
        'answered, 3 s',
        'clock, 1 min',
      ])
  })
})
