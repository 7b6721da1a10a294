import { test as base } from '@playwright/test'
import { sandbox } from 'accounting-simulator/controls'

const team = sandbox(process.env.SANDBOX_URL ?? '', process.env.SANDBOX_TOKEN)

/** Each worker has a sandbox of its own, whose clock and faults its tests may move. */
export const test = base.extend({
  worker: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern.
    async ({}, use, { parallelIndex }) => {
      const own = await team.create({ name: `worker ${parallelIndex}`, clock: 'manual' })
      await use(own)
      await own.delete()
    },
    { scope: 'worker' },
  ],
  /** Each test begins with the world that the worker began with. */
  sandbox: async ({ worker }, use) => {
    await worker.control('POST /reset')
    await use(worker)
  },
  baseURL: ({ sandbox: own }, use) => use(own.url),
  // extraHTTPHeaders would give the key to pages, too, and hide that an application sends none.
  request: async ({ playwright, baseURL, sandbox: own, extraHTTPHeaders }, use) => {
    const headers = { 'X-API-KEY': own.apiKey, ...extraHTTPHeaders }
    const request = await playwright.request.newContext({ baseURL, extraHTTPHeaders: headers })
    await use(request)
    await request.dispose()
  },
})
