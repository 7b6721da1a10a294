import { describe, expect, it } from 'vitest'
import { violations } from './support/accessible'
import { ask, CUSTOMERS, INVOICES, inspected, type PageWindow, show } from './support/inspected'

const { open } = inspected()

describe('the limits', () => {
  it('begin with the key that was refused, when, and when it has room again', async () => {
    const page = await open(
      {},
      {
        apiKeys: [
          { key: 'test-api-key', label: 'Shop' },
          { key: 'key-of-the-nightly-job', label: 'Nightly' },
        ],
      },
    )
    await ask(page, 'GET', INVOICES)
    for (let turn = 0; turn < 11; turn++)
      await ask(page, 'GET', CUSTOMERS, undefined, 'key-of-the-nightly-job')
    await show(page, 'Limits')
    const first = page.getByRole('tabpanel').getByRole('heading', { level: 2 }).nth(1)
    await expect.poll(() => first.textContent()).toBe('Nightly')
    const buckets = page.getByRole('list', { name: 'Buckets of Nightly' }).getByRole('listitem').first()
    await buckets.getByText('1 refused, has room again Thu 15 Jan, 09:00:01').waitFor()
    await page.evaluate(() => (window as unknown as PageWindow).simulator.clock.advance('1 hour'))
    await buckets.getByText('1 refused, has room now').waitFor()
    await page.locator('.bar', { hasText: 'Nightly' }).locator('.good').getByText('has room now').waitFor()
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: '1 refused, last Thu 15 Jan, 09:00:00' }).click()
    const field = page.getByRole('combobox', { name: 'Filter the timeline' })
    expect(await field.inputValue()).toBe('status:429 key:Nightly')
  })

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
    await chart(/the endpoint bucket of GET \/public\/v1\/customers\/ of .*: 3 requests, 0 refused/).waitFor()
    await page.getByText('From 0 to 4 tokens').waitFor()
    await ask(page, 'GET', INVOICES)
    await ask(page, 'GET', CUSTOMERS)
    await chart(/the aggregate bucket of .*: 2 requests, 1 refused/).waitFor()
    await page.getByRole('button', { name: 'endpoint bucket of GET /public/v1/customers/' }).click()
    await chart(/the endpoint bucket of GET \/public\/v1\/customers\/ of .*: 3 requests, 0 refused/).waitFor()
    await page.getByRole('button', { name: 'aggregate bucket' }).first().click()
    // The three requests before it took from it, too: it falls from full in one line.
    await chart(/the aggregate bucket of .*: 2 requests, 1 refused, 3 that tell of other buckets/).waitFor()
    const line = (await page.locator('.chart .line').getAttribute('d')) ?? ''
    expect(line).toMatch(/^M0 0H120V30[^M]*V120/)
    const empty = page.getByRole('meter', { name: 'Tokens of the aggregate bucket' })
    expect(await empty.getAttribute('aria-valuenow')).toBe('0')
    await page
      .getByRole('table', { name: 'Limits' })
      .getByRole('button', { name: /^#5 GET/ })
      .click()
    await page.getByRole('region', { name: 'Details of the entry' }).getByText('Response 429').waitFor()
  })
})
