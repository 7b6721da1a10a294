import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { violations } from './support/accessible'
import {
  ask,
  busy,
  CUSTOMERS,
  corner,
  fill,
  HOOK,
  INVOICE,
  INVOICES,
  inspected,
  type PageWindow,
  show,
} from './support/inspected'
import { focus } from './support/keyboard'

const { open } = inspected()

const FRAMES = 100

type Inspected = PageWindow & { readonly inspector: { remove(): void } }

const advance = (page: Page, duration: string) =>
  page.evaluate((by) => (window as unknown as PageWindow).simulator.clock.advance(by), duration)

describe('while something happens', () => {
  it('an opened attempt stays open, and another one comes in closed', async () => {
    const page = await open()
    await page.evaluate(() => {
      const { simulator } = window as unknown as PageWindow
      simulator.webhooks.connect('https://hooks.example.com/', () => new Response('ok'))
    })
    await ask(page, 'POST', '/public/v2/webhooks/', HOOK)
    await ask(page, 'POST', INVOICES, INVOICE)
    await advance(page, '1 minute')
    await show(page, 'Webhooks')
    const attempts = page.getByRole('list', { name: 'Attempts' })
    await attempts.locator('summary').click()
    const opened = attempts.getByRole('region', { name: /Bytes of the attempt/ })
    const name = await opened.getAttribute('aria-label')
    await ask(page, 'POST', INVOICES, INVOICE)
    await advance(page, '1 minute')
    await expect.poll(() => attempts.locator('summary').count()).toBe(2)
    expect(await opened.count()).toBe(1)
    expect(await opened.getAttribute('aria-label')).toBe(name)
  })

  it('the focus goes to no other delivery when one is dropped', async () => {
    const page = await open()
    await page.evaluate(() => (window as unknown as PageWindow).simulator.webhooks.hold())
    await ask(page, 'POST', '/public/v2/webhooks/', HOOK)
    for (let nth = 0; nth < 3; nth++) await ask(page, 'POST', INVOICES, INVOICE)
    await show(page, 'Webhooks')
    const drops = page.getByRole('table', { name: 'Webhooks' }).getByRole('button', { name: /^Drop/ })
    await expect.poll(() => drops.count()).toBe(3)
    await drops.nth(1).focus()
    const second = (await focus(page)).name
    await ask(page, 'POST', INVOICES, INVOICE)
    await drops.first().click()
    await expect.poll(() => drops.count()).toBe(3)
    await drops.first().focus()
    expect((await focus(page)).name).toBe(second)
    await page.keyboard.press('Enter')
    await expect.poll(() => drops.count()).toBe(2)
    await page.keyboard.press('Enter')
    expect((await focus(page)).name).toBe('Queue and attempts')
    expect(await drops.count()).toBe(2)
  })

  it('a verdict on the books ends with the next entry', async () => {
    const page = await open()
    await show(page, 'Trial balance')
    await page.getByRole('button', { name: 'Check the books' }).click()
    await page.getByText('The books hold.').waitFor()
    await ask(page, 'POST', INVOICES, INVOICE)
    await page.getByRole('table', { name: 'Trial balance' }).getByText('59.99').first().waitFor()
    await expect.poll(() => page.getByText('The books hold.').count()).toBe(0)
  })

  it('a selection loses entries that are gone', async () => {
    const page = await open()
    await ask(page, 'GET', CUSTOMERS)
    await show(page, 'Timeline')
    await page.getByRole('option', { name: /GET .* 200/ }).click()
    await page.getByText('1 selected').waitFor()
    await page.evaluate(() => (window as unknown as { simulator: { reset(): void } }).simulator.reset())
    await page.getByText('1 selected').waitFor({ state: 'detached' })
    expect(await page.getByRole('button', { name: 'Copy as test' }).count()).toBe(0)
  })

  it('a page of records that are gone gives way to the first one', async () => {
    const page = await open()
    await page.evaluate((invoice) => {
      const { simulator } = window as unknown as PageWindow
      for (let turn = 0; turn < 60; turn++) simulator.records.invoices?.create(invoice)
    }, INVOICE)
    await show(page, 'Records')
    await page.getByText('1 to 50 of 60').waitFor()
    await page.getByRole('button', { name: 'Next', exact: true }).click()
    await page.getByText('51 to 60 of 60').waitFor()
    await page.evaluate(() => (window as unknown as { simulator: { reset(): void } }).simulator.reset())
    await page.getByText('There are no invoices.').waitFor()
    expect(await page.getByRole('button', { name: 'Previous' }).isDisabled()).toBe(true)
    await page.getByRole('searchbox').fill('of this there is none')
    await page.getByRole('searchbox').press('Enter')
    await page.getByText('Nothing matches.').waitFor()
  })

  it('arrow keys begin at the rows that are in view', async () => {
    const page = await open()
    for (let turn = 0; turn < 60; turn++) await ask(page, 'GET', `/public/health/?turn=${turn}`)
    await show(page, 'Timeline')
    const list = page.getByRole('listbox', { name: 'Timeline' })
    // The list has gone to its end.
    await expect
      .poll(async () => Number(await list.getByRole('option').first().getAttribute('aria-posinset')))
      .toBeGreaterThan(1)
    const top = await list.evaluate((box) => box.scrollTop)
    await list.focus()
    await page.keyboard.press('ArrowDown')
    expect(await list.getAttribute('aria-activedescendant')).toBe(`row-${Math.ceil(top / 26)}`)
    expect(await list.evaluate((box) => box.scrollTop)).toBe(top)
  })
})

