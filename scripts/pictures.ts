import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { launch } from '../test/browser/support/chromium'
import { openSite } from '../test/browser/support/site'

/** Writes pictures of each tab of the inspector, light and dark, in docs/pictures: `npm run pictures`. */
const FOLDER = fileURLToPath(new URL('../docs/pictures/', import.meta.url))
/** Turns of test/browser/pages/fill.ts: 10,000 entries, more than 300 deliveries. */
const TURNS = 5000
const SIZE = { width: 1040, height: 1100 }

/** What is opened in a tab, where that shows more. */
const OPENED: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  timeline: async (page) => {
    await page.getByRole('button', { name: 'Waterfall' }).click()
    await page.getByLabel('Filter the timeline').fill('status>=400 | kind:webhook')
    await page.getByRole('listbox').getByRole('option').nth(-2).click()
  },
  records: async (page) => {
    await page.getByRole('button', { name: 'Open invoices 2', exact: true }).click()
    await page.getByRole('table', { name: 'Ledger of 2' }).waitFor()
  },
  'trial-balance': async (page) => {
    await page.getByRole('button', { name: '4000', exact: true }).click()
    await page.getByRole('table', { name: 'Entries of 4000' }).getByRole('row').nth(1).waitFor()
  },
  webhooks: (page) => page.getByRole('list', { name: 'Attempts' }).locator('summary').first().click(),
}

interface Inspected {
  begin(options: object): void
  fill(turns: number): Promise<void>
  simulator: { faults: { inject(fault: object): void } }
}

mkdirSync(FOLDER, { recursive: true })
const site = await openSite({ entry: 'test/browser/pages/inspector.ts' })
const browser = await launch()
try {
  const page = await browser.newPage({ viewport: SIZE, deviceScaleFactor: 1 })
  page.setDefaultTimeout(20_000)
  await page.goto(site.url)
  await page.waitForFunction(() => document.title === 'ready')
  await page.evaluate(async (turns) => {
    const WIDE = { burst: 20_000, refillPerSecond: 10 }
    const inspected = window as unknown as Inspected
    inspected.begin({ rateLimits: { endpoint: WIDE, aggregate: WIDE } })
    await inspected.fill(turns)
    inspected.simulator.faults.inject({ on: 'POST /public/v1/bills/', times: 3, then: { status: 503 } })
    inspected.simulator.faults.inject({
      on: 'GET /public/*',
      probability: 0.2,
      during: '5 minutes',
      then: { delay: '3 seconds' },
    })
    inspected.simulator.faults.inject({ on: 'POST /public/v1/invoices/', then: { loseResponse: true } })
  }, TURNS)
  await page.getByRole('button', { name: 'Accounting simulator inspector' }).click()
  await page.getByRole('listbox').getByRole('option').first().waitFor()
  const tabs = await page.getByRole('tab').allTextContents()
  // A number behind a name counts what is armed or waits.
  for (const tab of tabs.map((text) => text.trim().replace(/\d+$/, ''))) {
    const name = tab.toLowerCase().replaceAll(' ', '-')
    await page.getByRole('tab', { name: tab }).click()
    await page.waitForTimeout(1000)
    await OPENED[name]?.(page)
    await page.mouse.move(0, 0)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.waitForTimeout(500)
      const panel = await page.getByRole('region', { name: 'Accounting simulator inspector' }).boundingBox()
      if (!panel) throw new Error('the panel is not there')
      const file = `${name}${colorScheme === 'dark' ? '-dark' : ''}.png`
      await page.screenshot({ path: FOLDER + file, clip: panel })
      process.stdout.write(`docs/pictures/${file}\n`)
    }
  }
} finally {
  await browser.close()
  site.close()
}
