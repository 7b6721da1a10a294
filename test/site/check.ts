import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import MiniSearch from 'minisearch'
import { miniSearch } from '../../site/search'
import { PRESETS } from '../../site/theme/presets'
import { launch } from '../browser/support/chromium'

/** The built documentation site in a browser: its pages open, and the playground runs a program. */
const DIST = fileURLToPath(new URL('../../.site/dist', import.meta.url))
assert.ok(existsSync(DIST), '`npm run site` builds the site first')

for (const [name, text] of [
  ['llms.txt', '](service.html)'],
  ['llms-full.txt', '# The accounting-records service'],
] as const)
  assert.ok(readFileSync(join(DIST, name), 'utf8').includes(text), name)

/** These are one page each, because people search in them and link to their sections. */
const LONG = ['changelog.html', 'service.html']
const MOST_PER_PAGE = 150_000
const MOST_OF_ALL = 30_000_000
const MOST_AT_FIRST = 250_000

const files = readdirSync(DIST, { recursive: true, encoding: 'utf8' }).filter((file) => extname(file) !== '')
const sizeOf = (file: string): number => statSync(join(DIST, file)).size
assert.deepEqual(
  files.filter((file) => file.endsWith('.html') && sizeOf(file) > MOST_PER_PAGE),
  LONG,
  'pages that are too large',
)
const whole = files.reduce((sum, file) => sum + sizeOf(file), 0)
assert.ok(whole < MOST_OF_ALL, `the site has ${whole} bytes`)

/** Every link with an anchor lands: the build fails for a dead page, but not for a dead anchor. */
const html = new Map(
  files
    .filter((file) => file.endsWith('.html'))
    .map((file) => [file, readFileSync(join(DIST, file), 'utf8')]),
)
const idsOf = new Map(
  [...html].map(([file, text]) => [file, new Set([...text.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id))]),
)
let anchors = 0
const dead = [...html].flatMap(([file, text]) =>
  [...text.matchAll(/\shref="([^":]*)#([^"]+)"/g)].flatMap(([, path = '', anchor = '']) => {
    anchors += 1
    const target = new URL(path === '' ? `/${file}` : path, `http://site/${file}`).pathname.slice(1)
    const page = target === '' || target.endsWith('/') ? `${target}index.html` : target
    const ids = idsOf.get(page.endsWith('.html') ? page : `${page}.html`)
    return ids?.has(decodeURIComponent(anchor)) ? [] : [`${file} -> ${path}#${anchor}`]
  }),
)
assert.ok(anchors > 1000, `only ${anchors} links with an anchor`)
assert.deepEqual([...new Set(dead)], [], 'anchors that are nowhere')

/** What people ask, and the page of the first answer. As the search of the site asks it. */
const index = files.find((file) => file.includes('@localSearchIndexroot')) ?? ''
const { default: text } = (await import(pathToFileURL(join(DIST, index)).href)) as { default: string }
const search = MiniSearch.loadJSON(text, {
  fields: ['title', 'titles', 'text'],
  storeFields: ['title', 'titles'],
  ...miniSearch.options,
  searchOptions: {
    fuzzy: 0.2,
    prefix: true,
    boost: { title: 4, text: 2, titles: 1 },
    ...miniSearch.searchOptions,
  },
})
for (const question of [
  'retry after',
  'install',
  'rate limit off',
  'approve invoice',
  'pagination',
  'license',
  'mock',
  'sandbox',
  'double entry',
])
  assert.match(search.search(question)[0]?.id ?? 'nothing', /^\/(?!api\/)/, question)
for (const [question, page] of [
  ['how do I advance time', '/questions.html#how-do-i-advance-time'],
  ['HMR', '/questions.html#does-a-hot-reload-hmr-keep-the-world'],
  ['overdue', '/questions.html#how-do-i-get-an-overdue-invoice'],
  ['invoice overdue', '/questions.html#how-do-i-get-an-overdue-invoice'],
] as const)
  assert.equal(search.search(question)[0]?.id, page, question)