describe('a narrow panel', () => {
  it.each([320, 400])('of %i pixels shows every button without sideways scrolling', async (width) => {
    const page = await open({ width })
    await busy(page)
    await page.evaluate(() => {
      const { simulator } = window as unknown as PageWindow
      simulator.faults.inject({ on: 'GET /public/v1/invoices/{record_number}/', then: { status: 503 } })
    })
    await ask(page, 'POST', INVOICES, INVOICE)
    for (const [tab, button] of [
      ['Webhooks', /Send first/],
      ['Clock', 'Run until here'],
      ['Faults', /Disarm fault/],
      ['Scenarios', /^Play/],
    ] as const) {
      await show(page, tab)
      await page.getByRole('button', { name: button }).first().waitFor()
      const beyond = await page
        .locator('.view')
        .getByRole('button')
        .evaluateAll((all) =>
          all.flatMap((one) => {
            const { left, right } = one.getBoundingClientRect()
            return left < 0 || right > innerWidth ? [one.textContent?.trim()] : []
          }),
        )
      expect({ tab, beyond }).toEqual({ tab, beyond: [] })
    }
  })
})

describe('its way out', () => {
  it('is taken out of its own window, which closes, and does not come back', async () => {
    const page = await open()
    await show(page, 'Clock')
    const opening = page.waitForEvent('popup')
    await page.getByRole('button', { name: 'Open in window' }).click()
    const popup = await opening
    await popup.getByRole('tab', { name: 'Clock', selected: true }).waitFor()
    const closing = popup.waitForEvent('close')
    await page.evaluate(() => (window as unknown as Inspected).inspector.remove())
    await closing
    expect(await page.locator('accounting-simulator-inspector').count()).toBe(0)
  })

  it('can be opened again after its code could not be loaded', async () => {
    const page = await open()
    await page.evaluate(() => {
      addEventListener('unhandledrejection', (event) => event.preventDefault())
    })
    // Its first step fails, as it would if the code did not come.
    await page.evaluate(() => {
      Object.assign(window, { create: document.createElement })
      document.createElement = () => {
        throw new Error('no code')
      }
    })
    await corner(page).click()
    await expect.poll(() => corner(page).getAttribute('title')).toContain('no code')
    expect(await corner(page).getAttribute('aria-expanded')).toBe('false')
    await page.evaluate(() => {
      document.createElement = (window as unknown as { create: typeof document.createElement }).create
    })
    await corner(page).click()
    await page.getByRole('tablist').waitFor()
  })
})

