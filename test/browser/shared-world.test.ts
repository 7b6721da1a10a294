import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { ask, create, names, start, started } from './support/started'

const { site, open } = started()

describe('tabs of one world', () => {
  it('share one world when asked, also after the tab that holds it is closed', async () => {
    const { url } = await site()
    const [one, two] = [await open(url), await open(url)]
    await start(one, { shared: true })
    await start(two, { shared: true })
    expect(await create(two, 'Common Ltd')).toBe(201)
    expect(await names(one)).toContain('Common Ltd')
    await one.close()
    expect(await names(two)).toContain('Common Ltd')
    expect(await create(two, 'Later Ltd')).toBe(201)
    const three = await open(url)
    await start(three, { shared: true })
    expect(await names(three)).toEqual(expect.arrayContaining(['Common Ltd', 'Later Ltd']))
  })
})

describe('a shared world whose holding tab ends', () => {
  interface Shared {
    readonly handle: {
      readonly simulator: { readonly apiKey: string; controls(request: Request): Promise<Response> }
    }
    pending?: Promise<string>
  }
  const control = (page: Page, method: string, path: string, body?: object) =>
    page.evaluate(
      async ([verb, to, sent]) => {
        const { simulator } = (window as unknown as Shared).handle
        const response = await simulator.controls(
          new Request(`http://controls.invalid/__simulator${to}`, {
            method: verb,
            ...(sent && { body: JSON.stringify(sent) }),
          }),
        )
        return response.json()
      },
      [method, path, body] as const,
    )
  /** A request that stays under way. */
  const begin = (page: Page, url: string) =>
    page.evaluate((to) => {
      const asking = fetch(to, { headers: { 'X-API-KEY': 'test-api-key' } })
      Object.assign(window, {
        pending: asking.then(
          ({ status }) => `answered ${status}`,
          (error) => String(error),
        ),
      })
    }, url)
  const underWay = async (page: Page) =>
    ((await control(page, 'GET', '/traffic')) as { route: string }[]).filter(({ route }) =>
      route?.includes('/items/'),
    ).length

  it.each([
    ['is closed', (page: Page) => page.close({ runBeforeUnload: true })],
    ['goes to another page', (page: Page) => page.goto('about:blank')],
  ])('%s: a request under way fails as a broken connection, and later ones are answered', async (_, end) => {
    const { url, escaped } = await site()
    const [one, two] = [await open(url), await open(url)]
    await start(one, { shared: true })
    await start(two, { shared: true })
    expect(await two.evaluate(() => (window as unknown as Shared).handle.simulator.apiKey)).toBe(
      'test-api-key',
    )
    expect(await create(two, 'Common Ltd')).toBe(201)
    await two.waitForTimeout(600)
    await control(two, 'POST', '/faults', { on: 'GET /public/v1/items/', then: { delay: '1 hour' } })
    await begin(two, 'https://accounting.test/public/v1/items/')
    await expect.poll(() => underWay(two)).toBe(1)
    await end(one)
    expect(await two.evaluate(() => (window as unknown as Shared).pending)).toBe('TypeError: Failed to fetch')
    expect(await names(two)).toContain('Common Ltd')
    expect((await ask(two, 'https://accounting.test/public/v1/items/')).status).toBe(200)
    expect(escaped).toEqual([])
  })
})
