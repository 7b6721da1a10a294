import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { violations } from './support/accessible'
import { ask, CUSTOMERS, INVOICE, INVOICES, inspected, type PageWindow, show } from './support/inspected'
import { focus, tabTo, toTab } from './support/keyboard'
import { runInVitest } from './support/run-in-vitest'
import { timedTask } from './support/timed-task'

const { open } = inspected()

interface World extends PageWindow {
  simulator: PageWindow['simulator'] & {
    make: Readonly<Record<string, (given?: object) => unknown>>
    records: PageWindow['simulator']['records']
  }
}

/** A morning in which a request failed, a client waited, an invoice was changed and a bill waits for its approval. */
async function morning(page: Page): Promise<void> {
  for (let count = 0; count < 7; count++) await ask(page, 'POST', INVOICES, INVOICE)
  await ask(page, 'PUT', `${INVOICES}7/`, { ...INVOICE, reference_number: 'late' })
  await page.evaluate(async (path) => {
    const { simulator } = window as unknown as World
    simulator.make.approvalPolicy?.({ record_type: 'bill', steps: [{ approver_ids: [1] }] })
    simulator.make.bill?.()
    simulator.faults.inject({ on: `GET ${path}`, then: { status: 503 } })
  }, CUSTOMERS)
  await ask(page, 'GET', CUSTOMERS)
  await page.evaluate(() => (window as unknown as World).simulator.clock.advance('30 seconds'))
  await ask(page, 'GET', CUSTOMERS)
  await ask(page, 'POST', INVOICES, INVOICE)
}

const bill = (page: Page) =>
  page.evaluate(
    () =>
      (window as unknown as World).simulator.records.bills?.get(1) as {
        readonly approval_state_status?: string
      },
  )
const invoices = (page: Page) =>
  page.evaluate(() => (window as unknown as World).simulator.records.invoices?.count())

/** The first failure, chosen in the timeline. */
async function chooseFailure(page: Page): Promise<void> {
  await toTab(page, 'Timeline')
  await tabTo(page, /^errors$/)
  const isOn = await page.getByRole('button', { name: 'errors' }).getAttribute('aria-pressed')
  if (isOn !== 'true') await page.keyboard.press('Enter')
  await tabTo(page, /^Timeline$/)
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  await page.getByRole('region', { name: 'Details of the entry' }).waitFor()
}

/** A select forgets what was typed after a second, so on a slow machine the letters may be two words. */
const chosenByName = (page: Page, name: string, type: string): Promise<void> =>
  expect
    .poll(
      async () => {
        await page.keyboard.type(name)
        return page.getByLabel(/Record type/).inputValue()
      },
      { interval: 1500, timeout: 20_000 },
    )
    .toBe(type)

