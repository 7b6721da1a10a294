import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import {
  ask,
  busy,
  corner,
  INVOICE,
  INVOICES,
  inspected,
  type PageWindow,
  show,
  TABS,
} from './support/inspected'
import { focus, tabTo, toTab } from './support/keyboard'

const { open } = inspected()

const now = (page: Page) => page.evaluate(() => (window as unknown as PageWindow).simulator.clock.now)

describe('without a mouse', () => {
  it('opens by its shortcut, goes through a day in every view, and closes', async () => {
    const page = await open()
    await busy(page)
    await page.keyboard.press('Alt+Shift+A')
    await page.getByRole('list', { name: 'Needs attention' }).waitFor({ state: 'attached' })

    await toTab(page, 'Timeline')
    await tabTo(page, /^Timeline$/)
    await page.keyboard.press('End')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await tabTo(page, /^Details of the entry$/)
    await tabTo(page, /^Invoice 1$/)
    await page.keyboard.press('Enter')
    await page.getByRole('table', { name: 'Ledger of 1' }).waitFor()
    await expect.poll(async () => (await focus(page)).name).toBe('Details of the record')
    await tabTo(page, /POST/)
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await focus(page)).name).toBe('Details of the entry')
    await tabTo(page, /^Close details$/)
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await focus(page)).name).toBe('Timeline')

    await toTab(page, 'Clock')
    await tabTo(page, /^Duration$/)
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('2 hours')
    await page.keyboard.press('Enter')
    await expect.poll(() => now(page)).toBe('2026-01-15T11:00:00.000Z')

    await toTab(page, 'Webhooks')
    await tabTo(page, /^Hold$/)
    await page.keyboard.press('Space')
    await page.getByText('Deliveries are held.').waitFor()

    await toTab(page, 'Faults')
    await tabTo(page, /^Request$/)
    await page.keyboard.type('GET /public/v1/customers/')
    await page.keyboard.press('Enter')
    await tabTo(page, /^Disarm fault 1$/)
    await page.keyboard.press('Enter')
    await page.getByText('0 hits, over').waitFor()

    await toTab(page, 'Snapshots')
    await tabTo(page, /^Name$/)
    await page.keyboard.type('here')
    await page.keyboard.press('Enter')
    await tabTo(page, /^Restore here$/)
    await page.keyboard.press('Enter')
    await page.getByText('as it was in here').waitFor()

    await page.keyboard.press('Escape')
    await page.getByRole('tablist').waitFor({ state: 'detached' })
    await expect.poll(async () => (await focus(page)).name).toBe('Accounting simulator inspector')
  })

  it('shows the focus on every stop of every view, and traps it nowhere', async () => {
    const page = await open()
    await page.evaluate(() => {
      const { simulator } = window as unknown as PageWindow
      simulator.webhooks.connect('https://hooks.example.com/', () => new Response('ok'))
    })
    await busy(page)
    await ask(page, 'POST', INVOICES, INVOICE)
    await show(page, 'Timeline')
    const hidden: string[] = []
    for (const tab of TABS) {
      await toTab(page, tab)
      const seen = new Set<string>()
      for (let presses = 0; presses < 400; presses++) {
        await page.keyboard.press('Tab')
        const { name, role, isSeen } = await focus(page)
        // Out of the panel: the page behind has nothing to focus.
        if (role === '' || name === 'Accounting simulator inspector') break
        seen.add(name)
        if (!isSeen) hidden.push(`${tab}: ${role} ${name}`)
        expect(presses).toBeLessThan(399)
      }
      expect(seen.size).toBeGreaterThan(0)
    }
    expect(hidden).toEqual([])
    await expect(corner(page).getAttribute('aria-expanded')).resolves.toBe('true')
  })

  it('a link moves the focus to the view that it opens', async () => {
    const page = await open()
    await busy(page)
    await show(page, 'Now')
    await page.getByRole('button', { name: 'Clock', exact: true }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('tab', { name: 'Clock', selected: true }).waitFor()
    await expect.poll(async () => (await focus(page)).role).toBe('tabpanel')
    await expect(tabTo(page, /^Duration$/)).resolves.toBeLessThan(12)
  })

  it('keeps the selected tab in view in a narrow panel', async () => {
    const page = await open({ width: 400 })
    await show(page, 'Timeline')
    for (const tab of TABS) {
      await toTab(page, tab)
      const selected = page.getByRole('tab', { selected: true })
      const isInside = () =>
        selected.evaluate((one) => {
          const [own, list] = [one, one.parentElement as Element].map((box) => box.getBoundingClientRect())
          return own && list ? own.left >= list.left - 1 && own.right <= list.right + 1 : false
        })
      // The selected tab is scrolled into view once its view is loaded.
      await expect.poll(async () => ({ tab, isInside: await isInside() })).toEqual({ tab, isInside: true })
    }
  })
})
