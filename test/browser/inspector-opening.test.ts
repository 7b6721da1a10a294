import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import {
  ask,
  busy,
  fill,
  HOOK,
  INVOICE,
  INVOICES,
  inspected,
  type PageWindow,
  show,
  slow,
  TABS,
} from './support/inspected'

const { open } = inspected()

const field = (page: Page) => page.getByRole('combobox', { name: 'Filter the timeline' })

describe('while thousands of entries are being read', () => {
  const reading = (page: Page) => page.getByText(/^Reading (earlier entries|entries up to)/)

  it('no tab says that there is nothing where there is something, and each says that it reads', async () => {
    const page = await open()
    await fill(page, 1500)
    await page.evaluate((hook) => {
      const { simulator } = window as unknown as PageWindow
      const element = document.querySelector('accounting-simulator-inspector') as unknown as {
        port(request: Request): Promise<Response>
      }
      simulator.webhooks.connect(hook, () => new Response('ok'))
      simulator.webhooks.hold()
      simulator.faults.inject({ on: 'GET /public/v1/bills/', then: { status: 503 } })
      return element.port(new Request('http://localhost/__simulator/snapshots', { method: 'POST' }))
    }, HOOK.url)
    await ask(page, 'POST', '/public/v2/webhooks/', HOOK)
    await ask(page, 'POST', INVOICES, INVOICE)
    await show(page, 'Now')
    await slow(page, 300)
    for (const tab of TABS) {
      // Another port is another reader.
      await page.evaluate(() => {
        const element = document.querySelector('accounting-simulator-inspector') as unknown as {
          port(request: Request): Promise<Response>
        }
        const { port } = element
        element.port = (request) => port(request)
      })
      await page.getByRole('tab', { name: tab, exact: true }).click()
      await expect.poll(() => page.getByRole('tabpanel').textContent(), { interval: 10 }).toMatch(/Reading/)
      for (const wait of [200, 700]) {
        await page.waitForTimeout(wait)
        const text = (await page.getByRole('tabpanel').textContent()) ?? ''
        expect(text, tab).not.toMatch(/There (is|are) no|Nothing|\bNo \w+ (was|has|is)|The ledger has no/)
      }
    }
  })

  it('a filter that finds none of the latest does not say that none matches', async () => {
    const page = await open()
    await fill(page, 500)
    // The earlier entries come when the test wants them.
    await page.evaluate(() => {
      const element = document.querySelector('accounting-simulator-inspector') as Element & {
        port: (request: Request) => Promise<Response>
      }
      const { port } = element
      const isOpen = new Promise((open) => Object.assign(window, { letThrough: open }))
      element.port = async (request) => {
        if (request.url.includes('/timeline?since=0&')) await isOpen
        return port(request)
      }
    })
    await show(page, 'Timeline')
    await page.getByText(/of the latest 500/).waitFor()
    await field(page).fill('#3')
    await page.getByText(/^0 of the latest 500/).waitFor()
    await reading(page).waitFor()
    expect(await page.getByText('Nothing matches').count()).toBe(0)
    await page.evaluate(() => (window as unknown as { letThrough(): void }).letThrough())
    await page.getByText(/^1 of 1,\d{3}$/).waitFor()
    expect(await reading(page).count()).toBe(0)
  })

  it('an account and a record that are opened say nothing before they are read', async () => {
    const page = await open()
    await busy(page)
    await show(page, 'Trial balance')
    await page.getByRole('button', { name: '4000' }).waitFor()
    await slow(page, 400)
    await page.getByRole('button', { name: '4000' }).click()
    const details = page.locator('.details')
    await expect.poll(() => details.textContent()).toMatch(/4000 .*\s+Reading/)
    expect(await page.getByRole('table', { name: 'Sums of 4000' }).count()).toBe(0)
    await page.getByRole('table', { name: 'Sums of 4000' }).waitFor()
    await page.getByRole('tab', { name: 'Records' }).click()
    await page.getByRole('button', { name: 'Open invoices 1' }).click()
    await expect.poll(() => details.textContent()).toMatch(/^\s*Reading…/)
    await page.getByRole('region', { name: 'Details of the record' }).waitFor()
  })
})
