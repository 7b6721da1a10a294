import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import {
  ask,
  busy,
  CUSTOMERS,
  fill,
  INVOICE,
  INVOICES,
  inspected,
  type PageWindow,
  show,
  slow,
  TABS,
} from './support/inspected'

const { open } = inspected()

const KEYS = {
  apiKeys: [
    { key: 'key-of-the-shop-1', label: 'Shop' },
    { key: 'key-of-the-night', label: 'Nightly' },
  ],
}
const field = (page: Page) => page.getByRole('combobox', { name: 'Filter the timeline' })
const list = (page: Page) => page.getByRole('listbox', { name: 'Timeline' })
const box = async (page: Page): Promise<object> => (await list(page).boundingBox()) ?? {}

describe('what a tab says', () => {
  it('is nothing about what is there until the simulator has answered', async () => {
    const page = await open()
    await busy(page)
    await show(page, 'Clock')
    await slow(page, 400)
    for (const tab of TABS) {
      await page.getByRole('tab', { name: tab }).click()
      await expect
        .poll(() => page.getByRole('tabpanel').textContent())
        .toMatch(/^\s*(\w+ ?\w*\s+)?Reading…\s*$/)
    }
    await page.getByText(/This run rested on\s+\d+ of/).waitFor()
  })

  it('is true again after another tab was shown meanwhile', async () => {
    const page = await open()
    await show(page, 'Faults')
    await page.getByText('No fault was armed').waitFor()
    await show(page, 'Clock')
    await page.evaluate(() => {
      ;(window as unknown as PageWindow).simulator.faults.inject({ then: { status: 503 } })
    })
    await slow(page, 400)
    await page.getByRole('tab', { name: 'Faults' }).click()
    expect(await page.getByText('No fault was armed').count()).toBe(0)
    await page.getByRole('list', { name: 'Faults' }).getByText('0 hits').waitFor()
    expect(await page.getByText('No fault was armed').count()).toBe(0)
  })
})

