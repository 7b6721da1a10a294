import { join } from 'node:path'
import { createSimulator } from 'accounting-simulator'
import { serve } from 'accounting-simulator/node'
import type { ReplayReport } from 'accounting-simulator/replay'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runReplay } from '../../src/command/replay'
import { runCommand } from '../support/run-command'
import { temporaryFolder } from '../support/temporary-folder'
import { launch } from './support/chromium'

const CUSTOMER = { name: 'Acme', email: 'a@b.example', address: '-', country: 'US', phone: '1', website: '-' }
const INVOICE = {
  date: '2026-01-15',
  company_id: 1,
  customer_id: 1,
  items: [{ item_id: 1, quantity: '3', rate: '19.995', position: 1 }],
}

let browser: Browser
let folder: string

beforeAll(async () => {
  folder = temporaryFolder()
  browser = await launch()
})
afterAll(async () => {
  await browser.close()
})

/** A page of the service's own origin makes its calls. */
async function record(content: 'embed' | 'attach' | 'omit'): Promise<string> {
  const service = createSimulator({ clock: 'live' })
  const server = await serve(service)
  const path = join(folder, content, 'session.har')
  const context = await browser.newContext({ recordHar: { path, content } })
  const page = await context.newPage()
  await page.goto(`${server.url}/public/health/`)
  const calls: [method: string, path: string, body?: object, key?: string][] = [
    ['POST', 'customers/', CUSTOMER],
    ['POST', 'invoices/', INVOICE, 'order-1'],
    ['POST', 'invoices/', INVOICE, 'order-1'],
    ['PUT', 'invoices/1/', { ...INVOICE, memo: 'edited' }],
    ['GET', 'invoices/1/'],
    ['GET', 'invoices/?customer_id=1'],
    ['POST', 'invoices/', { ...INVOICE, items: [] }],
    ['GET', 'invoices/99999/'],
    ['DELETE', 'invoices/1/'],
  ]
  await page.evaluate(
    async ([key, made]) => {
      for (const [method, target, body, once] of made)
        await fetch(`/public/v1/${target}`, {
          method,
          headers: {
            'x-api-key': key,
            ...(body && { 'content-type': 'application/json' }),
            ...(once && { 'idempotency-key': once }),
          },
          ...(body && { body: JSON.stringify(body) }),
        }).then((response) => response.text())
    },
    [service.apiKey, calls] as const,
  )
  await context.close()
  await server.close()
  service[Symbol.dispose]()
  return path
}

describe("Playwright's recordHar", () => {
  // content, exchanges that agree, in status and headers only, not compared because of the request
  it.each<['embed' | 'attach' | 'omit', number, number, number]>([
    ['embed', 10, 0, 0],
    ['attach', 10, 0, 0],
    ['omit', 0, 3, 5],
  ])('%s: the command accuses nobody', async (content, alike, alikeWithoutBody, withoutRequest) => {
    const path = await record(content)
    const { status, out, error } = await runCommand((output) => runReplay([path, '--json'], output))
    expect(error).toBe('')
    const report = JSON.parse(out) as ReplayReport
    const { differences, contradicted, undecided } = report
    expect({ status, differences, contradicted, undecided }).toEqual({
      status: 0,
      differences: [],
      contradicted: [],
      undecided: [],
    })
    expect(report).toMatchObject({ exchanges: 10, alike, alikeWithoutBody })
    const reasons = report.notCompared.map(({ why }) => why)
    expect(reasons.filter((why) => why.includes('body of the request'))).toHaveLength(withoutRequest)
  })
})
