import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Day } from '../hosts/day'
import { temporaryFolder } from '../support/temporary-folder'
import { bundle } from './support/bundle'
import { launch } from './support/chromium'
import { openSite } from './support/site'

let browser: Browser
let direct: Day
beforeAll(async () => {
  browser = await launch()
  direct = await dayInNode()
})
afterAll(() => browser.close())

/** Bundled as for the page, because the order in which a module lists its exports is up to the bundler. */
async function dayInNode(): Promise<Day> {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  for (const [path, text] of await bundle('test/browser/pages/day-in-node.ts', 2))
    writeFileSync(join(folder, path), text)
  const run = spawnSync(process.execPath, [join(folder, 'page.js')], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (run.status !== 0) throw new Error(run.stderr)
  return JSON.parse(run.stdout) as Day
}

describe('the day itself', () => {
  it('has answers, damage, deliveries and a webhook that was disabled', () => {
    expect(direct.seen.length).toBeGreaterThan(10)
    expect(direct.damaged.map((text) => text.slice(0, 6))).toEqual([
      '201 {"',
      'failed',
      'failed',
      '200 {"',
      '200 {"',
      '429 {"',
      '200 {"',
      '200 {"',
    ])
    expect(direct.damaged.at(-1)).toContain('"is_active":false')
    expect((direct.attempts as unknown[]).length).toBeGreaterThan(20)
  })
})

describe.each([2, 3] as const)('one day in Node and in Chromium, msw %i', (msw) => {
  it('gives the same bytes: answers, deliveries, attempts, timeline, books and world', async () => {
    const site = await openSite({ entry: 'test/browser/pages/story.ts', msw })
    const page = await browser.newPage()
    await page.goto(site.url)
    await page.waitForFunction(() => document.title === 'ready')
    const played = await page.evaluate(() => (window as unknown as { play(): Promise<Day> }).play())
    await page.close()
    site.close()
    for (const part of ['seen', 'damaged', 'attempts', 'timeline', 'tables', 'books'] as const)
      expect({ [part]: played[part] }).toEqual({ [part]: direct[part] })
    expect(JSON.stringify(played)).toBe(JSON.stringify(direct))
  })
})