for (const [question, page] of [
  ['getting started', '/tutorial.html'],
  ['tutorial', '/tutorial.html'],
  ['pagination', '/recipes/paging.html'],
  ['idempotency', '/recipes/retries.html'],
  ['duplicate', '/recipes/retries.html'],
  ['useSimulator', '/api/accounting-simulator/vitest/functions/useSimulator.html'],
  ['rate limit', '/service.html#9-rate-limits'],
] as const)
  assert.ok(
    search
      .search(question)
      .slice(0, 3)
      .some(({ id }) => String(id).startsWith(page)),
    `${page} is not among the first answers to ${question}`,
  )
const first = search.search('lost response').slice(0, 10)
assert.deepEqual(
  first.filter(({ id }) => /explore-stories|proof-results/.test(String(id))),
  [],
  'stories and results before the guides',
)

/** What each example of the playground prints. */
const SAID: Readonly<Record<keyof typeof PRESETS, string | RegExp>> = {
  'A lost response': '2 invoices for one order',
  'A rate limit': /was answered 429, Retry-After \d+\nafter that time: 200/,
  'A webhook that is down': /^\d+ attempts/,
  'An approval': 'pending draft',
  'A recurring invoice': 'what is wrong with the books: []',
  'A closed month': /^422/,
}
assert.deepEqual(Object.keys(SAID), Object.keys(PRESETS))
const lines = Object.values(PRESETS).flatMap((program) => program.split('\n'))
assert.deepEqual(
  lines.filter((line) => line.length > 67),
  [],
  'lines of examples that the editor has to break',
)

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
}

