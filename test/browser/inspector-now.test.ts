import { expect, it } from 'vitest'
import { violations } from './support/accessible'
import {
  ask,
  CUSTOMERS,
  corner,
  HOOK,
  INVOICE,
  INVOICES,
  inspected,
  type PageWindow,
  show,
} from './support/inspected'

const { open } = inspected()

interface World extends PageWindow {
  simulator: PageWindow['simulator'] & { make: Readonly<Record<string, (given?: object) => unknown>> }
}

it('opens with what needs a person, approves there, and leads to each place', async () => {
  const page = await open()
  await ask(page, 'POST', INVOICES, { date: '2026-01-15' })
  await page.evaluate(async (hook) => {
    const { simulator } = window as unknown as World
    simulator.make.approvalPolicy?.({ record_type: 'bill', steps: [{ approver_ids: [1] }] })
    simulator.make.bill?.()
    simulator.make.recurringInvoice?.()
    simulator.faults.inject({ on: 'POST /public/v1/bills/', then: { status: 503 } })
    simulator.faults.inject({ on: 'GET /public/v1/customers/', then: { status: 503 } })
    simulator.webhooks.connect(hook, () => new Response('down', { status: 500 }))
  }, HOOK.url)
  await ask(page, 'GET', CUSTOMERS)
  await ask(page, 'POST', '/public/v2/webhooks/', HOOK)
  await ask(page, 'POST', INVOICES, INVOICE)
  await page.evaluate(() => (window as unknown as PageWindow).simulator.clock.advance('6 days'))

  await corner(page).click()
  const list = page.getByRole('list', { name: 'Needs attention' })
  await list.getByText('First error').waitFor()
  const needs = async () => (await list.locator('li > strong').allTextContents()).map((text) => text.trim())
  expect(await needs()).toEqual([
    'First error',
    'Not tried again',
    'Webhook disabled',
    'Waits for approval',
    'Fault hit nothing',
  ])
  await page.getByRole('button', { name: 'Books hold' }).waitFor()
  expect(await violations(page)).toEqual([])

  await list.getByRole('button', { name: /^Approve Bill 1/ }).click()
  await page.getByRole('status').getByText('Bill 1 is approved').waitFor()
  await expect.poll(needs).not.toContain('Waits for approval')

  await page.getByRole('button', { name: 'I have seen the errors' }).click()
  await expect.poll(needs).toEqual(['Webhook disabled', 'Fault hit nothing'])
  await ask(page, 'GET', '/public/v1/invoices/99/')
  await list.getByRole('button', { name: /GET .*invoices\/99/ }).click()
  await page.getByRole('region', { name: 'Details of the entry' }).getByText('Response 404').waitFor()

  await page.getByRole('tab', { name: 'Now' }).click()
  await page.getByRole('button', { name: /requests \d+ failed/ }).click()
  expect(await page.getByRole('combobox', { name: 'Filter the timeline' }).inputValue()).toBe('kind:request')

  await page.getByRole('tab', { name: 'Now' }).click()
  await page.getByRole('button', { name: 'Run until here' }).click()
  await page
    .getByRole('status')
    .getByText(/1 thing was due/)
    .waitFor()
  await page
    .getByRole('table', { name: 'Next things due' })
    .getByRole('button', { name: /^Recurring invoice 1, \w/ })
    .click()
  await page.getByRole('region', { name: 'Details of the record' }).waitFor()
})