it('finds out and acts by the keyboard alone', async () => {
  const page = await open()
  await morning(page)
  await page.keyboard.press('Alt+Shift+A')
  await page.getByRole('list', { name: 'Needs attention' }).waitFor()
  const details = page.getByRole('region', { name: /^Details of/ })
  const told = async (text: RegExp | string): Promise<void> => {
    await details.getByText(text).first().waitFor()
    expect(await violations(page)).toEqual([])
  }

  // Which request failed first, and why; which pause of the client followed.
  await timedTask('which request failed first, and why', async () => {
    await chooseFailure(page)
    await told('GET /public/v1/customers/')
    await told(/fault 1/)
    await expect.poll(() => details.getByRole('list', { name: 'Tries' }).textContent()).toMatch(/after 30 s/)
  })

  // What made the balance of account 4000.
  await timedTask('what made a balance', async () => {
    await toTab(page, 'Trial balance')
    await tabTo(page, /^4000$/)
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await focus(page)).name).toBe('Details of the account')
    await tabTo(page, /^Invoice 1$/)
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await focus(page)).name).toBe('Details of the record')
    await tabTo(page, /^#1 POST .*invoices/)
    await page.keyboard.press('Enter')
    await told('POST /public/v1/invoices/')
  })

  // Approve the bill that waits.
  await timedTask('approve a bill', async () => {
    await toTab(page, 'Records')
    await tabTo(page, /Record type/)
    await chosenByName(page, 'Bills', 'bills')
    await page.getByText('1 to 1 of 1').waitFor()
    await tabTo(page, /^Open bills 1$/)
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await focus(page)).name).toBe('Details of the record')
    expect(await violations(page)).toEqual([])
    await tabTo(page, /^Approve$/)
    await page.keyboard.press('Enter')
    await page.getByRole('status').getByText('Bill 1 is approved.').waitFor()
    expect(JSON.stringify(await bill(page))).toMatch(/approved/)
  })

  // What changed invoice 7, and by which request.
  await timedTask('what changed an invoice, and by which request', async () => {
    await tabTo(page, /Record type/, 'Shift+Tab')
    await chosenByName(page, 'Invoices', 'invoices')
    await page.getByText('1 to 8 of 8').waitFor()
    await tabTo(page, /^Open invoices 7$/)
    await page.keyboard.press('Enter')
    await page.getByRole('list', { name: 'Versions of 7' }).getByText('late').waitFor()
    await tabTo(page, /#8$/)
    await page.keyboard.press('Enter')
    await told('PUT /public/v1/invoices/7/')
  })

  // The next POST fails with 503 once.
  await timedTask('the next POST fails once', async () => {
    await toTab(page, 'Faults')
    await tabTo(page, /^Request$/)
    await page.keyboard.type('POST /public/*')
    await page.keyboard.press('Enter')
    await page.getByRole('list', { name: 'Faults' }).getByText('0 hits, 1 to come').waitFor()
  })
  expect(await violations(page)).toEqual([])
  const before = await invoices(page)
  expect(await ask(page, 'POST', INVOICES, INVOICE)).toBe(503)
  expect(await ask(page, 'POST', INVOICES, INVOICE)).toBe(200)

  // The failing request as a test that fails in the same way.
  await timedTask('a failing request as a test', async () => {
    await chooseFailure(page)
    await tabTo(page, /^Copy this entry as test$/)
    await page.keyboard.press('Enter')
    await page.getByRole('status').getByText('in the clipboard').waitFor()
  })
  const text = await page.evaluate(() => navigator.clipboard.readText())
  expect(text).toContain('toBe(503)')
  expect(await runInVitest(text)).toEqual({ passed: 1, failed: 0, messages: '' })

  // Back to before the second failure.
  await timedTask('back to before a failure', async () => {
    await toTab(page, 'Timeline')
    await tabTo(page, /^Timeline$/)
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await told('POST /public/v1/invoices/')
    await tabTo(page, /^Go back to before this$/)
    await page.keyboard.press('Enter')
    await page.getByRole('status').getByText('The world is as it was before').waitFor()
    expect(await invoices(page)).toBe(before)
    expect(await violations(page)).toEqual([])
  })
}, 240_000)

it('sends a request again, and lets the next one fail in the same way', async () => {
  const page = await open()
  await morning(page)
  await timedTask('let the next one fail in the same way, and send a request again', async () => {
    await show(page, 'Timeline')
    await page
      .getByRole('listbox')
      .getByRole('option', { name: /GET .* 503/ })
      .click()
    await page.getByRole('button', { name: 'Fail the next one like this' }).click()
    const status = page.getByRole('status')
    await status.getByText(/^Fault 2 is armed: status 503 for the next GET /).waitFor()
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await status.getByText('Fault 2 is disarmed.').waitFor()
    await page.getByRole('button', { name: 'Fail the next one like this' }).click()
    await page.getByRole('button', { name: 'Change', exact: true }).click()
    await page.getByText('Effect status 503').waitFor()
    await show(page, 'Timeline')
    await page.getByRole('button', { name: 'Fail the next one like this' }).click()
    await status.getByText(/^Fault 4 is armed/).waitFor()
    await page.getByRole('button', { name: 'Send again' }).click()
    await page.getByRole('region', { name: 'Details of the entry' }).getByText('Response 503').waitFor()
    await page.getByRole('button', { name: 'Send again' }).click()
    await page.getByRole('region', { name: 'Details of the entry' }).getByText('Response 200').waitFor()
  })
  await page.getByRole('button', { name: 'Copy this entry as cURL' }).click()
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe(
      [
        "curl -X 'GET' 'https://accounting.test/public/v1/customers/'",
        "-H 'content-type: application/json'",
        "-H 'X-API-KEY: test-api-key'",
      ].join(' \\\n  '),
    )
})
