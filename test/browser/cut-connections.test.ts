import { createSimulator } from 'accounting-simulator'
import { serve } from 'accounting-simulator/node'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launch } from './support/chromium'

/** A browser sends a request again by itself where a connection is cut that has brought an answer before. */
let browser: Browser
beforeAll(async () => {
  browser = await launch()
})
afterAll(() => browser.close())

const PATH = '/public/v1/customers/'

it.each([
  ['the page of the service', 'same' as const, { loseResponse: true as const }],
  ['the page of the service', 'same' as const, { networkError: true as const }],
  ['a page of another origin', 'other' as const, { loseResponse: true as const }],
  ['a page of another origin', 'other' as const, { networkError: true as const }],
])('%s, %s origin, gets the network error of %o at once', async (_, origin, then) => {
  const simulator = createSimulator()
  const server = await serve(simulator, { cors: true })
  const another = await serve(createSimulator())
  const page = await browser.newPage()
  await page.goto(`${origin === 'same' ? server.url : another.url}/public/health/`)
  const fault = simulator.faults.inject({ on: `POST ${PATH}`, times: 3, then })
  const answers = await page.evaluate(
    async ([url, key]) => {
      const headers = { 'X-API-KEY': key, 'Content-Type': 'application/json' }
      const post = (): Promise<unknown> =>
        fetch(url, {
          method: 'POST',
          headers,
          body: '{"name":"A","address":"","country":"","email":"","website":"","phone":""}',
        }).then(
          ({ status }) => status,
          () => 'no answer',
        )
      await fetch(url, { headers })
      return [await post(), await post()]
    },
    [server.url + PATH, simulator.apiKey] as const,
  )
  expect([answers, fault.hits]).toEqual([['no answer', 'no answer'], 2])
  await page.close()
  await server.close()
  await another.close()
})
