import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'
import { chromium } from 'playwright'

/**
 * The built Storybook below a sub-path: stories in random orders and on a docs page each show their own world, and no
 * request for the service reaches the network.
 */

const EXPECTED = {
  'nothing-yet': 'There are no invoices.',
  'overdue-invoices': 'Overdue',
  'storm-in-progress': 'Acorn Stores',
  'webhook-disabled': 'The webhook is disabled: its receiver failed for days.',
  'approval-waiting': 'Waits for approval',
  writes: 'Acorn Stores',
}
const TYPES = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
}
const FOLDER = '/deep/down/'

const server = createServer((request, response) => {
  const path = new URL(request.url, 'http://x').pathname
  const file = join('storybook-static', path.slice(FOLDER.length) || 'index.html')
  if (!path.startsWith(FOLDER) || !existsSync(file)) return response.writeHead(404).end()
  response
    .writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' })
    .end(readFileSync(file))
})
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
const base = `http://localhost:${server.address().port}${FOLDER}`

const executablePath = [process.env.CHROMIUM, '/usr/bin/chromium'].find((path) => path && existsSync(path))
if (!executablePath)
  throw new Error('There is no /usr/bin/chromium. Install it, or set CHROMIUM to its path.')
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
try {
  const context = await browser.newContext()
  const escaped = []
  // Requests that a service worker answers do not come here.
  await context.route('https://accounting.test/**', (route) => {
    escaped.push(route.request().url())
    return route.abort()
  })
  const page = await context.newPage()
  const seed = Number(process.env.SEED ?? Date.now() % 100_000)
  console.log(`seed ${seed}`)
  const names = shuffled(Object.keys(EXPECTED), seed)
  const story = (name) => `receivables--${name}`
  await page.goto(`${base}?path=/story/${story(names[0])}`)
  const frame = page.frameLocator('#storybook-preview-iframe')
  for (const name of [...names, ...names.toReversed()]) {
    // As a reader who clicks: the preview stays, only the story changes.
    await page.locator(`#${story(name)}`).click()
    await frame.getByText(EXPECTED[name], { exact: true }).first().waitFor()
    if (name === 'nothing-yet') assert.equal(await frame.getByRole('table').count(), 0)
    // A story that is left before its test has ended makes Storybook load the preview anew.
    await page.waitForTimeout(500)
  }
  console.log(`ok  ${names.join(', ')} and back`)

  await page.locator(`#${story('overdue-invoices')}`).click()
  await page.getByRole('tab', { name: 'Accounting' }).click()
  await page
    .getByRole('option', { name: /GET \/public\/v1\/invoices\/ 200/ })
    .first()
    .waitFor()
  console.log('ok  the panel shows the requests of the story')

  await page.goto(`${base}iframe.html?viewMode=docs&id=receivables--docs`)
  for (const name of names) {
    // Frames are loaded when they come into view.
    const place = page.locator(`[id="story--${story(name)}"] iframe`)
    await place.scrollIntoViewIfNeeded()
    await place.contentFrame().getByText(EXPECTED[name], { exact: true }).first().waitFor()
  }
  console.log('ok  every story of the docs page has its own world')
  assert.deepEqual(escaped, [])
  console.log('ok  no request escaped')
} finally {
  await browser.close()
  server.close()
}

function shuffled(list, seed) {
  const found = [...list]
  let state = seed + 1
  for (let at = found.length - 1; at > 0; at--) {
    state = (state * 48271) % 2147483647
    const other = state % (at + 1)
    ;[found[at], found[other]] = [found[other], found[at]]
  }
  return found
}
