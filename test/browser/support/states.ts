import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { fill, type PageWindow, show, TEN_THOUSAND } from './inspected'

/** How much has happened. */
export const FILLINGS = { empty: 0, busy: 14, many: TEN_THOUSAND } as const
export type Filling = keyof typeof FILLINGS

/** With generous limits most of many requests are carried out. */
export const OPTIONS = { rateLimits: { endpoint: { burst: 40, refillPerSecond: 2 } } }

export const prepared = async (page: Page, filling: Filling): Promise<void> => {
  if (FILLINGS[filling] > 0) await fill(page, FILLINGS[filling])
}

const option = (page: Page, name: RegExp) => page.getByRole('listbox').getByRole('option', { name }).last()

async function details(page: Page, name: RegExp, kind: string): Promise<void> {
  await show(page, 'Timeline')
  await page.getByRole('combobox', { name: 'Kind of entries' }).selectOption(kind)
  await option(page, name).click()
  await page.getByRole('region', { name: 'Details of the entry' }).waitFor()
}

/** Every view, and every detail that opens in one. Those that need something are not there in an empty simulator. */
export const STATES: readonly {
  readonly name: string
  readonly needs?: 'something'
  open(page: Page): Promise<unknown>
}[] = [
  { name: 'Now', open: (page) => show(page, 'Now') },
  { name: 'Timeline', open: (page) => show(page, 'Timeline') },
  { name: 'a request', needs: 'something', open: (page) => details(page, /GET .* (401|403|429)/, 'request') },
  {
    name: 'a copied test',
    needs: 'something',
    async open(page) {
      await page.getByRole('button', { name: 'Copy as test' }).click()
      await page.getByRole('status').getByText('in the clipboard').waitFor()
    },
  },
  { name: 'a delivery', needs: 'something', open: (page) => details(page, /DELIVERY/, 'delivery') },
  { name: 'a call', needs: 'something', open: (page) => details(page, /WRITE/, 'write') },
  {
    name: 'a filter that nothing fits',
    async open(page) {
      await show(page, 'Timeline')
      await page.getByRole('combobox', { name: 'Kind of entries' }).selectOption('')
      await page.getByRole('combobox', { name: 'Filter the timeline' }).fill('nothing of this kind')
    },
  },
  { name: 'Clock', open: (page) => show(page, 'Clock') },
  {
    name: 'a refused duration',
    async open(page) {
      await page.getByRole('textbox', { name: 'Duration' }).fill('soon')
      await page.getByRole('button', { name: 'Advance' }).click()
      await page.getByRole('status').filter({ hasText: /\w/ }).waitFor()
    },
  },
  { name: 'Webhooks', open: (page) => show(page, 'Webhooks') },
  {
    name: 'the bytes of an attempt',
    needs: 'something',
    async open(page) {
      await page
        .getByRole('button', { name: /Body of/ })
        .first()
        .click()
      await page.getByRole('list', { name: 'Attempts' }).locator('summary').first().click()
      await page
        .getByRole('region', { name: /Bytes of the attempt/ })
        .first()
        .waitFor()
    },
  },
  { name: 'Records', open: (page) => show(page, 'Records') },
  {
    name: 'a record',
    needs: 'something',
    async open(page) {
      await page.getByRole('button', { name: 'Open invoices 1', exact: true }).click()
      await page.getByRole('table', { name: 'Ledger of 1' }).waitFor()
    },
  },
  { name: 'Trial balance', open: (page) => show(page, 'Trial balance') },
  {
    name: 'checked books',
    open: (page) => page.getByRole('button', { name: 'Check the books' }).click(),
  },
  { name: 'Limits', open: (page) => show(page, 'Limits') },
  { name: 'Faults', open: (page) => show(page, 'Faults') },
  {
    name: 'an armed fault',
    open: async (page) => {
      await page.getByRole('textbox', { name: 'Request' }).fill('GET /public/v1/invoices/{record_number}/')
      await page.getByRole('button', { name: 'Arm', exact: true }).click()
      await page
        .getByRole('button', { name: /Disarm/ })
        .first()
        .waitFor()
    },
  },
  {
    name: 'a disarmed fault',
    open: async (page) => {
      const disarm = page.getByRole('button', { name: /Disarm/, disabled: false })
      const before = await disarm.count()
      await disarm.first().click()
      await expect.poll(() => disarm.count()).toBe(before - 1)
    },
  },
  {
    name: 'a refused fault',
    open: async (page) => {
      await page.getByRole('textbox', { name: 'Request' }).fill('GET /no/such/path')
      await page.getByRole('button', { name: 'Arm', exact: true }).click()
      await page.getByRole('status').filter({ hasText: /\w/ }).waitFor()
    },
  },
  { name: 'Scenarios', open: (page) => show(page, 'Scenarios') },
  {
    name: 'a play',
    open: async (page) => {
      await page.getByRole('button', { name: 'Play maintenance-window' }).click()
      await page
        .getByRole('heading', { name: /maintenance-window/ })
        .first()
        .waitFor()
    },
  },
  {
    name: 'a disarmed play',
    open: async (page) => {
      await page
        .getByRole('button', { name: /^Disarm \d+\. maintenance-window/ })
        .first()
        .click()
      await page.getByText('it was disarmed').first().waitFor()
    },
  },
  { name: 'Snapshots', open: (page) => show(page, 'Snapshots') },
  {
    name: 'a snapshot',
    open: async (page) => {
      await page.getByRole('textbox', { name: 'Name' }).fill('before the storm')
      await page.getByRole('button', { name: 'Take' }).click()
      await page.getByRole('button', { name: 'Restore before the storm' }).first().waitFor()
    },
  },
  { name: 'Assumptions', open: (page) => show(page, 'Assumptions') },
  { name: 'all assumptions', open: (page) => page.getByRole('checkbox', { name: 'Show all' }).check() },
  {
    name: 'a disabled webhook',
    needs: 'something',
    async open(page) {
      await page.evaluate(disableWebhook)
      await show(page, 'Webhooks')
      await page
        .getByRole('list', { name: 'Endpoints' })
        .getByText('disabled', { exact: true })
        .first()
        .waitFor()
    },
  },
]

/** Five days of failures. Runs in the page. */
async function disableWebhook(): Promise<void> {
  const { simulator } = window as unknown as PageWindow
  simulator.webhooks.release()
  simulator.webhooks.connect(
    'https://hooks.example.com/accounting/in',
    () => new Response('down', { status: 500 }),
  )
  const invoice = {
    date: '2026-01-15',
    company_id: 1,
    customer_id: 1,
    items: [{ item_id: 1, quantity: 1, rate: '20.00' }],
  }
  for (let day = 0; day < 7; day++) {
    simulator.records.invoices?.create(invoice)
    await simulator.clock.advance('1 day')
  }
}