it('a scrolled timeline makes no row anew, and lays out once in a frame', async () => {
  const page = await open({ height: 1000 })
  await fill(page, 600)
  await show(page, 'Timeline')
  await page.getByRole('listbox').getByRole('option').first().waitFor()
  await page.locator('.reading').waitFor({ state: 'detached' })
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  const layouts = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'LayoutCount')?.value ?? 0
  }
  const before = await layouts()
  const made = await page.evaluate(async (frames) => {
    const root = document.querySelector('accounting-simulator-inspector')?.shadowRoot
    const list = root?.querySelector('[role=listbox]') as Element
    let rows = 0
    const watch = new MutationObserver((all) => {
      for (const { addedNodes } of all)
        for (const one of addedNodes) if ((one as Element).matches?.('.row')) rows += 1
    })
    watch.observe(list, { subtree: true, childList: true })
    for (let frame = 0; frame < frames; frame++) {
      list.scrollTop = 1000 + frame * 90
      await new Promise((resolve) => requestAnimationFrame(resolve))
    }
    return rows
  }, FRAMES)
  expect(made).toBeLessThan(8)
  const first = page.getByRole('listbox').getByRole('option').first()
  expect(Number(await first.getAttribute('aria-posinset'))).toBeGreaterThan(300)
  expect((await layouts()) - before).toBeLessThan(FRAMES * 1.3)
})

describe('another world', () => {
  it('is compared anew after a restore, and not with a snapshot that is gone', async () => {
    const page = await open()
    await show(page, 'Snapshots')
    for (const nth of [1, 2]) {
      await ask(page, 'POST', INVOICES, INVOICE)
      await page.getByRole('button', { name: 'Take' }).click()
      await page.getByRole('button', { name: `Restore Snapshot ${nth}` }).waitFor()
    }
    await ask(page, 'POST', INVOICES, INVOICE)
    await page.getByRole('button', { name: 'Compare', exact: true }).click()
    const differences = page.getByRole('region', { name: 'Differences' })
    await differences.getByText('Before: Snapshot 2. After: now.').waitFor()
    await differences.getByText('invoices: 1 added.').waitFor()
    await page.getByRole('button', { name: 'Restore Snapshot 1' }).click()
    await differences.getByText('invoices: 1 removed.').waitFor()
    await page.getByRole('combobox', { name: 'After' }).selectOption('Snapshot 2')
    await page.getByRole('button', { name: 'Compare', exact: true }).click()
    await differences.getByText('Before: Snapshot 1. After: Snapshot 2.').waitFor()
    await page.getByRole('button', { name: 'Forget Snapshot 1' }).click()
    await differences.waitFor({ state: 'detached' })
  })

  it('keeps its own faults when an arming of the last world is undone, and arms one again', async () => {
    const page = await open()
    await ask(page, 'POST', INVOICES, {})
    await show(page, 'Timeline')
    await page.getByRole('listbox').getByRole('option', { name: /422/ }).click()
    await page.getByRole('button', { name: 'Fail the next one like this' }).click()
    await page.getByRole('status').getByText('Fault 1 is armed').waitFor()
    await page.evaluate(() => {
      const { simulator } = window as unknown as PageWindow & { simulator: { reset(): void } }
      simulator.reset()
      simulator.faults.inject({ on: 'GET /public/*', times: 3, then: { status: 500 } })
    })
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await page.getByRole('status').getByText('Fault 1 was gone: the world is another one.').waitFor()
    for (let hit = 0; hit < 3; hit++) expect(await ask(page, 'GET', INVOICES)).toBe(500)
    await show(page, 'Faults')
    await page.getByText('3 hits, over').waitFor()
    expect(await violations(page, undefined, { 'target-size': { enabled: true } })).toEqual([])
    await page.getByRole('button', { name: 'Arm again: fault 1' }).click()
    await page.getByRole('status').getByText('Fault 2 is armed for GET /public/*.').waitFor()
    await page.getByText('0 hits, 3 to come').waitFor()
    expect(await ask(page, 'GET', INVOICES)).toBe(500)
  })
})
