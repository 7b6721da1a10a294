import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createServer as createListener } from 'node:net'
import { extname, join } from 'node:path'
import fc from 'fast-check'
import { chromium } from 'playwright'

/**
 * The built Storybook below a sub-path. A property over random walks through stories and the docs page: each story ends with
 * the world and the requests that it has when it is played alone, and no request for the service reaches the network, also
 * when a story is left too early or goes on asking.
 */

const NAMES = [
  'nothing-yet',
  'overdue-invoices',
  'storm-in-progress',
  'webhook-disabled',
  'approval-waiting',
  'lost-response',
  'due-by-today',
  'writes',
]
/** Goes on asking until a request fails. It is left at any time. */
const RESTLESS = 'restless'
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

const idOf = (name) => (name === RESTLESS ? 'restless--bills' : `receivables--${name}`)
const click = (page, name) => page.locator(`[id="${idOf(name)}"]`).click()

/** The world of the story in this frame and the requests that it got; .storybook/preview.ts puts its simulator there. */
async function stateOf(frame) {
  const read = () => {
    const { simulator, __STORYBOOK_PREVIEW__: preview } = globalThis
    if (!simulator || preview.currentRender.phase !== 'finished') return undefined
    const requests = simulator.traffic.map(
      ({ request, response }) => `${request.method} ${request.url} ${response?.status}`,
    )
    return JSON.stringify({ requests, world: simulator.export() })
  }
  // Storybook reloads the frame when a story is left before it is ready.
  return frame.evaluate(read).catch(() => undefined)
}

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** What this function finds, once it has stayed the same for a while. */
async function settled(what, find) {
  let before
  for (let tries = 0; tries < 30; tries++) {
    const now = await find()
    if (now !== undefined && now === before) return now
    before = now
    await pause(2000)
  }
  throw new Error(`${what} does not come to rest within a minute: ${before ?? 'it has no simulator'}`)
}

/** Waits until the story has become what it is alone, and stays so. */
async function check(frame, name) {
  const expected = alone[name]
  for (let tries = 0; tries < 300 && (await stateOf(frame)) !== expected; tries++) await pause(100)
  await pause(100)
  const found = await stateOf(frame)
  if (found === expected) return
  const at = [...expected].findIndex((character, index) => character !== found?.[index])
  const around = (text) => text?.slice(Math.max(0, at - 100), at + 200)
  assert.equal(around(found), around(expected), `${name} at ${frame.url()} is not what it is alone`)
}

/** The frame of a story on the docs page. Frames are loaded when they come into view. */
async function frameOnDocs(place, name) {
  const element = place.locator(`[id="story--${idOf(name)}"] iframe`)
  await element.scrollIntoViewIfNeeded()
  return (await element.elementHandle()).contentFrame()
}

/** Each story in a browser that has seen no other. */
async function playedAlone() {
  const states = {}
  for (const name of NAMES) {
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.goto(`${base}iframe.html?id=${idOf(name)}&viewMode=story`)
    states[name] = await settled(name, () => stateOf(page.mainFrame()))
    await context.close()
  }
  return states
}

/** One step of a walk: a story or the docs page, looked at until it is ready or left at once. */
const step = fc.record({
  to: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...NAMES, RESTLESS) },
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
    await preview.getByText('There are no invoices.').waitFor()
    for (const { to, stays } of steps) {
      await click(page, to)
      if (to === RESTLESS) await preview.getByText('Asking').waitFor()
      else if (stays && to === 'docs')
        for (const name of NAMES) await check(await frameOnDocs(preview, name), name)
      else if (stays) await check(page.frame({ url: /iframe\.html/ }), to)
    }
    await page.waitForTimeout(300)
  } finally {
    await context.close()
  }
  assert.equal(escaped, before, 'requests that escaped')
}

let alone
try {
  alone = await playedAlone()
  const seeds = [...KEPT, Number(process.env.SEED ?? Date.now() % 1_000_000)]
  for (const seed of seeds) {
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), walk), {
      seed,
      numRuns: WALKS_PER_SEED,
      endOnFailure: true,
    })
    console.log(`ok  ${WALKS_PER_SEED} random walks through stories and docs, seed ${seed}`)
  }

  const changed = await browser.newPage()
  await changed.goto(`${base}?path=/story/${idOf('writes')}`)
  await changed.frameLocator('#storybook-preview-iframe').getByText('Acorn Stores').waitFor()
  const storyFrame = changed.frame({ url: /iframe\.html/ })
  await check(storyFrame, 'writes')
  await changed.getByRole('tab', { name: /Controls/ }).click()
  await changed.locator('#control-today').fill('2026-04-01')
  await changed.frameLocator('#storybook-preview-iframe').getByText('Overdue').waitFor()
  await check(storyFrame, 'writes')
  await changed.close()
  console.log('ok  a story whose arguments change goes on in its world')

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
  await other.goto(`http://127.0.0.1:${server.address().port}${FOLDER}index.json`)
  await other.evaluate(() => fetch('https://accounting.test/public/v1/invoices/').catch(() => undefined))
  assert.notEqual(escaped, 0, 'a page without a simulator reaches the network')
} finally {
  await browser.close()
  server.close()
  network.close()
}
