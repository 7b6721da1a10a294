import { test as base, expect as plain } from '@playwright/test'
import { createSimulator } from 'accounting-simulator'
import { matchers } from 'accounting-simulator/matchers'
import { serve } from 'accounting-simulator/node'

export const expect = plain.extend(matchers)

/** Every test has a simulator of its own on a port of its own, and `request` is directed to it. */
export const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern.
  simulator: async ({}, use, testInfo) => {
    const simulator = createSimulator()
    await use(simulator)
    if (testInfo.status === testInfo.expectedStatus) {
      expect(simulator.faults.unfired()).toEqual([])
      expect(simulator).toBeBalanced()
    } else await testInfo.attach('timeline', { body: simulator.timeline.toHtml(), contentType: 'text/html' })
    simulator[Symbol.dispose]()
  },
  baseURL: async ({ simulator }, use) => {
    const server = await serve(simulator)
    await use(server.url)
    await server.close()
  },
  extraHTTPHeaders: async ({ simulator }, use) => {
    await use({ 'X-API-KEY': simulator.apiKey })
  },
})
