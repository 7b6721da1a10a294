import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import type { Simulator } from '../src/index'
import { launch } from '../test/browser/support/chromium'
import { openSite } from '../test/browser/support/site'

/**
 * Writes pictures of the panel over a busy world, light and dark, in docs/pictures: `npm run pictures`. With a folder
 * as argument every tab is taken at every width, to be looked at: `npm run pictures -- FOLDER`.
 */
const [folder] = process.argv.slice(2)
const FOLDER =
  folder === undefined ? fileURLToPath(new URL('../docs/pictures/', import.meta.url)) : `${folder}/`

/** Pictures of this size are in the docs, and have no width in their names. */
const DOCS_SIZE = { width: 1280, height: 800 }
/** A phone, a tablet, a laptop and a large screen. */
const SIZES = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  DOCS_SIZE,
  { width: 1920, height: 1080 },
]
/** Tabs that the docs have at every width. */
const AT_EVERY_WIDTH = ['now', 'timeline']

/** What is opened in a tab, where that shows more. */
const OPENED: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  now: async (page) => {
    const books = page.getByRole('group', { name: 'So far' }).getByRole('button', { name: /^Books/ })
    if ((await books.textContent())?.includes('check again')) await books.click()
    await books.getByText(/^hold$/).waitFor()
  },
  timeline: async (page) => {
    const rows = page.getByRole('listbox').getByRole('option')
    await page.getByLabel('Filter the timeline').fill('method:POST outcome:lost')
    await rows.last().click()
    await page.getByLabel('Filter the timeline').fill('-method:GET -kind:clock')
    await page.getByRole('list', { name: 'Tries' }).getByRole('button').last().click()
    await page.getByRole('button', { name: 'Unselect' }).click()
    await page.getByRole('region', { name: 'Details of the entry' }).waitFor()
  },
  records: async (page) => {
    await page.getByRole('button', { name: 'Open invoices 3', exact: true }).click()
    await page.getByRole('table', { name: 'Ledger of 3' }).waitFor()
  },
  'trial-balance': async (page) => {
    await page.getByRole('button', { name: '4000', exact: true }).click()
    await page.getByRole('table', { name: 'Entries of 4000' }).getByRole('row').nth(1).waitFor()
  },
  snapshots: async (page) => {
    await page.getByRole('combobox', { name: /^Before/ }).selectOption('After the first payment')
    await page.getByRole('button', { name: 'Compare', exact: true }).click()
    await page.getByRole('table', { name: 'Balances that differ' }).waitFor()
  },
}

/** What is closed again, so that the next width begins as this one did. */
const CLOSED: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  timeline: async (page) => {
    await page.getByRole('button', { name: 'Close details' }).click()
    await page.getByLabel('Filter the timeline').fill('')
  },
  records: (page) => page.getByRole('button', { name: 'Close details' }).click(),
  'trial-balance': (page) => page.getByRole('button', { name: 'Close details' }).click(),
  snapshots: (page) => page.getByRole('button', { name: 'Close details' }).click(),
}

async function take(page: Page, name: string): Promise<void> {
  await page.mouse.move(0, 0)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.waitForTimeout(300)
    const file = `${name}${colorScheme === 'dark' ? '-dark' : ''}.png`
    await page.screenshot({ path: FOLDER + file })
    process.stdout.write(`${FOLDER}${file}\n`)
  }
}

/** One request that was lost and tried again, which begins the README: few rows, large letters. */
async function takeRetry(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1000, height: 412 })
  await page.getByRole('tab', { name: 'Timeline' }).click()
  const key = await page.evaluate(() => {
    const { simulator } = window as unknown as { simulator: Simulator }
    return simulator.traffic.filter(({ outcome }) => outcome === 'lost').at(-1)?.idempotencyKey
  })
  await page.getByLabel('Filter the timeline').fill(`idempotency:${key}`)
  await page.getByRole('listbox').getByRole('option').last().click()
  await page.getByRole('button', { name: 'Unselect' }).click()
  await page.getByRole('list', { name: 'Tries' }).waitFor()
  await take(page, 'retry')
  // On a phone the wide one could not be read.
  await page.setViewportSize({ width: 390, height: 522 })
  await take(page, 'retry-390')
  await takeForSite(page)
  await takePreview(page)
}

