import type { Page } from 'playwright-core'
import { launch } from './chromium'
import { openSite } from './site'

export interface BusyWindow {
  beginBusy(reads: number): Promise<void>
  simulator: { fetch(path: string, init: object): Promise<Response> }
}

/** The panel alone in a page, over the busy world of test/browser/pages. */
export async function openBusy(): Promise<{ page: Page; end(): Promise<unknown> }> {
  const [browser, site] = await Promise.all([
    launch(),
    openSite({ entry: 'test/browser/pages/inspector.ts' }),
  ])
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: new URL(site.url).origin })
  const page = await context.newPage()
  page.setDefaultTimeout(10_000)
  await page.goto(site.url)
  await page.waitForFunction(() => document.title === 'ready')
  await page.addStyleTag({
    content: 'body { margin: 0 } accounting-simulator-inspector { display: block; height: 100vh }',
  })
  await page.evaluate(() => (window as unknown as BusyWindow).beginBusy(2))
  return {
    page,
    end() {
      site.close()
      return browser.close()
    },
  }
}