describe('the timeline stays where it is', () => {
  it('while a filter is wrong, rows are selected, and messages come', async () => {
    const page = await open()
    await fill(page, 14)
    await show(page, 'Timeline')
    await list(page).getByRole('option').first().waitFor()
    const before = await box(page)
    await field(page).fill('stauts:429')
    await page.getByRole('alert').getByText('stauts is not a field, perhaps status').waitFor()
    expect(await box(page)).toEqual(before)
    await field(page).fill('')
    await list(page)
      .getByRole('option')
      .last()
      .click({ modifiers: ['Control'] })
    await page.getByRole('group', { name: 'Selected entries' }).waitFor()
    await page.getByRole('button', { name: 'Close details' }).click()
    expect(await box(page)).toEqual(before)
    await page.getByRole('button', { name: 'Copy as test' }).click()
    await page.getByRole('status').getByText('in the clipboard').waitFor()
    expect(await box(page)).toEqual(before)
    await page.getByRole('button', { name: 'Dismiss the message' }).click()
    await page.getByRole('status').getByText('in the clipboard').waitFor({ state: 'detached' })
  })

  it('scrolled up by less than a row, and under a pressed pointer while new entries come', async () => {
    const page = await open({}, { rateLimits: false })
    for (let turn = 1; turn <= 12; turn++) await ask(page, 'GET', `${INVOICES}${turn}/`)
    await show(page, 'Timeline')
    const last = list(page).getByRole('option', { name: `${INVOICES}12/` })
    await last.waitFor()
    const seen = () => list(page).evaluate(({ scrollTop }) => scrollTop)
    const end = await seen()
    await last.hover()
    await page.mouse.down()
    await ask(page, 'GET', CUSTOMERS)
    await page.getByText('13 of 13').waitFor()
    expect(await seen()).toBe(end)
    await page.mouse.up()
    await expect.poll(() => last.getAttribute('aria-selected')).toBe('true')
    await page.getByRole('button', { name: 'Close details' }).click()
    await list(page).press('End')
    const bottom = await seen()
    expect(bottom).toBeGreaterThan(end)
    await list(page).hover()
    await page.mouse.wheel(0, -20)
    await expect.poll(seen).toBe(bottom - 20)
    await ask(page, 'GET', CUSTOMERS)
    await page.getByText('14 of 14').waitFor()
    expect(await seen()).toBe(bottom - 20)
  })

  it('at its end, under a pressed pointer, where many rows are seen', async () => {
    const page = await open({ height: 1100 }, { rateLimits: false })
    for (let turn = 1; turn <= 60; turn++) await ask(page, 'GET', `${INVOICES}${turn}/`)
    await show(page, 'Timeline')
    const last = list(page).getByRole('option', { name: `${INVOICES}60/` })
    await last.hover()
    await page.mouse.down()
    await ask(page, 'GET', CUSTOMERS)
    await page.getByText('61 of 61').waitFor()
    await page.mouse.up()
    await expect.poll(() => last.getAttribute('aria-selected')).toBe('true')
  })

  it('at its row after another tab was shown, and with its rows when they become few', async () => {
    const page = await open({}, { rateLimits: false })
    for (let turn = 1; turn <= 100; turn++) await ask(page, 'GET', `${INVOICES}${turn}/`)
    await ask(page, 'GET', CUSTOMERS)
    await show(page, 'Timeline')
    const rows = list(page).getByRole('option')
    await rows.filter({ hasText: CUSTOMERS }).waitFor()
    await list(page).hover()
    await page.mouse.wheel(0, -1000)
    await expect.poll(() => rows.filter({ hasText: CUSTOMERS }).count()).toBe(0)
    const seen = () => list(page).evaluate(({ scrollTop }) => scrollTop)
    const before = await seen()
    await show(page, 'Clock')
    await show(page, 'Timeline')
    await expect.poll(seen).toBe(before)
    await show(page, 'Clock')
    await show(page, 'Timeline')
    await field(page).fill(`path:${CUSTOMERS}`)
    await rows.filter({ hasText: CUSTOMERS }).waitFor()
    expect(await rows.count()).toBe(1)
  })

  it('says that a term is wrong when typing has paused', async () => {
    const page = await open()
    await ask(page, 'GET', CUSTOMERS)
    await show(page, 'Timeline')
    await field(page).pressSequentially('status:4xx', { delay: 60 })
    expect(await page.getByRole('alert').count()).toBe(0)
    await field(page).fill('status:')
    await page.getByRole('alert').getByText('status must be a status such as 503').waitFor()
  })

  it('with the topic of a delivery and the end of its address, where there is no room for the host', async () => {
    const page = await open({ width: 1000 })
    const url = 'https://hooks.of-a-receiver-with-a-long-name.example.com/tenants/7/receive'
    await ask(page, 'POST', '/public/v2/webhooks/', { url, topics: ['core.invoice/created'] })
    await ask(page, 'POST', INVOICES, INVOICE)
    await page.evaluate(() => (window as unknown as PageWindow).simulator.clock.advance('1 second'))
    await show(page, 'Timeline')
    const row = list(page).getByRole('option', {
      name: `DELIVERY core.invoice/created to ${url} no response`,
    })
    const right = (cell: string) => row.locator(cell).evaluate((one) => one.getBoundingClientRect().right)
    await row.waitFor()
    expect(await row.locator('.shown').getAttribute('data-text')).toBe('ants/7/receive')
    expect(await right('.shown')).toBeLessThanOrEqual(await right('.path'))
    expect(
      await row.locator('.path > :first-child').evaluate((one) => one.scrollWidth - one.clientWidth),
    ).toBeGreaterThan(0)
  })

  it('in columns that are the same in every row', async () => {
    const page = await open({}, KEYS)
    await fill(page, 14)
    await ask(page, 'GET', CUSTOMERS, undefined, 'key-of-the-night')
    await show(page, 'Timeline')
    await list(page).getByRole('option').first().waitFor()
    const places = await list(page)
      .getByRole('option')
      .evaluateAll((rows) =>
        rows.map((row) => [...row.children].map((cell) => cell.getBoundingClientRect().left).join(' ')),
      )
    expect(new Set(places).size).toBe(1)
  })
})

describe('keys', () => {
  it('have their labels in rows, details, chips and limits, where their texts are nowhere', async () => {
    const page = await open({}, KEYS)
    await ask(page, 'GET', CUSTOMERS, undefined, 'key-of-the-night')
    await ask(page, 'GET', INVOICES)
    await show(page, 'Timeline')
    await list(page)
      .getByRole('option', { name: /GET .*customers.* Nightly/ })
      .click()
    await page.getByRole('region', { name: 'Details of the entry' }).getByText('key Nightly').waitFor()
    await page.getByRole('combobox', { name: 'Key', exact: true }).selectOption('Shop')
    await expect.poll(() => list(page).getByRole('option').count()).toBe(1)
    expect(await field(page).inputValue()).toBe('key:Shop')
    await show(page, 'Limits')
    await page.getByRole('heading', { name: 'Nightly', exact: true }).waitFor()
    await page
      .getByRole('list', { name: 'Buckets of Shop' })
      .getByRole('meter', { name: 'Tokens of the aggregate bucket of Shop' })
      .waitFor()
    expect(await page.getByRole('tabpanel').textContent()).not.toMatch(/key-of/)
  })
})

