import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { launch } from './chromium'
import { openSite, type Site, type SiteOptions } from './site'

const ENTRY = 'test/browser/pages/start.ts'

/** One browser for a file, one context and its sites for a test. */
export function started() {
  let browser: Browser
  let context: BrowserContext
  const sites: Site[] = []

  beforeAll(async () => {
    browser = await launch()
  })
  afterAll(async () => {
    await browser.close()
  })
  beforeEach(async () => {
    context = await browser.newContext()
  })
  afterEach(async () => {
    await context.close()
    for (const site of sites.splice(0)) site.close()
  })

  async function site(options: Partial<SiteOptions> = {}): Promise<Site> {
    const opened = await openSite({ entry: ENTRY, ...options })
    sites.push(opened)
    return opened
  }

  async function open(url: string, page?: Page): Promise<Page> {
    const opened = page ?? (await context.newPage())
    await opened.goto(url)
    await opened.waitForFunction(() => document.title === 'ready')
    return opened
  }

  return { site, open, contextOf: () => context }
}

/** Starts the simulator of a page and keeps the handle as `window.handle`. */
export const start = (page: Page, options: object = {}) =>
  page.evaluate(async (given) => {
    const { startInBrowser } = window as unknown as { startInBrowser: (options: object) => Promise<unknown> }
    const before = (window as { handle?: unknown }).handle
    const handle = await startInBrowser(given)
    Object.assign(window, { handle })
    return before === handle
  }, options)

export const ask = (
  page: Page,
  url = 'https://accounting.test/public/v1/customers/',
  method = 'GET',
  body?: object,
) =>
  page.evaluate(
    async ({ url, method, body }) => {
      const response = await fetch(url, {
        method,
        headers: { 'X-API-KEY': 'test-api-key', 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      return { status: response.status, text, retryAfter: response.headers.get('retry-after') }
    },
    { url, method, body },
  )

export const CUSTOMER = {
  name: 'Reload Ltd',
  address: 'a',
  country: 'US',
  email: 'a@example.com',
  website: 'w',
  phone: '1',
}
export const create = async (page: Page, name: string) =>
  (await ask(page, undefined, 'POST', { ...CUSTOMER, name })).status
export const names = async (page: Page): Promise<string[]> =>
  JSON.parse((await ask(page)).text).items.map(({ name }: { name: string }) => name)
