import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createServer as createListener } from 'node:net'
import { extname, join } from 'node:path'
import fc from 'fast-check'
import { chromium } from 'playwright'

/**
 * The built Storybook below a sub-path. A property over random walks through stories and the docs page: each shows its own
 * world and nothing of another's, and no request for the service reaches the network, also when a story is left too early.
 */

/** What each story shows once it is ready, and how many invoices. */
const STORIES = {
  'nothing-yet': { text: 'There are no invoices.', rows: 0 },
  'overdue-invoices': { text: 'Overdue', rows: 1 },
  'storm-in-progress': { text: 'Acorn Stores', rows: 1 },
  'webhook-disabled': { text: 'The webhook is disabled: its receiver failed for days.', rows: 7 },
  'approval-waiting': { text: 'Waits for approval', rows: 1 },
  writes: { text: 'Acorn Stores', rows: 1 },
}
const NAMES = Object.keys(STORIES)
/** Seeds that are always played; SEED adds one, as a failure names it. Each run of the test plays a new one, too. */
const KEPT = [1, 2026]
const WALKS_PER_SEED = 4

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
/** The network, as far as the service is concerned: whoever connects has escaped, from a page or from its worker. */
let escaped = 0
const network = createListener((socket) => {
  escaped += 1
  socket.destroy()
})
const listening = (one) =>
  new Promise((resolve) => one.listen(0, '127.0.0.1', () => resolve(one.address().port)))
const base = `http://localhost:${await listening(server)}${FOLDER}`
const rules = `MAP accounting.test:443 127.0.0.1:${await listening(network)}`

const executablePath = [process.env.CHROMIUM, '/usr/bin/chromium'].find((path) => path && existsSync(path))
if (!executablePath)
  throw new Error('There is no /usr/bin/chromium. Install it, or set CHROMIUM to its path.')
const browser = await chromium.launch({
  executablePath,
  args: ['--no-sandbox', `--host-resolver-rules=${rules}`],
})

const idOf = (name) => `receivables--${name}`
const click = (page, name) => page.locator(`[id="${idOf(name)}"]`).click()

/** Waits for what the story shows, and looks for what only another one could show. */
async function check(place, name) {
  const { text, rows } = STORIES[name]
  await place.getByText(text, { exact: true }).first().waitFor()
  assert.equal(await place.locator('tbody tr').count(), rows, `the invoices of ${name}`)
}

async function checkDocs(place) {
  for (const name of NAMES) {
    // Frames are loaded when they come into view.
    const frame = place.locator(`[id="story--${idOf(name)}"] iframe`)
    await frame.scrollIntoViewIfNeeded()
    await check(frame.contentFrame(), name)
  }
}

/** One step of a walk: a story or the docs page, looked at until it is ready or left at once. */
const step = fc.record({
  to: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...NAMES) },
    { weight: 1, arbitrary: fc.constant('docs') },
  ),
  stays: fc.oneof({ weight: 3, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
})

async function walk(steps) {
  const context = await browser.newContext()
  const before = escaped
  try {
    const page = await context.newPage()
    await page.goto(`${base}?path=/story/${idOf(NAMES[0])}`)
    const preview = page.frameLocator('#storybook-preview-iframe')
    await check(preview, NAMES[0])
    for (const { to, stays } of steps) {
      await click(page, to)
      if (!stays) continue
      if (to === 'docs') await checkDocs(preview)
      else await check(preview, to)
    }
    await page.waitForTimeout(300)
  } finally {
    await context.close()
  }
  assert.equal(escaped, before, 'requests that escaped')
}

try {
  const seeds = [...KEPT, Number(process.env.SEED ?? Date.now() % 1_000_000)]
  for (const seed of seeds) {
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), walk), {
      seed,
      numRuns: WALKS_PER_SEED,
      endOnFailure: true,
    })
    console.log(`ok  ${WALKS_PER_SEED} random walks through stories and docs, seed ${seed}`)
  }

  const page = await browser.newPage()
  await page.goto(`${base}?path=/story/${idOf('overdue-invoices')}`)
  await page.getByRole('tab', { name: 'Accounting' }).click()
  await page
    .getByRole('option', { name: /GET \/public\/v1\/invoices\/ 200/ })
    .first()
    .waitFor()
  console.log('ok  the panel shows the requests of the story')
  assert.equal(escaped, 0)
  console.log('ok  no request escaped')

  // What would be seen of one that did.
  const other = await browser.newPage()
  await other.goto(`http://127.0.0.1:${server.address().port}/`)
  await other.evaluate(() => fetch('https://accounting.test/public/v1/invoices/').catch(() => undefined))
  assert.notEqual(escaped, 0, 'a page without a simulator reaches the network')
} finally {
  await browser.close()
  server.close()
  network.close()
}