it('versions fit into their pane, with each value before and after, lines by their ids', async () => {
  const page = await open({ width: 1280 })
  await ask(page, 'POST', INVOICES, INVOICE)
  const items = [{ item_id: 1, quantity: 5, rate: '19.995' }]
  await ask(page, 'PUT', `${INVOICES}1/`, { ...INVOICE, memo: 'five of them', items })
  await show(page, 'Records')
  await page.getByRole('button', { name: 'Open invoices 1' }).click()
  const details = page.getByRole('region', { name: 'Details of the record' })
  const versions = details.getByRole('list', { name: 'Versions of 1' })
  await versions.getByRole('row', { name: /^memo nothing five of them/ }).waitFor()
  await versions.getByRole('row', { name: /^items .+ quantity 3\S* 5/ }).waitFor()
  const overflow = await details.evaluate((one) => one.scrollWidth - one.clientWidth)
  expect(overflow).toBeLessThanOrEqual(0)
})

describe('acts', () => {
  it('are told to who listens, and a method alone is a pattern', async () => {
    const page = await open()
    await show(page, 'Faults')
    await page.getByRole('textbox', { name: 'Request' }).fill('post')
    await page.getByRole('button', { name: 'Arm', exact: true }).click()
    await page.getByRole('status').getByText('Fault 1 is armed for POST /public/*.').waitFor()
    await page.getByRole('button', { name: 'Disarm fault 1' }).click()
    await page.getByRole('status').getByText('Fault 1 is disarmed.').waitFor()
    await show(page, 'Webhooks')
    await page.getByRole('button', { name: 'Hold' }).click()
    await page.getByRole('status').getByText('From here on nothing is sent.').waitFor()
  })

  it('are not offered where they must fail: going back to before what is kept', async () => {
    const page = await open()
    await page.evaluate((path) => {
      const { ask: send } = window as unknown as PageWindow
      return Array.from({ length: 230 }).reduce<Promise<unknown>>(
        (before) =>
          before
            .then(() =>
              send('POST', path, { name: 'A', address: 'a', country: 'US', email: 'a@example.com' }),
            )
            .then(() => new Promise((resolve) => setTimeout(resolve))),
        Promise.resolve(),
      )
    }, CUSTOMERS)
    await show(page, 'Timeline')
    await page.getByRole('button', { name: 'Fold' }).click()
    await list(page).press('Home')
    await list(page).press('Enter')
    const details = page.getByRole('region', { name: 'Details of the entry' })
    await expect
      .poll(() => details.getByRole('button', { name: 'Go back to before this' }).isDisabled())
      .toBe(true)
    await details.getByText('The oldest state that is kept is after #').waitFor()
    await details.getByRole('button', { name: /Go back to after #\d+/ }).click()
    await page.getByRole('status').getByText('The world is as it was').waitFor()
  })

  it('search records while one types', async () => {
    const page = await open()
    await ask(page, 'POST', INVOICES, INVOICE)
    await show(page, 'Records')
    await page.getByText('1 to 1 of 1').waitFor()
    await page.getByRole('searchbox', { name: 'Search records' }).pressSequentially('nobody')
    await page.getByText('Nothing matches.').waitFor()
  })
})

it('shows the line of a refusal that matters, and on a phone the time of each row', async () => {
  const page = await open({ width: 390, height: 900 })
  await ask(page, 'POST', INVOICES, { date: '2026-01-15' })
  await page.evaluate(() => (window as unknown as PageWindow).simulator.clock.advance('1 day'))
  await show(page, 'Timeline')
  await list(page).getByRole('option', { name: /CLOCK/ }).locator('.time').getByText('09:00:00').waitFor()
  await list(page).getByText('Thu 15 Jan 2026').first().waitFor()
  await list(page).getByRole('option', { name: /422/ }).click()
  await page
    .getByRole('region', { name: 'Details of the entry' })
    .getByText('Field required')
    .last()
    .waitFor()
})

it('copies of a failure a test of what it needs, says how long it is, and copies all when asked', async () => {
  const page = await open()
  await fill(page, 14)
  await ask(page, 'POST', INVOICES, { date: '2026-01-15' })
  await show(page, 'Timeline')
  await list(page).getByRole('option', { name: /422/ }).last().click()
  await page.getByRole('button', { name: 'Copy this entry as test' }).click()
  const status = page.getByRole('status')
  await status
    .getByText(/^A test of 1 entry, of \d+ that may matter, \d+ lines, is in the clipboard/)
    .waitFor()
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
  const text = await clipboard()
  expect(text.split('\n').length).toBeLessThan(20)
  expect(text).toContain("it('POST /public/v1/invoices/ answers 422'")
  expect((await status.textContent()) ?? '').toContain(`${text.split('\n').length - 1} lines`)
  await page.getByRole('button', { name: /^Copy all \d+ lines$/ }).click()
  await expect.poll(async () => (await clipboard()).length).toBeGreaterThan(text.length * 3)
})
