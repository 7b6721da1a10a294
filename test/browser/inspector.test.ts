import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import {
  ask,
  busy,
  CUSTOMERS,
  corner,
  HOOK,
  INVOICE,
  INVOICES,
  inspected,
  type PageWindow,
  show,
  TABS,
} from './support/inspected'
import { runInVitest } from './support/run-in-vitest'

const { open, load } = inspected()

describe('the panel', () => {
  it('opens from the corner, closes with Escape, and stays open over a reload on its tab', async () => {
    const page = await open()
    await expect(corner(page).getAttribute('aria-expanded')).resolves.toBe('false')
    await show(page, 'Clock')
    await expect(corner(page).getAttribute('aria-expanded')).resolves.toBe('true')
    await load(page)
    await page.getByRole('tab', { name: 'Clock', selected: true }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('tab', { name: 'Clock' }).focus()
    await page.keyboard.press('Escape')
    await page.getByRole('tablist').waitFor({ state: 'detached' })
    await expect(corner(page).getAttribute('aria-expanded')).resolves.toBe('false')
  })

  it('has every view, reached with arrow keys', async () => {
    const page = await open()
    await show(page, 'Now')
    const seen: (string | null)[] = []
    for (const _ of TABS) {
      const tab = page.getByRole('tab', { selected: true })
      seen.push(((await tab.textContent()) ?? '').trim())
      await tab.press('ArrowRight')
    }
    expect(seen).toEqual(TABS)
  })

  it('moves to the right, to a window of its own and back', async () => {
    const page = await open()
    await show(page, 'Timeline')
    await page.getByRole('button', { name: 'Dock to right' }).click()
    await page.getByRole('separator').press('ArrowLeft')
    await expect(page.getByRole('separator').getAttribute('aria-valuenow')).resolves.toBe('50')
    const opening = page.waitForEvent('popup')
    await page.getByRole('button', { name: 'Open in window' }).click()
    const popup = await opening
    await popup.getByRole('tab', { name: 'Clock' }).click()
    await popup.getByText('Thu 15 Jan 2026, 09:00:00').first().waitFor()
    const ground = await popup
      .getByRole('region', { name: 'Accounting simulator inspector' })
      .evaluate((panel) => getComputedStyle(panel).display)
    expect(ground).toBe('flex')
    expect(await popup.evaluate(() => document.compatMode)).toBe('CSS1Compat')
    await popup.close()
    await page.getByRole('tab', { name: 'Clock', selected: true }).waitFor()
  })
})

describe('timeline', () => {
  it('shows requests with reason and body, and filters', async () => {
    const page = await open()
    await busy(page)
    await show(page, 'Timeline')
    const list = page.getByRole('listbox', { name: 'Timeline' })
    await list.getByRole('option', { name: /POST \/public\/v1\/invoices\/ 422/ }).click()
    const details = page.getByRole('region', { name: 'Details of the entry' })
    await details.getByText('company_id: Field required').first().waitFor()
    await details.getByText('"date": "2026-01-15"').first().waitFor()
    await page.getByLabel('Filter the timeline').fill('429 customers')
    await expect.poll(() => list.getByRole('option').count()).toBe(2)
    await page.getByLabel('Filter the timeline').fill('nothing of this kind')
    await page.getByText('Nothing matches.').waitFor()
  })

  it('follows what happens while it is open', async () => {
    const page = await open()
    await show(page, 'Timeline')
    await page.getByText('Nothing has happened yet.').waitFor()
    await ask(page, 'GET', CUSTOMERS)
    await page.getByRole('option', { name: /GET \/public\/v1\/customers\/ 200/ }).waitFor()
  })

  it('is one Tab stop that arrow keys, Space and Enter work', async () => {
    const page = await open()
    await busy(page)
    await show(page, 'Timeline')
    const list = page.getByRole('listbox', { name: 'Timeline' })
    await list.focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('region', { name: 'Details of the entry' }).waitFor()
    await expect(list.getByRole('option', { selected: true }).count()).resolves.toBe(1)
    await expect(list.locator('[tabindex="0"]').count()).resolves.toBe(0)
  })

  it('makes a test of a selection, which passes in vitest', async () => {
    const page = await open()
    await ask(page, 'POST', INVOICES, INVOICE)
    await page.evaluate(() => (window as unknown as PageWindow).simulator.clock.advance('2 days'))
    await ask(page, 'GET', INVOICES)
    await ask(page, 'POST', INVOICES, { date: "it's \\ `so`" })
    await ask(page, 'GET', CUSTOMERS, undefined, 'no-key-of-ours')
    await page.evaluate((invoice) => {
      const { simulator } = window as unknown as PageWindow
      simulator.faults.inject({ on: 'GET /public/v1/customers/', then: { status: 503 } })
      simulator.records.invoices?.create(invoice)
    }, INVOICE)
    await ask(page, 'GET', CUSTOMERS)
    await show(page, 'Timeline')
    for (const name of [/POST .* 200/, /GET .* 200/, /POST .* 422/, /GET .* 40[13]/, /WRITE/, /GET .* 503/])
      await page.getByRole('option', { name }).click({ modifiers: ['Control'] })
    const text = await copied(page)
    expect(text).toContain("advanceTo('2026-01-17T09:00:00.000Z')")
    expect(text.match(/status\)\.toBe\((\d+)/g)).toEqual(
      [200, 200, 422, 403, 503].map((status) => `status).toBe(${status}`),
    )
    expect(await runInVitest(text)).toEqual({ passed: 1, failed: 0, messages: '' })
  })

  it('makes a test that fails where the simulator is not as the test expects', async () => {
    const page = await open()
    await ask(page, 'POST', INVOICES, INVOICE)
    await ask(page, 'GET', `${INVOICES}1/`)
    await show(page, 'Timeline')
    await page.getByRole('option', { name: /GET .* 200/ }).click()
    const text = await copied(page)
    expect(text).toContain('// Not selected, though they changed something before: #1.')
    expect(await runInVitest(text)).toMatchObject({ passed: 0, failed: 1 })
  })

  it('copies deliveries with a receiver that answers the same, and limits that were off', async () => {
    const page = await open({}, { rateLimits: false })
    await page.evaluate(() => {
      const { simulator } = window as unknown as PageWindow
      simulator.webhooks.connect('https://hooks.example.com/', () => new Response('later', { status: 500 }))
    })
    for (let turn = 0; turn < 14; turn++) await ask(page, 'GET', CUSTOMERS)
    await ask(page, 'POST', '/public/v2/webhooks/', HOOK)
    await ask(page, 'POST', INVOICES, INVOICE)
    await page.evaluate(() => (window as unknown as PageWindow).simulator.clock.advance('1 second'))
    await show(page, 'Timeline')
    await page.getByRole('listbox').focus()
    await page.keyboard.press('Home')
    for (let turn = 0; turn < 5; turn++) {
      await page.keyboard.press('Space')
      await page.keyboard.press('ArrowDown')
    }
    const text = await copied(page)
    expect(text).toContain('rateLimits: false')
    expect(text).toContain(
      "connect('https://hooks.example.com/in', () => new Response(null, { status: 500 }))",
    )
    expect(await runInVitest(text)).toEqual({ passed: 1, failed: 0, messages: '' })
  })

  it('holds few rows of 10,000 and shows new ones at its end', async () => {
    const page = await open({}, { rateLimits: false })
    await page.evaluate(async () => {
      const { ask: request } = window as unknown as PageWindow
      for (let turn = 0; turn < 10_000; turn++) await request('GET', '/public/health/')
    })
    await show(page, 'Timeline')
    const list = page.getByRole('listbox', { name: 'Timeline' })
    await list.getByRole('option').first().waitFor()
    await expect.poll(() => page.getByText(/of 10,000|of 9,\d{3}/).count()).toBe(1)
    expect(await list.getByRole('option').count()).toBeLessThan(60)
    await ask(page, 'GET', '/public/v1/terms/')
    await list.getByRole('option', { name: /terms/ }).waitFor()
    await list.press('Home')
    await expect
      .poll(async () => (await list.getByRole('option').first().getAttribute('aria-posinset')) ?? '')
      .toBe('1')
  })
})

async function copied(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Copy as test' }).click()
  await page.getByText('in the clipboard').waitFor()
  return page.evaluate(() => navigator.clipboard.readText())
}

describe('a page that is no secure context', () => {
  it('has no clipboard for programs, and still copies', async () => {
    const page = await open()
    await load(page, {}, 'insecure.test')
    expect(await page.evaluate(() => 'clipboard' in navigator)).toBe(false)
    await ask(page, 'GET', CUSTOMERS)
    await show(page, 'Timeline')
    await page.getByRole('option', { name: /GET .* 200/ }).click()
    await page.getByRole('button', { name: 'Copy as test' }).click()
    await page.getByText('in the clipboard').waitFor()
    await page.getByLabel('Filter the timeline').press('Control+V')
    expect(await page.getByLabel('Filter the timeline').inputValue()).toContain('createSimulator')
  })
})

describe('what the views do', () => {
  const now = (page: Page) => page.evaluate(() => (window as unknown as PageWindow).simulator.clock.now)

  it('moves time by a duration, to the next thing due and to an instant', async () => {
    const page = await open()
    await busy(page)
    await show(page, 'Clock')
    await page.getByRole('textbox', { name: 'Duration' }).fill('2 hours')
    await page.getByRole('button', { name: 'Advance' }).click()
    await expect.poll(() => now(page)).toBe('2026-01-15T11:00:00.000Z')
    await page.getByRole('textbox', { name: 'Instant' }).fill('2026-02-01T00:00:00Z')
    await page.getByRole('button', { name: 'Run until', exact: true }).click()
    await expect.poll(() => now(page)).toBe('2026-02-01T00:00:00.000Z')
    await page.getByRole('textbox', { name: 'Duration' }).fill('soon')
    await page.getByRole('button', { name: 'Advance' }).click()
    await page
      .getByRole('status')
      .getByText(/duration/i)
      .waitFor()
  })

  it('holds, duplicates, drops and delivers webhooks', async () => {
    const page = await open()
    await page.evaluate(() => {
      const { simulator } = window as unknown as PageWindow
      simulator.webhooks.connect('https://hooks.example.com/', () => new Response('ok'))
    })
    await busy(page)
    await show(page, 'Webhooks')
    const table = page.getByRole('table', { name: 'Webhooks' })
    await table
      .getByRole('button', { name: /Duplicate/ })
      .first()
      .click()
    await expect.poll(() => table.getByRole('button', { name: /Deliver/ }).count()).toBe(2)
    await table.getByRole('button', { name: /Drop/ }).last().click()
    await expect.poll(() => table.getByRole('button', { name: /Deliver/ }).count()).toBe(1)
    await page.getByRole('button', { name: 'Hold' }).click()
    await table.getByRole('button', { name: /Deliver/ }).click()
    await page.getByRole('list', { name: 'Attempts' }).getByText('200', { exact: true }).first().waitFor()
    await expect(table.getByRole('button', { name: /Deliver/ }).count()).resolves.toBe(0)
    await page.getByRole('button', { name: 'Release' }).click()
  })

  it('shows records with the ledger of one, and the trial balance', async () => {
    const page = await open()
    await busy(page)
    await show(page, 'Records')
    await page.getByRole('button', { name: 'Open invoices 1' }).click()
    await page.getByRole('table', { name: 'Ledger of 1' }).getByText('59.99').first().waitFor()
    await page.getByLabel('Record type').selectOption('customers')
    await page.getByRole('table', { name: 'Records' }).getByText('Acorn Stores').waitFor()
    await show(page, 'Trial balance')
    await page.getByRole('table', { name: 'Trial balance' }).getByText('59.99').first().waitFor()
    await page.getByRole('button', { name: 'Check the books' }).click()
    await page.getByText('The books hold.').waitFor()
  })

  it('arms a fault, which hits, and disarms another', async () => {
    const page = await open()
    await show(page, 'Faults')
    await page.getByRole('textbox', { name: 'Request' }).fill(`GET ${CUSTOMERS}`)
    await page.getByRole('combobox', { name: 'Effect' }).selectOption('Answer with a status')
    await page.getByRole('spinbutton', { name: 'Status' }).fill('503')
    await page.getByRole('button', { name: 'Arm', exact: true }).click()
    await page.getByRole('list', { name: 'Faults' }).getByText('0 hits').waitFor()
    expect(await ask(page, 'GET', CUSTOMERS)).toBe(503)
    await page.getByRole('list', { name: 'Faults' }).getByText('1 hit').waitFor()
    await page.getByRole('button', { name: 'Arm', exact: true }).click()
    await page.getByRole('button', { name: 'Disarm fault 2' }).click()
    await expect.poll(() => ask(page, 'GET', CUSTOMERS)).toBe(200)
  })

  it('plays a scenario', async () => {
    const page = await open()
    await show(page, 'Scenarios')
    await page.getByRole('button', { name: 'Play maintenance-window' }).click()
    await page.getByRole('heading', { name: /1\. maintenance-window/ }).waitFor()
    expect(await page.getByRole('list', { name: 'Scenarios' }).getByRole('listitem').count()).toBeGreaterThan(
      3,
    )
  })

  it('goes back to a snapshot and forth again', async () => {
    const page = await open()
    const count = () =>
      page.evaluate(() => (window as unknown as PageWindow).simulator.records.invoices?.count())
    const take = async (name: string) => {
      await page.getByRole('textbox', { name: 'Name' }).fill(name)
      await page.getByRole('button', { name: 'Take' }).click()
      await page.getByRole('button', { name: `Restore ${name}` }).waitFor()
    }
    await show(page, 'Snapshots')
    await take('none')
    await ask(page, 'POST', INVOICES, INVOICE)
    await take('one')
    await page.getByRole('button', { name: 'Restore none' }).click()
    await expect.poll(count).toBe(0)
    await page.getByRole('button', { name: 'Restore one' }).click()
    await expect.poll(count).toBe(1)
  })

  it('charts the bucket and tells it as a table', async () => {
    const page = await open()
    await busy(page)
    await show(page, 'Limits')
    await page.getByRole('img', { name: /tokens left in the buckets.*2 refused/i }).waitFor()
    await page.getByRole('table', { name: 'Limits' }).getByText('429').first().waitFor()
  })
})
