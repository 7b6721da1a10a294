import assert from 'node:assert/strict'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { chromium } from 'playwright-core'
import { createServer } from 'vite'

/** The app from end to end, in a real browser, with the accounting service in the same tab. */

const executablePath = [process.env.CHROMIUM, '/usr/bin/chromium'].find((path) => path && existsSync(path))
if (!executablePath)
  throw new Error('There is no /usr/bin/chromium. Install it, or set CHROMIUM to its path.')

const server = await createServer({ server: { port: 0, host: 'localhost' }, logLevel: 'warn' })
await server.listen()
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
const main = 'src/main.ts'
const source = readFileSync(main, 'utf8')
try {
  const page = await browser.newPage()
  const failures = []
  page.on('pageerror', (error) => failures.push(error.message))
  await page.goto(server.resolvedUrls.local[0])
  const isReady = () => page.waitForSelector('body[data-state=ready]')
  await isReady()

  await page.getByRole('textbox', { name: 'Name' }).fill('Lighthouse Ltd')
  await page.getByRole('button', { name: 'Add customer' }).click()
  await page.getByRole('listitem').filter({ hasText: 'Lighthouse Ltd' }).waitFor()

  await page.getByRole('combobox', { name: 'Customer' }).selectOption('Lighthouse Ltd')
  await page.getByRole('textbox', { name: 'Amount' }).fill('120.50')
  await page.getByRole('button', { name: 'Add invoice' }).click()
  const row = page.getByRole('row').filter({ hasText: 'Lighthouse Ltd' })
  await row.waitFor()
  await row.getByRole('button', { name: 'Pay 1' }).click()
  await row.getByRole('cell', { name: '0.00', exact: true }).waitFor()
  console.log('ok  a customer is billed and pays')

  const refresh = page.getByRole('button', { name: 'Refresh' })
  const told = page.getByText('Too many requests')
  for (let tries = 0; tries < 20 && !(await told.isVisible()); tries++) await refresh.click()
  await told.waitFor()
  console.log('ok  the user sees a 429:', await told.textContent())

  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  writeFileSync(main, `${source}\nfind('h1').textContent = 'Changed'\n`)
  await page.getByRole('heading', { name: 'Changed' }).waitFor()
  assert.equal(await page.evaluate(() => window.sameDocument), true)
  await page.waitForTimeout(1500)
  await refresh.click()
  await row.getByRole('cell', { name: '0.00', exact: true }).waitFor()
  console.log('ok  a hot reload keeps the world')

  await page.waitForTimeout(1500)
  await page.reload()
  await isReady()
  await page.waitForTimeout(1500)
  await refresh.click()
  await row.waitFor()
  console.log('ok  a reload keeps the world')
  assert.deepEqual(failures, [])
} finally {
  writeFileSync(main, source)
  await browser.close()
  await server.close()
}
