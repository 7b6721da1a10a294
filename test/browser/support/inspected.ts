import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { launch } from './chromium'
import { openSite, type Site } from './site'

/** Nothing but scripts of the site itself: no inline style, no eval. */
export const STRICT_CSP =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; worker-src 'self'"

export interface PageWindow {
  begin(options?: object): void
  ask(method: string, path: string, body?: object, key?: string): Promise<number>
  fill(turns: number): Promise<void>
  simulator: {
    readonly clock: { readonly now: string; advance(duration: string): Promise<unknown> }
    readonly faults: { list(): readonly unknown[]; inject(fault: object): unknown }
    readonly webhooks: {
      readonly queue: readonly unknown[]
      readonly attempts: readonly unknown[]
      connect(prefix: string, target: (request: Request) => Response | Promise<Response>): () => void
      hold(): void
      release(): void
    }
    snapshot(): unknown
    readonly records: Readonly<
      Record<string, { create(body: object): unknown; get(id: number): object; count(): number }>
    >
    organization(name: string): PageWindow['simulator']
  }
}

/** One browser for a file, one page with a closed inspector for a test; a violation of the policy fails it. */
export function inspected() {
  let browser: Browser
  let site: Site
  let context: BrowserContext | undefined
  const complaints: string[] = []

  beforeAll(async () => {
    browser = await launch()
    site = await openSite({ entry: 'test/browser/pages/inspector.ts', csp: STRICT_CSP })
  })
  afterAll(async () => {
    await browser.close()
    site.close()
  })
  afterEach(async () => {
    await context?.close()
    const told = complaints.splice(0)
    if (told.length > 0) throw new Error(told.join('\n'))
  })

  async function open(
    options: { readonly width?: number; readonly height?: number; readonly scheme?: 'light' | 'dark' } = {},
    simulator: object = {},
  ): Promise<Page> {
    const { width = 1200, height = 760, scheme = 'light' } = options
    context = await browser.newContext({ viewport: { width, height }, colorScheme: scheme })
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], {
      origin: new URL(site.url).origin,
    })
    const page = await context.newPage()
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(String(error.stack)))
    await load(page, simulator)
    return page
  }

  /** `insecure.test` as host has no secure context. */
  async function load(page: Page, simulator: object = {}, host?: string): Promise<void> {
    const url = new URL(site.url)
    if (host !== undefined) url.hostname = host
    await page.goto(url.href)
    await page.waitForFunction(() => document.title === 'ready')
    await page.evaluate((given) => (window as unknown as PageWindow).begin(given), simulator)
  }

  return { open, load }
}

export const corner = (page: Page) => page.getByRole('button', { name: 'Accounting simulator inspector' })

export async function show(page: Page, tab: string): Promise<void> {
  const panel = page.getByRole('region', { name: 'Accounting simulator inspector' })
  if (!(await panel.isVisible())) await corner(page).click()
  await page.getByRole('tab', { name: tab, exact: true }).click()
}

export const ask = (page: Page, method: string, path: string, body?: object, key?: string): Promise<number> =>
  page.evaluate((given) => (window as unknown as PageWindow).ask(...given), [
    method,
    path,
    body,
    key,
  ] as const)

export const CUSTOMERS = '/public/v1/customers/'
export const INVOICES = '/public/v1/invoices/'
export const INVOICE = {
  date: '2026-01-15',
  company_id: 1,
  customer_id: 1,
  items: [{ item_id: 1, quantity: 3, rate: '19.995' }],
}

export const HOOK = { url: 'https://hooks.example.com/in', topics: ['core.invoice/created'] }

export const TABS = [
  'Now',
  'Timeline',
  'Clock',
  'Webhooks',
  'Records',
  'Trial balance',
  'Limits',
  'Faults',
  'Scenarios',
  'Snapshots',
  'Assumptions',
]

/** Turns of test/browser/pages/fill.ts that make about as many entries as a simulator keeps, and too few to drop any. */
export const TEN_THOUSAND = 4_650

export const fill = (page: Page, turns: number): Promise<void> =>
  page.evaluate((count) => (window as unknown as PageWindow).fill(count), turns)

/** Requests with every kind of outcome, a scheduled delivery, an armed fault and a snapshot. */
export async function busy(page: Page): Promise<void> {
  for (let turn = 0; turn < 12; turn++) await ask(page, 'GET', CUSTOMERS)
  await ask(page, 'POST', '/public/v2/webhooks/', HOOK)
  await ask(page, 'POST', INVOICES, INVOICE)
  await ask(page, 'POST', INVOICES, { date: '2026-01-15' })
}

/** From here on the controls answer late. */
export const slow = (page: Page, milliseconds: number): Promise<void> =>
  page.evaluate((by) => {
    const element = document.querySelector('accounting-simulator-inspector') as Element & {
      port: (request: Request) => Promise<Response>
    }
    const { port } = element
    element.port = async (request) => {
      await new Promise((resolve) => setTimeout(resolve, by))
      return port(request)
    }
  }, milliseconds)
