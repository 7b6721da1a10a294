import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { launch } from '../test/browser/support/chromium'
import { openSite } from '../test/browser/support/site'

/** Writes the pictures of the inspector in docs/pictures: `npm run pictures`. They are light, and as wide as a page. */
const FOLDER = fileURLToPath(new URL('../docs/pictures/', import.meta.url))
/** Turns of test/browser/pages/fill.ts: enough for every kind of entry. */
const TURNS = 14
const SIZE = { width: 1040, height: 900 }

const PICTURES: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  timeline: (page) =>
    page
      .getByRole('option', { name: /GET .* 429/ })
      .last()
      .click(),
  record: async (page) => {
    await page.getByRole('tab', { name: 'Records' }).click()
    await page.getByRole('button', { name: 'Ledger of 2', exact: true }).click()
    await page.getByRole('table', { name: 'Ledger of 2' }).waitFor()
  },
  webhooks: async (page) => {
    await page.getByRole('tab', { name: 'Webhooks' }).click()
    await page.getByRole('list', { name: 'Attempts' }).locator('summary').first().click()
  },
}

mkdirSync(FOLDER, { recursive: true })
const site = await openSite({ entry: 'test/browser/pages/inspector.ts' })
const browser = await launch()
try {
  const page = await browser.newPage({ viewport: SIZE, colorScheme: 'light', deviceScaleFactor: 1 })
  await page.goto(site.url)
  await page.waitForFunction(() => document.title === 'ready')
  await page.evaluate(async (turns) => {
    const inspected = window as unknown as { begin(): void; fill(turns: number): Promise<void> }
    inspected.begin()
    await inspected.fill(turns)
  }, TURNS)
  await page.getByRole('button', { name: 'Accounting simulator inspector' }).click()
  await page.getByRole('listbox').getByRole('option').first().waitFor()
  for (const [name, show] of Object.entries(PICTURES)) {
    await show(page)
    await page.mouse.move(0, 0)
    await page.waitForTimeout(300)
    const panel = await page.getByRole('region', { name: 'Accounting simulator inspector' }).boundingBox()
    if (!panel) throw new Error('the panel is not there')
    await page.screenshot({ path: `${FOLDER}${name}.png`, clip: panel })
    process.stdout.write(`docs/pictures/${name}.png\n`)
  }
} finally {
  await browser.close()
  site.close()
}
