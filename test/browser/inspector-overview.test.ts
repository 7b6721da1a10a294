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
import { focus } from './support/keyboard'

const { open } = inspected()

const option = (page: Page, name: RegExp) => page.getByRole('listbox').getByRole('option', { name })
const advance = (page: Page, duration: string): Promise<unknown> =>
  page.evaluate((by) => (window as unknown as PageWindow).simulator.clock.advance(by), duration)

describe('the overview of a timeline', () => {
  it('folds what repeats, opened by a click, and counts responses, which filter', async () => {
    const page = await open({ height: 1000 })
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

describe('the histogram', () => {
  const bars = (page: Page, name: string) => page.locator(`.strip .drawn-${name}`)
  const heights = async (page: Page, name: string): Promise<number> => {
    const { height = 0 } = (await bars(page, name).boundingBox()) ?? {}
    return height
  }

  it('has requests by how they ended, deliveries below, in colours what the filter shows', async () => {
    const page = await open()
    await fill(page, 30)
    await show(page, 'Timeline')
    await bars(page, 'good').waitFor()
    for (const name of ['good', 'odd']) expect(await heights(page, name)).toBeGreaterThan(0)
    expect(await bars(page, 'delivered').count()).toBe(1)
    await page.getByRole('combobox', { name: 'Filter the timeline' }).fill('status:422')
    await bars(page, 'good').waitFor({ state: 'detached' })
    await bars(page, 'odd').waitFor()
    expect(await heights(page, 'all')).toBeGreaterThan(0)
  })

  it('leads to the first error of a bucket by a click, and by the keyboard to it or to a part of the time', async () => {
    const page = await open()
    for (let hour = 0; hour < 3; hour++) {
      await ask(page, 'GET', CUSTOMERS)
      await ask(page, 'POST', INVOICES, {})
      await advance(page, '1 hour')
    }
    await show(page, 'Timeline')
    const strip = page.getByRole('img', { name: /^9 entries:/ })
    await strip.waitFor()
    const { width = 0 } = (await strip.boundingBox()) ?? {}
    await strip.click({ position: { x: width * 0.08, y: 8 } })
    const details = page.getByRole('region', { name: 'Details of the entry' })
    await details.getByText('Response 422').waitFor()
    const overview = page.getByRole('slider', { name: 'Overview' })
    await overview.focus()
    await overview.press('ArrowRight')
    expect(await overview.getAttribute('aria-valuetext')).toMatch(/^Thu 15 Jan, 09:00:00: 1 entry, 0 errors/)
    await overview.press('Enter')
    await details.getByText('Response 200').waitFor()
    await overview.focus()
    await overview.press('ArrowRight')
    for (let step = 0; step < 3; step++) await overview.press('Shift+ArrowRight')
    await overview.press('Enter')
    await page.getByRole('button', { name: /^Thu 15 Jan, 09:00:00 to Thu 15 Jan, 10:00:00/ }).waitFor()
  })
})

it('the days of the histogram never overlap, and it marks the entry whose details are shown', async () => {
  const page = await open({ width: 1010, height: 1000 })
  await page.evaluate(async () => {
    const { simulator, ask: send } = window as unknown as PageWindow
    for (let day = 1; day <= 16; day++) {
      for (let turn = 0; turn < day; turn++) await send('GET', '/public/health/')
      await simulator.clock.advance('1 day')
    }
  })
  await show(page, 'Timeline')
  const labels = page.locator('.ruler .axis-x span')
  await expect.poll(() => labels.count()).toBeGreaterThan(10)
  for (const width of [1010, 1100, 1280, 1500]) {
    await page.setViewportSize({ width, height: 1000 })
    const overlaps = await labels.evaluateAll((spans) => {
      const boxes = spans
        .filter((one) => one.textContent !== '')
        .map((one) => one.getBoundingClientRect())
        .sort((one, other) => one.left - other.left)
      return boxes.filter((box, at) => at > 0 && box.left < (boxes[at - 1]?.right ?? 0)).length
    })
    expect([width, overlaps]).toEqual([width, 0])
  }
  const list = page.getByRole('listbox', { name: 'Timeline' })
  const marked = () =>
    page.locator('.strip').evaluate((strip) => {
      const mark = strip.querySelector('.mark')?.getBoundingClientRect()
      const { left, width } = strip.getBoundingClientRect()
      return mark && Math.round((10 * (mark.left - left)) / width)
    })
  await list.getByRole('option').last().click()
  await expect.poll(marked).toBe(10)
  await list.press('Home')
  await list.press('Enter')
  await expect.poll(marked).toBe(0)
  await page.getByRole('button', { name: 'Close details' }).click()
  await expect.poll(marked).toBeUndefined()
})

describe('endpoints', () => {
  it('say why they are disabled, are activated, and get what they missed', async () => {
    const page = await open()
    for (const name of ['good', 'bad'])
      await ask(page, 'POST', '/public/v2/webhooks/', {
        url: `https://hooks.example.com/${name}`,
        topics: ['core.invoice/created'],
      })
    await page.evaluate(async (invoice) => {
      const { simulator } = window as unknown as PageWindow
      simulator.webhooks.connect('https://hooks.example.com/good', () => new Response('ok'))
      simulator.webhooks.connect(
        'https://hooks.example.com/bad',
        () => new Response('upstream is gone', { status: 502 }),
      )
      for (let day = 0; day < 7; day++) {
        simulator.records.invoices?.create(invoice)
        await simulator.clock.advance('1 day')
      }
    }, INVOICE)
    await show(page, 'Webhooks')
    const bad = page.getByRole('list', { name: 'Endpoints' }).getByRole('listitem', { name: /\/bad$/ })
    await bad.getByText(/attempts failed since .*; the last answer: 502 upstream is gone/).waitFor()
    await bad.getByRole('button', { name: /^#\d+ WEBHOOK/ }).waitFor()
    await bad.getByText('Later events, which were never queued and cannot be sent (§14.4): 1.').waitFor()
    const send = bad.getByRole('button', { name: 'Activate and send the 6 it missed' })
    await page.evaluate(() => {
      const bodies: string[] = []
      const { simulator } = window as unknown as PageWindow
      simulator.webhooks.connect('https://hooks.example.com/bad', async (request: Request) => {
        bodies.push(await request.text())
        return new Response('ok')
      })
      ;(window as unknown as { bodies: string[] }).bodies = bodies
    })
    await send.click()
    await page.getByRole('status').getByText('6 sent.').waitFor()
    expect(await page.evaluate(() => new Set((window as unknown as { bodies: string[] }).bodies).size)).toBe(
      6,
    )
    await bad.getByText('active', { exact: true }).waitFor()
    await send.waitFor({ state: 'detached' })
    // The message goes away; its endpoint says it until something changes there.
    const outcome = bad.getByText(/^6 sent\. Later events, which were never queued .* \(§14\.4\): 1\.$/)
    await page.getByRole('button', { name: 'Dismiss the message' }).click()
    await show(page, 'Now')
    await show(page, 'Webhooks')
    await outcome.waitFor()
    await page.evaluate(async (invoice) => {
      const { simulator } = window as unknown as PageWindow
      simulator.records.invoices?.create(invoice)
      await simulator.clock.advance('1 hour')
    }, INVOICE)
    await outcome.waitFor({ state: 'detached' })
  })

  it('are activated as by a client', async () => {
    const page = await open()
    await ask(page, 'POST', '/public/v2/webhooks/', {
      url: 'https://hooks.example.com/in',
      topics: ['core.invoice/created'],
    })
    const id = await page.evaluate(() => {
      const { registered } = (window as unknown as PageWindow).simulator.webhooks as unknown as {
        registered: readonly { uuid: string }[]
      }
      return registered[0]?.uuid
    })
    await ask(page, 'PATCH', `/public/v2/webhooks/${id}/`, { is_active: false })
    await show(page, 'Webhooks')
    await page.getByText('Disabled by a request.').waitFor()
    await page.getByRole('button', { name: 'Activate https://hooks.example.com/in' }).click()
    await page.getByRole('status').getByText('It is active again.').waitFor()
    await page.getByText('Disabled by a request.').waitFor({ state: 'detached' })
    // The button is gone; its endpoint has the focus.
    await expect.poll(async () => (await focus(page)).name).toBe('https://hooks.example.com/in')
    await ask(page, 'POST', INVOICES, INVOICE)
    await page.evaluate(async () => {
      const { simulator } = window as unknown as PageWindow
      simulator.webhooks.connect('https://hooks.example.com/in', () => new Response('down', { status: 500 }))
      await simulator.clock.advance('10 minutes')
    })
    await page.getByText('active, but failing', { exact: true }).waitFor()
    await page.getByText(/^\d attempts failed since Thu 15 Jan, .*; the last answer: 500 down\.$/).waitFor()
    await show(page, 'Now')
    const list = page.getByRole('list', { name: 'Needs attention' })
    await list.getByText('Webhook fails').waitFor()
    await list.getByRole('button', { name: 'https://hooks.example.com/in' }).click()
    await expect.poll(async () => (await focus(page)).name).toBe('https://hooks.example.com/in')
    await show(page, 'Now')
    // A fault waits until something comes that it could have hit.
    await page.evaluate(() => {
      ;(window as unknown as PageWindow).simulator.faults.inject({
        on: 'POST /public/v1/bills/',
        then: { status: 503 },
      })
    })
    await list.getByText('no request came since').waitFor()
    await ask(page, 'GET', INVOICES)
    await list.getByText('Fault hit nothing').waitFor()
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