const server = createServer(({ url = '/' }, response) => {
  const file = join(DIST, url === '/' ? 'index.html' : new URL(url, 'http://site').pathname)
  const found = file.startsWith(DIST) && existsSync(file) && extname(file) !== ''
  response.writeHead(found ? 200 : 404, { 'content-type': TYPES[extname(file)] ?? 'text/plain' })
  response.end(found ? readFileSync(file) : '')
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const { port } = server.address() as AddressInfo

const browser = await launch()
try {
  const page = await browser.newPage({ baseURL: `http://127.0.0.1:${port}` })
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  for (const path of ['/', '/service.html', '/comparison.html', '/api/index.html']) {
    await page.goto(path)
    assert.ok((await page.title()).includes('accounting-simulator'), path)
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  const loaded = new Set<string>()
  page.on('request', (request) => loaded.add(new URL(request.url()).pathname))
  await page.goto('/', { waitUntil: 'networkidle' })
  const bytes = [...loaded]
    .map((path) => join(DIST, path === '/' ? 'index.html' : path))
    .filter((file) => existsSync(file))
    .reduce((sum, file) => sum + gzipSync(readFileSync(file)).length, 0)
  assert.ok(bytes <= MOST_AT_FIRST, `the home page loads ${bytes} bytes, gzipped, before somebody scrolls`)
  await page.getByRole('heading', { name: 'Try it' }).scrollIntoViewIfNeeded()
  await page.getByText('2 invoices for one order').waitFor()
  await page
    .getByRole('option', { name: /POST .* lost/ })
    .first()
    .waitFor()
  const guides = files.filter((file) => /^[\w/-]+\.html$/.test(file) && !file.startsWith('api/'))
  for (const path of [...guides, 'api/index.html'].map((file) => `/${file}`)) {
    await page.setViewportSize({ width: 320, height: 800 })
    await page.goto(path)
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 800 })
      const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      assert.ok(over <= 0, `${path} is wider than a phone of ${width} pixels by ${over}`)
    }
    await page.setViewportSize({ width: 1280, height: 800 })
    const sideways = await page.evaluate(
      () =>
        [...document.querySelectorAll('.vp-doc pre')].filter((pre) => pre.scrollWidth > pre.clientWidth)
          .length,
    )
    assert.equal(sideways, 0, `blocks of ${path} that scroll sideways at 1280 pixels`)
  }
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.goto('/inspector.html')
    const shown = await page
      .locator('img[src*="timeline"]:visible')
      .evaluateAll((all) => all.map((one) => one.className))
    assert.deepEqual(shown, [`${colorScheme}-only`], `the picture of a ${colorScheme} page`)
  }
  await page.goto('/api/index.html')
  await page
    .getByRole('row', { name: /^\/vitest useSimulator\(\)/ })
    .getByRole('link')
    .first()
    .click()
  await page.waitForURL('**/api/accounting-simulator/vitest/')
  assert.match((await page.locator('.vp-doc h2').first().textContent()) ?? '', /^Functions/)
  await page.goto('/timeline.html')
  await page.locator('a[href="/service.html#section-14.4"]').first().click()
  await page.waitForURL('**/service.html#section-14.4')
  await page.goto('/playground.html')
  const output = page.getByLabel('Output')
  for (const [name, said] of Object.entries(SAID)) {
    await page.getByLabel('Example').selectOption(name)
    await output.getByText(said).waitFor()
  }
  const panel = page.locator('accounting-simulator-inspector')
  for (const [width, height] of [
    [1280, 800],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.goto('/playground.html')
    await output.getByText('2 invoices for one order').waitFor()
    await panel.getByRole('option', { name: /POST .* lost/ }).waitFor()
    for (const [part, found] of Object.entries({ program: page.locator('.editor'), output, panel })) {
      const { y = 0, height: own = 0 } = (await found.boundingBox()) ?? {}
      assert.ok(
        own >= 40 && y + own <= height,
        `the ${part} of the playground is from ${y} to ${y + own} of ${height}`,
      )
    }
  }
  await page.locator('.editor .hljs-keyword', { hasText: 'const' }).first().waitFor()
  await page.getByLabel('Program').fill("console.log('by', 'keys')")
  await page.getByLabel('Program').press('Control+Enter')
  await output.getByText('by keys').waitFor()
  await page.getByLabel('Program').fill("console.log('shared', 6 * 7)")
  await page.getByRole('button', { name: 'Share' }).click()
  const link = page.url()
  await page.goto('about:blank')
  await page.goto(link)
  await output.getByText('shared 42').waitFor()
  const chosen = page.getByLabel('Example').locator('option:checked')
  assert.equal(await chosen.textContent(), 'Your program')
  await page.getByLabel('Program').fill('await new Promise(() => {})')
  await page.getByRole('button', { name: 'Run' }).click()
  await output.getByText('Running…').waitFor()
  assert.equal(await panel.count(), 0, 'the panel of an earlier run stands beside a program that runs')
  await page.getByLabel('Example').selectOption('An approval')
  await output.getByText('pending draft').waitFor()
  await panel.waitFor()
  await page.getByLabel('Example').selectOption('Your program')
  assert.equal(await page.getByLabel('Program').inputValue(), 'await new Promise(() => {})')
  for (const damaged of ['100%', '%E0%A4%A']) {
    await page.goto('about:blank')
    await page.goto(`/playground.html#program=${damaged}`)
    await page.getByRole('status').getByText('is damaged').waitFor()
    await output.getByText('2 invoices for one order').waitFor()
  }
  await page.goto('/api/accounting-simulator/vitest/functions/useSimulator.html')
  await page.locator('.vp-doc').getByRole('link', { name: 'accounting-simulator/vitest' }).first().click()
  await page.waitForURL('**/api/accounting-simulator/vitest/')
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/comparison.html')
  assert.equal(await page.locator('.VPDocAside').count(), 0, 'an outline beside wide tables')
  const cut = await page
    .locator('.vp-doc table')
    .evaluateAll((tables) => tables.filter((table) => table.scrollWidth > table.clientWidth).length)
  assert.equal(cut, 0, 'tables that are cut at 1280 pixels')
  assert.deepEqual(errors, [])
  console.log(
    `site: ${files.length} files with ${whole} bytes; search answers, pages open and fit a phone, the programs run`,
  )
} finally {
  await browser.close()
  server.close()
}
