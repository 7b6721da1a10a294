import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { launch } from '../browser/support/chromium'

/** The built documentation site in a browser: its pages open, and the playground runs a program. */
const DIST = fileURLToPath(new URL('../../.site/dist', import.meta.url))
assert.ok(existsSync(DIST), '`npm run site` builds the site first')

for (const [name, text] of [
  ['llms.txt', '](service.html)'],
  ['llms-full.txt', '# The accounting-records service'],
] as const)
  assert.ok(readFileSync(join(DIST, name), 'utf8').includes(text), name)

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
  for (const path of ['/', '/service.html', '/api/index.html']) {
    await page.goto(path)
    assert.ok((await page.title()).includes('accounting-simulator'), path)
  }
  await page.goto('/playground.html')
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  const output = page.getByLabel('Output')
  await output.getByText('Timeline').waitFor()
  const text = (await output.textContent()) ?? ''
  assert.match(text, /^429\n/, 'the fault of the program answers first')
  assert.match(text, /"amount": "100.01"/, 'then the invoice is read')
  assert.deepEqual(errors, [])
  console.log('site: pages open, the playground runs')
} finally {
  await browser.close()
  server.close()
}
