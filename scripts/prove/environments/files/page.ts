import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { chromium } from 'playwright-core'
import { bundle } from './bundle'

/** Bundles files of tests and runs them in a page. */
const files = process.argv.slice(2)
writeFileSync('entry.js', files.map((file) => `import './${file}'\n`).join(''))
await bundle('entry.js', 'out.js')
const server = createServer((request, response) => {
  const isScript = request.url === '/out.js'
  response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
  response.end(isScript ? readFileSync('out.js') : '<script type="module" src="/out.js"></script>')
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const browser = await chromium.launch({ executablePath: 'CHROMIUM', args: ['--no-sandbox'] })
const page = await browser.newPage()
page.on('pageerror', (error) => console.log(error.message))
await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
await page.waitForFunction('globalThis.play')
const { passed, failures } = await page.evaluate<{ passed: number; failures: string[] }>('globalThis.play()')
for (const failure of failures) console.log(failure)
console.log(`${passed} passed, ${failures.length} failed`)
await browser.close()
server.close()
process.exitCode = failures.length > 0 ? 1 : 0