it('says so when nothing needs attention, and checks large books when asked', async () => {
  const page = await open()
  await ask(page, 'GET', CUSTOMERS)
  await corner(page).click()
  await page.getByText('Nothing needs attention.').waitFor()
  await page.getByText('Nothing is scheduled.').waitFor()
  // A check that takes long is not made anew by each change.
  await page.evaluate(() => {
    const element = document.querySelector('accounting-simulator-inspector') as unknown as {
      port(request: Request): Promise<Response>
    }
    const port = element.port
    element.port = async (request) => {
      if (request.url.includes('/books/check')) await new Promise((resolve) => setTimeout(resolve, 100))
      return port(request)
    }
  })
  const books = page.getByRole('button', { name: /^Books/ })
  await expect.poll(() => books.textContent()).toMatch(/hold/)
  await ask(page, 'GET', CUSTOMERS)
  await expect.poll(() => books.textContent()).toMatch(/held at #1, check again/)
  await books.click()
  await expect.poll(() => books.textContent()).toMatch(/hold/)
})

it('has the latest entries by day, with their numbers, and strikes out what was undone', async () => {
  const page = await open({ height: 1200 })
  await page.evaluate(async (body) => {
    const { simulator, ask: send } = window as unknown as World & {
      simulator: { restore(mark: unknown): void }
    }
    const mark = simulator.snapshot()
    await send('POST', '/public/v1/invoices/', body)
    simulator.restore(mark)
    await simulator.clock.advance('1 day')
    await send('GET', '/public/v1/customers/')
  }, INVOICE)
  await corner(page).click()
  const latest = page.getByRole('list', { name: 'Latest entries' })
  await latest.getByRole('button', { name: /^#4 GET \/public\/v1\/customers\/ 200 .*\d$/ }).waitFor()
  expect(await latest.locator('.head').allTextContents()).toEqual(['Fri 16 Jan 2026', 'Thu 15 Jan 2026'])
  expect(await latest.locator('.undone').allTextContents()).toEqual(['/public/v1/invoices/'])
  await latest.getByRole('button', { name: /^#1 POST \/public\/v1\/invoices\/ 200 undone .*\d$/ }).waitFor()
  await show(page, 'Timeline')
  const list = page.getByRole('listbox', { name: 'Timeline' })
  // Those who listen get the number from the details.
  await list.getByRole('option', { name: /^POST \/public\/v1\/invoices\/ 200 undone .*09:00:00$/ }).waitFor()
  const numbers = () =>
    list
      .locator('.number')
      .evaluateAll((all) => all.map((one) => getComputedStyle(one, '::after').content.slice(1, -1)))
  await expect.poll(numbers).toEqual(['#1', '#2', '#3', '#4'])
})

it('tells of requests that limits refused, and leads to their bucket', async () => {
  const page = await open()
  await page.evaluate((on) => {
    const { simulator } = window as unknown as World
    simulator.faults.inject({ on: `POST ${on}`, times: 3, then: { status: 429 } })
  }, CUSTOMERS)
  for (let turn = 0; turn < 3; turn++) await ask(page, 'POST', CUSTOMERS, {})
  for (let turn = 0; turn < 12; turn++) await ask(page, 'GET', CUSTOMERS)
  await corner(page).click()
  const list = page.getByRole('list', { name: 'Needs attention' })
  const told = list.getByRole('listitem').filter({ hasText: 'Refused by limits' })
  await told.getByText('endpoint bucket of GET /public/v1/customers/').waitFor()
  await told.getByRole('button', { name: '2 requests' }).click()
  await page
    .getByRole('listitem')
    .filter({ hasText: 'endpoint bucket of GET /public/v1/customers/' })
    .getByText('2 refused, has room again')
    .waitFor()
  // Those of the fault count in no bucket.
  await page.getByRole('button', { name: '2 refused, last' }).click()
  const rows = page.getByRole('listbox', { name: 'Timeline' }).getByRole('option')
  await expect.poll(() => rows.count()).toBe(2)
})

it('before the first request it says how to reach the service, and sends one', async () => {
  const page = await open()
  await corner(page).click()
  const steps = page.getByRole('region', { name: 'First steps' })
  await steps.getByText('test-api-key', { exact: true }).waitFor()
  expect(await violations(page)).toEqual([])
  await steps.getByRole('button', { name: 'Copy the first request' }).click()
  await page.getByRole('status').getByText('in the clipboard').waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/fetch\('https?:.*\/invoices\/'/)
  await page.getByRole('tab', { name: 'Timeline' }).click()
  await steps.getByRole('button', { name: 'Send it' }).click()
  await page.getByRole('region', { name: 'Details of the entry' }).getByText('Response 200').waitFor()
  await page.getByRole('tab', { name: 'Now' }).click()
  await page
    .getByRole('list', { name: 'Latest entries' })
    .getByRole('button', { name: /POST .*invoices.* 200/ })
    .click()
  await page.getByRole('region', { name: 'Details of the entry' }).getByText('Response 200').waitFor()
  await page.getByRole('tab', { name: 'Now' }).click()
  await steps.waitFor({ state: 'detached' })
})
