import { createSimulator } from 'accounting-simulator'
import { explore, type Stage } from 'accounting-simulator/explore'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { violations } from './support/accessible'
import { launch } from './support/chromium'

let browser: Browser
let html: string
beforeAll(async () => {
  browser = await launch()
  const on = 'GET /public/v1/customers/'
  const start = ({ fetch, apiKey }: Stage) => ({
    run: () => fetch('/public/v1/customers/', { headers: { 'X-API-KEY': apiKey() } }),
  })
  const experiment = { world: createSimulator(), start, check: () => ['the list was not read'] }
  html = (await explore.once(experiment, [{ on, request: 1, do: 'unavailable' }])).toHtml()
})
afterAll(() => browser.close())

it.each(
  [320, 1280].flatMap((width) => (['light', 'dark'] as const).map((scheme) => [width, scheme] as const)),
)('the page of a failure at %i pixels, %s: readable, and nothing sticks out', async (width, scheme) => {
  const page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme: scheme })
  await page.setContent(html)
  expect(await violations(page, 'main')).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  const struck = page.getByRole('row', { name: /answered 503/ })
  expect(await struck.getByRole('cell').allInnerTexts()).toEqual([
    '',
    '1. GET /public/v1/customers/ #1, try 1: answered 503',
    '',
  ])
  await page.close()
})
