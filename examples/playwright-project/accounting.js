import { test as base, expect as plain } from '@playwright/test'
import { createSimulator } from 'accounting-simulator'
import { matchers, runTest } from 'accounting-simulator/matchers'
import { serve } from 'accounting-simulator/node'

export const expect = plain.extend(matchers)

/** Every test has a simulator of its own on a port of its own, where `request` leads, and ends as `runTest` ends one. */
export const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern.
  simulator: async ({}, use, testInfo) => {
    const simulator = createSimulator()
    // Playwright sets fixtures up for hooks, too: an error that was there before belongs to another simulator.
    const before = testInfo.errors.length
    let known
    const body = async () => {
      await use(simulator)
      // Playwright does not throw here what the test threw. Thrown again, its message gets the timeline.
      known = testInfo.status === 'skipped' ? new Error('skipped') : testInfo.errors[before]
      if (known) throw known
    }
    try {
      await runTest(simulator, body, { name: testInfo.titlePath.join(' > ') })
    } catch (error) {
      const html = { body: simulator.timeline.toHtml(), contentType: 'text/html' }
      if (testInfo.status !== 'skipped') await testInfo.attach('timeline', html)
      if (error !== known) throw error
    } finally {
      simulator[Symbol.dispose]()
    }
  },
  baseURL: async ({ simulator }, use) => {
    const server = await serve(simulator, { cors: true })
    await use(server.url)
    await server.close()
  },
  // extraHTTPHeaders would give the key to pages, too, and hide that an application sends none.
  request: async ({ playwright, baseURL, simulator, extraHTTPHeaders }, use) => {
    const headers = { 'X-API-KEY': simulator.apiKey, ...extraHTTPHeaders }
    const request = await playwright.request.newContext({ baseURL, extraHTTPHeaders: headers })
    await use(request)
    await request.dispose()
  },
})
