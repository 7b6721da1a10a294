import assert from 'node:assert/strict'
import { createServer as createListener } from 'node:net'
import fc from 'fast-check'
import { chromium } from 'playwright'
import { chromium as installed } from './chromium.js'
import { serveBuilt } from './serve-built.js'

/**
 * The built Storybook below a sub-path. A property over random walks through stories and the docs page: each story ends with
 * the world and the requests that it has when it is played alone, and no request for the service reaches the network, also
 * when a story is left too early or goes on asking.
 */

const NAMES = [
  'nothing-yet',
  'rate-limited',
  'approval-waiting',
  'overdue-ninety-days-later',
  'lost-response',
  'maintenance',
  'subscription-lapsed',
  'key-revoked',
  'webhook-disabled',
  'writes',
]
/** Goes on asking until a request fails. It is left at any time. */
const RESTLESS = 'restless'
/** Seeds that are always played; SEED adds one, as a failure names it. Each run of the test plays a new one, too. */
const KEPT = [1, 2026]
const WALKS_PER_SEED = 4

/** The network, as far as the service is concerned: whoever connects has escaped, from a page or from its worker. */
let escaped = 0
const network = createListener((socket) => {
  escaped += 1
  socket.destroy()
})
await new Promise((resolve) => network.listen(0, '127.0.0.1', resolve))
const { url: base, close } = await serveBuilt('/deep/down/')
const rules = `MAP accounting.test:443 127.0.0.1:${network.address().port}`

const browser = await chromium.launch({
  executablePath: installed(),
  args: ['--no-sandbox', `--host-resolver-rules=${rules}`],
})

const OTHERS = { [RESTLESS]: 'restless--bills', fails: 'fails--fails', polls: 'polls--polling' }
const idOf = (name) => OTHERS[name] ?? `receivables--${name}`
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
async function check(frame, name, expected = played[name]) {
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

/** Each story in a browser that has seen no other: as it is when it was played, or when it has begun. */
async function alone(settings = '') {
  const states = NAMES.map(async (name) => {
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.goto(`${base}iframe.html?id=${idOf(name)}&viewMode=story${settings}`)
    const state = await settled(name, () => stateOf(page.mainFrame()))
    await context.close()
    return [name, state]
  })
  return Object.fromEntries(await Promise.all(states))
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
        for (const name of NAMES) await check(await frameOnDocs(preview, name), name, begun[name])
      else if (stays) await check(page.frame({ url: /iframe\.html/ }), to)
    }
    await page.waitForTimeout(300)
  } finally {
    await context.close()
  }
  assert.equal(escaped, before, 'requests that escaped')
}

