import { createSimulator } from 'accounting-simulator'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { playStory, type Seen } from '../adapters/play'
import { launch } from './support/chromium'
import { openSite } from './support/site'

interface Played {
  readonly seen: Seen[]
  readonly books: string
  readonly tables: string
}

let browser: Browser
let direct: Played
beforeAll(async () => {
  browser = await launch()
  const simulator = createSimulator()
  const seen = await playStory(simulator.baseUrl, (url, init) => simulator.fetch(new Request(url, init)))
  direct = { seen, books: simulator.books.toJournal(), tables: JSON.stringify(simulator.export().tables) }
})
afterAll(() => browser.close())

describe.each([2, 3] as const)('one story in Node and in Chromium, msw %i', (msw) => {
  it('gives the same answers, the same books and the same world', async () => {
    const site = await openSite({ entry: 'test/browser/pages/story.ts', msw })
    const page = await browser.newPage()
    await page.goto(site.url)
    await page.waitForFunction(() => document.title === 'ready')
    const played = await page.evaluate(() => (window as unknown as { play(): Promise<Played> }).play())
    await page.close()
    site.close()
    expect(played.seen).toEqual(JSON.parse(JSON.stringify(direct.seen)))
    expect(played.books).toBe(direct.books)
    expect(JSON.parse(played.tables)).toEqual(JSON.parse(direct.tables))
  })
})