/** The same request begins the site: as small as it is there, so that its letters can be read. */
async function takeForSite(page: Page): Promise<void> {
  await page.setViewportSize({ width: 620, height: 450 })
  await page.getByRole('listbox').getByRole('option').first().click()
  await page.getByRole('button', { name: 'Unselect' }).click()
  await page.mouse.move(0, 0)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.waitForTimeout(300)
    const png = (await page.screenshot()).toString('base64')
    const webp = await page.evaluate(async (data) => {
      const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob())
      const canvas = document.createElement('canvas')
      Object.assign(canvas, { width: image.width, height: image.height })
      canvas.getContext('2d')?.drawImage(image, 0, 0)
      return canvas.toDataURL('image/webp', 0.6).split(',')[1] ?? ''
    }, png)
    const file = new URL(`../site/public/panel${colorScheme === 'dark' ? '-dark' : ''}.webp`, import.meta.url)
    writeFileSync(file, Buffer.from(webp, 'base64'))
  }
}

/** What stands beside a shared link to the site. */
async function takePreview(page: Page): Promise<void> {
  const publicFile = (name: string): URL => new URL(`../site/public/${name}`, import.meta.url)
  const data = (name: string, type: string): string =>
    `data:image/${type};base64,${readFileSync(publicFile(name), 'base64')}`
  await page.setViewportSize({ width: 1200, height: 630 })
  await page.setContent(`<style>
    body { display: flex; gap: 40px; align-items: center; box-sizing: border-box; height: 630px; margin: 0;
      padding: 0 48px; background: #eef0ff; color: #1b1b1f; font: 24px/1.4 system-ui, sans-serif }
    h1 { margin: 20px 0; font-size: 44px; line-height: 1.2 }
    .panel { width: 620px; border: 1px solid #c2c2c4; border-radius: 8px }
  </style>
  <div><img src="${data('logo.svg', 'svg+xml')}" width="64" alt="">
  <h1>Find the duplicate invoice before your customer does</h1>
  accounting-simulator: a whole accounting API in your test</div>
  <img class="panel" src="${data('panel.webp', 'webp')}" alt="">`)
  await page.screenshot({ path: fileURLToPath(publicFile('preview.png')) })
}

/** The command bar stands over the tab that one comes from. */
async function takeCommands(page: Page): Promise<void> {
  await page.setViewportSize(DOCS_SIZE)
  await page.getByRole('tab', { name: 'Now' }).click()
  await page.waitForTimeout(1000)
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('acorn')
  await page.getByRole('option', { name: /^Customer 1/ }).waitFor()
  await take(page, 'commands')
}

mkdirSync(FOLDER, { recursive: true })
const site = await openSite({ entry: 'test/browser/pages/inspector.ts' })
const browser = await launch()
try {
  const page = await browser.newPage({ deviceScaleFactor: 1 })
  page.setDefaultTimeout(20_000)
  await page.goto(site.url)
  await page.waitForFunction(() => document.title === 'ready')
  await page.addStyleTag({
    content: 'body { margin: 0 } accounting-simulator-inspector { display: block; height: 100vh }',
  })
  await page.evaluate(() => (window as unknown as { beginBusy(): Promise<void> }).beginBusy())
  await page.getByRole('list', { name: 'Needs attention' }).waitFor()
  const tabs = await page.getByRole('tab').allTextContents()
  // A number behind a name counts what is armed or waits.
  for (const tab of tabs.map((text) => text.trim().replace(/\d+$/, ''))) {
    const name = tab.toLowerCase().replaceAll(' ', '-')
    for (const size of SIZES) {
      const isOfDocs = size === DOCS_SIZE
      if (folder === undefined && !isOfDocs && !AT_EVERY_WIDTH.includes(name)) continue
      await page.setViewportSize(size)
      await page.getByRole('tab', { name: tab }).click()
      await page.waitForTimeout(1000)
      await OPENED[name]?.(page)
      await page.waitForTimeout(300)
      await take(page, isOfDocs ? name : `${name}-${size.width}`)
      await CLOSED[name]?.(page)
    }
  }
  await takeCommands(page)
  if (folder === undefined) await takeRetry(page)
} finally {
  await browser.close()
  site.close()
}