let played
let begun
try {
  played = await alone()
  // Storybook plays no story that is embedded.
  begun = await alone('&embed=true')
  assert.notEqual(played.writes, begun.writes)
  const seeds = [...KEPT, Number(process.env.SEED ?? Date.now() % 1_000_000)]
  const walks = seeds.map(async (seed) => {
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), walk), {
      seed,
      numRuns: WALKS_PER_SEED,
      endOnFailure: true,
    })
    console.log(`ok  ${WALKS_PER_SEED} random walks through stories and docs, seed ${seed}`)
  })
  await Promise.all(walks)

  const page = await browser.newPage()
  const frame = page.frameLocator('#storybook-preview-iframe')
  const show = (name) => page.goto(`${base}?path=/story/${idOf(name)}`)
  const control = async (name, value) => {
    await page.getByRole('tab', { name: /Controls/ }).click()
    await page.locator(`#control-${name}`).fill(value)
  }
  await show('writes')
  await frame.getByText('Acorn Stores').waitFor()
  const storyFrame = page.frame({ url: /iframe\.html/ })
  await check(storyFrame, 'writes')
  await control('title', 'Open items')
  await frame.getByRole('heading', { name: 'Open items' }).waitFor()
  await check(storyFrame, 'writes')
  console.log('ok  a story whose arguments change goes on in its world')

  await show('overdue-ninety-days-later')
  await frame.getByText('Overdue').waitFor()
  await control('days', '10')
  await frame.getByText('Open').waitFor()
  console.log('ok  a Control that arrange reads changes the world')

  await page.getByRole('tab', { name: 'Accounting', exact: true }).click()
  await page
    .getByRole('option', { name: /GET \/public\/v1\/invoices\/ 200/ })
    .first()
    .waitFor()
  await show('rate-limited')
  await page.getByRole('tab', { name: 'Accounting 1', exact: true }).waitFor()
  console.log('ok  the panel shows the requests of the story, and its tab how many failed')

  await show('nothing-yet')
  await page.getByRole('button', { name: 'Thu 15 Jan, 09:00:00' }).click()
  await page.getByRole('button', { name: '+1 day' }).click()
  await page.getByRole('button', { name: 'Fri 16 Jan, 09:00:00' }).click()
  await page.getByRole('button', { name: 'Begin anew' }).click()
  await page.getByRole('button', { name: 'Thu 15 Jan, 09:00:00' }).waitFor()
  console.log('ok  the toolbar tells the time of the story and moves it')

  for (const width of [768, 390]) {
    await page.setViewportSize({ width, height: 800 })
    for (const name of [/^15 Jan 09:00$/, 'Accounting: world', 'Accounting: fault']) {
      const tool = page.getByRole('button', { name })
      const isWhole = await tool.evaluate((button) => {
        const { left, right, top } = button.getBoundingClientRect()
        return [left + 2, right - 2].every((x) => button.contains(document.elementFromPoint(x, top + 8)))
      })
      assert.ok(isWhole, `${name} is cut off at ${width} pixels`)
    }
  }
  await page.setViewportSize({ width: 1280, height: 720 })
  console.log('ok  the toolbar fits a tablet and a phone')

  // Its play function has written a payment, and is not played again.
  await show('writes')
  await frame.getByText('Acorn Stores').waitFor()
  const writing = page.frame({ url: /iframe\.html/ })
  await check(writing, 'writes')
  const written = () =>
    writing.evaluate(() => simulator.traffic.filter((one) => one.request.method !== 'GET').length)
  const before = await written()
  await page.getByRole('button', { name: 'Thu 15 Jan, 09:00:00' }).click()
  await page.getByRole('button', { name: '+30 days' }).click()
  await page.getByRole('button', { name: 'Sat 14 Feb, 09:00:00' }).click()
  const asked = await writing.evaluate(() => simulator.traffic.length)
  await page.getByRole('button', { name: 'Render again' }).click()
  for (
    let tries = 0;
    tries < 100 && (await writing.evaluate(() => simulator.traffic.length)) === asked;
    tries++
  )
    await pause(100)
  assert.ok((await writing.evaluate(() => simulator.traffic.length)) > asked, 'the story asks again')
  await page.getByRole('button', { name: 'Sat 14 Feb, 09:00:00' }).waitFor()
  await frame.getByText('Acorn Stores').waitFor()
  assert.equal(await written(), before)
  console.log('ok  a story is rendered again in its world, at the time to which it was moved')

  // What failed before it is rendered again has failed in its world, also for a panel that was away meanwhile.
  await show('rate-limited')
  await page.getByRole('tab', { name: 'Accounting 1', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Thu 15 Jan, 09:00:00' }).click()
  await page.getByRole('button', { name: 'Render again' }).click()
  await frame.getByText('Acorn Stores').waitFor()
  await page.getByRole('tab', { name: 'Accounting 1', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Hide addon panel' }).click()
  await page.getByRole('tab', { name: /^Accounting/ }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Show addon panel' }).click()
  await page.getByRole('tab', { name: 'Accounting 1', exact: true }).waitFor()
  console.log('ok  a story that is rendered again keeps the number of its failures')

  await show('nothing-yet')
  const button = (name, states = {}) => page.getByRole('button', { name, exact: true, ...states })
  await button('Fault').click()
  await button('of the story', { pressed: true }).waitFor()
  await button('rate limited').click()
  await frame.getByText('Too many requests. Try again in 30 s.').waitFor()
  await button('Fault: rate limited').click()
  await button('rate limited', { pressed: true }).waitFor()
  await button('of the story', { pressed: false }).click()
  await frame.getByText('There are no invoices.').waitFor()
  console.log('ok  the menu of faults puts one in the place of the story, and ticks it')

  const faults = page.getByRole('group', { name: 'Accounting: fault' })
  const focused = () => page.evaluate(() => document.activeElement?.textContent?.replace('✓', ''))
  const closed = async (how) => {
    await faults.waitFor({ state: 'hidden' }).catch(() => assert.fail(`${how} leaves the menu open`))
  }
  await button('Fault').click()
  assert.equal(await focused(), 'of the story')
  for (const [key, item] of [
    ['ArrowDown', 'none'],
    ['End', 'responses to writes lost'],
    ['ArrowDown', 'of the story'],
    ['ArrowUp', 'responses to writes lost'],
    ['Home', 'of the story'],
  ]) {
    await page.keyboard.press(key)
    assert.equal(await focused(), item, key)
  }
  await page.keyboard.press('Escape')
  await closed('Escape')
  assert.match(await focused(), /^Fault/)
  await page.keyboard.press('Enter')
  await faults.waitFor()
  await page.keyboard.press('Tab')
  await closed('Tab')
  assert.ok(!(await focused()).startsWith('Fault'), 'Tab goes on')
  await button('Fault').click()
  await faults.waitFor()
  await button('Fault').click()
  await page.waitForTimeout(300)
  await closed('its button')
  await button('Fault').click()
  await faults.waitFor()
  await frame.getByRole('heading', { name: 'Receivables' }).click()
  await closed('a click into the story')
  console.log('ok  the menus of the toolbar are left and walked through as menus are')

  const told = page.waitForEvent('console', (message) => message.text().includes('Timeline:'))
  await show('fails')
  assert.match((await told).text(), /GET \/public\/v1\/invoices\/ {2}503/)
  console.log('ok  the error of a failing story tells its timeline on the console')

  await show('nothing-yet')
  await click(page, 'docs')
  await button('Fault').waitFor({ state: 'detached' })
  for (const name of ['nothing-yet', 'rate-limited', 'overdue-ninety-days-later']) {
    const story = await frameOnDocs(frame, name)
    const heights = () =>
      story.evaluate(() => [
        window.innerHeight,
        document.documentElement.scrollHeight,
        window.innerHeight !== 320,
      ])
    // On a slow machine the story is not there at once.
    await settled(`the height of ${name}`, async () => {
      const [height, content, isFitted] = await heights()
      return isFitted ? JSON.stringify([height, content]) : undefined
    })
    const [height, content] = await heights()
    assert.equal(content, height, `pixels of ${name}`)
  }
  console.log('ok  the frames of the docs page are as high as their stories')

  const warnings = []
  page.on(
    'console',
    (message) => message.text().startsWith('accounting-simulator:') && warnings.push(message.text()),
  )
  await show(NAMES[0])
  await click(page, 'docs')
  await frame.locator(`[id="story--${idOf(NAMES[1])}"] iframe`).scrollIntoViewIfNeeded()
  await click(page, NAMES[0])
  await frame.getByText('There are no invoices.').waitFor()
  await page.waitForTimeout(500)
  assert.deepEqual(warnings, [])
  console.log('ok  a docs page that is left warns of nothing')

  // msw's worker forgets all pages when the browser stops it.
  await show(NAMES[0])
  await click(page, 'polls')
  const answers = async () => Number((await frame.getByText(/\d+ answers/).textContent()).match(/\d+/)[0])
  const session = await page.context().newCDPSession(page)
  await session.send('ServiceWorker.enable')
  for (let stops = 0; stops < 3; stops++) {
    const before = await answers()
    await session.send('ServiceWorker.stopAllWorkers')
    for (let tries = 0; tries < 300 && (await answers()) < before + 2; tries++) await pause(100)
    assert.ok((await answers()) >= before + 2, 'the story goes on')
  }
  console.log('ok  a story that polls is answered, also when the browser stops the worker')
  for (const name of fc.sample(fc.constantFrom('polls', ...NAMES), {
    numRuns: 40,
    seed: Number(seeds.at(-1)),
  })) {
    await page.evaluate((id) => document.getElementById(id).click(), idOf(name))
    if (name === 'polls') await session.send('ServiceWorker.stopAllWorkers')
    await pause(name.length * 10)
  }
  // Afterwards it knows the next frame only, and gives it the requests of all others.
  await show(NAMES[0])
  await click(page, 'docs')
  const nothing = await frameOnDocs(frame, NAMES[0])
  await nothing.getByText('There are no invoices.').waitFor()
  await session.send('ServiceWorker.stopAllWorkers')
  const overdue = await frameOnDocs(frame, 'overdue-ninety-days-later')
  // What the worker was about to do when it was stopped may have failed.
  for (let tries = 0; tries < 30 && (await overdue.getByText('Acorn Stores').count()) === 0; tries++) {
    await pause(1000)
    await overdue.getByRole('button', { name: 'Refresh' }).click()
  }
  assert.equal(await overdue.getByText('Acorn Stores').count(), 1, 'the world of its own')
  for (let times = 0; times < 3; times++) {
    await nothing.getByRole('button', { name: 'Refresh' }).click()
    await pause(500)
    assert.deepEqual(await nothing.getByText('Acorn Stores').count(), 0, 'the world of another frame')
  }
  console.log('ok  a frame of the docs page keeps its world, whomever the worker knows')

  assert.equal(escaped, 0)
  console.log('ok  no request escaped')

  // What would be seen of one that did.
  const other = await browser.newPage()
  await other.goto(`${base}index.json`)
  await other.evaluate(() => fetch('https://accounting.test/public/v1/invoices/').catch(() => undefined))
  assert.notEqual(escaped, 0, 'a page without a simulator reaches the network')
} finally {
  await browser.close()
  close()
  network.close()
}
