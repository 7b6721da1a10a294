import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import {
  ask,
  CUSTOMERS,
  HOOK,
  INVOICE,
  INVOICES,
  inspected,
  type PageWindow,
  show,
} from './support/inspected'

const { open } = inspected()

const details = (page: Page) => page.getByRole('region', { name: 'Details of the entry' })
const follow = (page: Page, name: string | RegExp) => details(page).getByRole('button', { name }).click()
const focused = (page: Page) =>
  page.evaluate(() => {
    const within = document.activeElement?.shadowRoot?.activeElement
    return (within?.getAttribute('aria-label') ?? within?.textContent ?? '').replace(/\s+/g, ' ').trim()
  })

async function choose(page: Page, name: RegExp): Promise<void> {
  await show(page, 'Timeline')
  await page.getByRole('option', { name }).first().click()
  await details(page).waitFor()
}

describe('from cause to effect and back', () => {
  it('a request, its fault, and the fault back to the request', async () => {
    const page = await open()
    await page.evaluate(() => {
      const { simulator } = window as unknown as PageWindow
      simulator.faults.inject({ on: 'GET /public/v1/items/', then: { status: 500 } })
      simulator.faults.inject({ on: 'GET /public/v1/customers/', then: { status: 503 } })
    })
    await ask(page, 'GET', INVOICES)
    await ask(page, 'GET', CUSTOMERS)
    await choose(page, /customers\/ 503/)
    await follow(page, 'Fault 2')
    await page.getByRole('tab', { name: 'Faults', selected: true }).waitFor()
    await expect.poll(() => focused(page)).toMatch(/^2 status 503 for GET \/public\/v1\/customers\//)
    await page
      .getByRole('list', { name: 'Faults' })
      .getByRole('button', { name: /#2 GET .* 503/ })
      .click()
    await details(page).getByText('#2, Thu 15 Jan').waitFor()
    await expect.poll(() => focused(page)).toBe('Details of the entry')
  })

  it('a request, its record with the ledger, and the record back to all that was about it', async () => {
    const page = await open()
    await ask(page, 'POST', INVOICES, INVOICE)
    await ask(page, 'POST', INVOICES, INVOICE)
    await ask(page, 'GET', `${INVOICES}2/`)
    await choose(page, /POST .* 200 created Invoice 2/)
    await follow(page, 'Invoice 2')
    const record = page.getByRole('region', { name: 'Details of the record' })
    await record.getByRole('table', { name: 'Ledger of 2' }).getByText('59.99').first().waitFor()
    await expect.poll(() => record.getByRole('button', { name: /^#/ }).allTextContents()).toHaveLength(2)
    await record.getByRole('button', { name: /#3 GET/ }).click()
    await details(page).getByText('#3, Thu 15 Jan').waitFor()
    await follow(page, 'Invoice 2')
    await record.getByRole('button', { name: 'Customer 1' }).click()
    await record.getByRole('heading', { name: /^Customer 1, / }).waitFor()
    await page.getByRole('table', { name: 'Records' }).getByText('Acorn Stores').waitFor()
  })

  it('a request, the event that it caused while it waits and once it is sent, and back', async () => {
    const page = await open()
    await page.evaluate(() => {
      const { simulator } = window as unknown as PageWindow
      simulator.webhooks.connect('https://hooks.example.com/', () => new Response('ok'))
    })
    await ask(page, 'POST', '/public/v2/webhooks/', HOOK)
    await ask(page, 'POST', INVOICES, INVOICE)
    await choose(page, /POST .*invoices\/ 200/)
    await follow(page, /core.invoice\/created, delivery 1, waiting/)
    await page.getByRole('tab', { name: 'Webhooks', selected: true }).waitFor()
    await page.getByText('"topic": "core.invoice/created"').waitFor()
    await page.getByRole('button', { name: 'Send what is due' }).click()
    await page.getByRole('list', { name: 'Attempts' }).getByText('200', { exact: true }).first().waitFor()
    await choose(page, /POST .*invoices\/ 200/)
    await follow(page, /DELIVERY core.invoice\/created/)
    await details(page)
      .getByRole('heading', { name: /DELIVERY/ })
      .waitFor()
    await follow(page, 'attempts with their bytes')
    await page
      .getByRole('region', { name: /Bytes of the attempt/ })
      .getByText('Service-Webhook-Signature-V1')
      .waitFor()
    await page
      .getByRole('list', { name: 'Attempts' })
      .getByRole('button', { name: /DELIVERY/ })
      .click()
    await follow(page, /#2 POST/)
    await details(page).getByText('#2, Thu 15 Jan').waitFor()
  })

  it('a refusal and its bucket', async () => {
    const page = await open()
    for (let turn = 0; turn < 12; turn++) await ask(page, 'GET', CUSTOMERS)
    await choose(page, /GET .* 429/)
    await follow(page, /^Bucket/)
    await expect.poll(() => focused(page)).toBe('endpoint bucket of GET /public/v1/customers/')
  })

  it('leads to an entry that the filter hides, far from the end', async () => {
    const page = await open({}, { rateLimits: false })
    await ask(page, 'POST', INVOICES, INVOICE)
    for (let turn = 0; turn < 200; turn++) await ask(page, 'GET', '/public/health/')
    await show(page, 'Records')
    await page.getByRole('button', { name: 'Open invoices 1' }).click()
    await page.getByRole('button', { name: /#1 POST/ }).click()
    await page.getByRole('option', { name: /POST .* 200/ }).waitFor()
    await page.getByRole('combobox', { name: 'Filter the timeline' }).fill('health')
    await expect.poll(() => page.getByRole('option', { name: /POST/ }).count()).toBe(0)
    // The details are hidden with their entry.
    await show(page, 'Records')
    await page.getByRole('button', { name: /#1 POST/ }).click()
    await page.getByRole('option', { name: /POST .* 200/ }).waitFor()
  })
})

describe('a list that is cut', () => {
  it('says so with the first entry that it leaves out', async () => {
    const wide = { burst: 400, refillPerSecond: 1 }
    const page = await open({}, { rateLimits: { aggregate: wide, endpoint: wide } })
    for (let turn = 0; turn < 200; turn++) await ask(page, 'GET', CUSTOMERS)
    await show(page, 'Limits')
    await page.getByText('left after 200 requests').waitFor()
    await expect(page.getByText('Earlier requests').count()).resolves.toBe(0)
    await ask(page, 'GET', CUSTOMERS)
    await page.getByText('Earlier requests stand in the timeline.').waitFor()
  })
})

describe('the trial balance', () => {
  it('leads from a balance to the request that caused it, and back, with sums by company', async () => {
    const page = await open()
    await ask(page, 'POST', INVOICES, {
      ...INVOICE,
      items: [{ item_id: 1, quantity: 1000, rate: '1234.56' }],
    })
    await ask(page, 'POST', INVOICES, INVOICE)
    await show(page, 'Trial balance')
    const total = page.getByRole('table', { name: 'Trial balance' }).locator('tfoot tr')
    await expect
      .poll(() => total.locator('td').allTextContents())
      .toEqual(['Example Trading Inc.', '', 'Total USD', '1,234,619.99', '1,234,619.99', '0.00'])
    await page.getByRole('button', { name: '4000', exact: true }).click()
    const account = page.getByRole('table', { name: 'Entries of 4000' })
    await account.getByText('1,234,560.00', { exact: true }).waitFor()
    await account.getByRole('button', { name: 'Invoice 1' }).click()
    const record = page.getByRole('region', { name: 'Details of the record' })
    await record.getByRole('button', { name: '1100 Accounts Receivable' }).click()
    await page
      .getByRole('table', { name: 'Entries of 1100' })
      .getByRole('button', { name: 'Invoice 2' })
      .click()
    await record.getByRole('list', { name: 'Versions of 2' }).getByRole('button').first().click()
    await page
      .getByRole('region', { name: 'Details of the entry' })
      .getByText('POST /public/v1/invoices/')
      .first()
      .waitFor()
  })
})

describe('organisations', () => {
  it('are chosen for all views, and followed by links', async () => {
    const page = await open()
    await ask(page, 'POST', INVOICES, INVOICE)
    await show(page, 'Records')
    await page.getByText('1 to 1 of 1').waitFor()
    await expect(page.getByRole('combobox', { name: 'Organisation' }).count()).resolves.toBe(0)
    await page.evaluate((invoice) => {
      const branch = (window as unknown as PageWindow).simulator.organization('Branch office')
      for (let turn = 0; turn < 3; turn++) branch.records.invoices?.create(invoice)
    }, INVOICE)
    await page.getByRole('combobox', { name: 'Organisation' }).selectOption('Branch office')
    await page.getByText('1 to 3 of 3').waitFor()
    await show(page, 'Trial balance')
    await page.getByRole('table', { name: 'Trial balance' }).getByText('179.97').first().waitFor()
    await page.getByRole('combobox', { name: 'Organisation' }).selectOption('org-1')
    await page.getByRole('table', { name: 'Trial balance' }).getByText('59.99').first().waitFor()
    await choose(page, /WRITE records.invoices.create done created Invoice 3/)
    await follow(page, 'Invoice 3')
    await page.getByRole('table', { name: 'Ledger of 3' }).waitFor()
    await expect(page.getByRole('combobox', { name: 'Organisation' }).inputValue()).resolves.toBe(
      'Branch office',
    )
  })
})

describe('a timeline that begins anew', () => {
  it('is shown from its beginning after a reset', async () => {
    const page = await open()
    for (let turn = 0; turn < 3; turn++) await ask(page, 'GET', CUSTOMERS)
    await show(page, 'Timeline')
    await page.getByText('3 of 3').waitFor()
    await show(page, 'Snapshots')
    await page.getByRole('button', { name: 'Reset the world' }).click()
    await page.getByRole('button', { name: 'No', exact: true }).click()
    await page.getByRole('button', { name: 'Reset the world' }).click()
    await page.getByRole('button', { name: 'Yes, reset' }).click()
    await show(page, 'Timeline')
    await page.getByText('Nothing has happened yet.').waitFor()
    await ask(page, 'GET', CUSTOMERS)
    await page.getByText('1 of 1').waitFor()
  })
})
