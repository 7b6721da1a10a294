import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { ask, INVOICE, INVOICES, inspected, type PageWindow, show } from './support/inspected'

const { open } = inspected()

const option = (page: Page, name: RegExp) => page.getByRole('listbox').getByRole('option', { name })
const advance = (page: Page, duration: string): Promise<unknown> =>
  page.evaluate((by) => (window as unknown as PageWindow).simulator.clock.advance(by), duration)

/** Drags over a part of the ruler, from 0 to 1. */
async function drag(page: Page, from: number, to: number): Promise<void> {
  const strip = page.getByRole('img', { name: /^\d+ entries:/ })
  await strip.waitFor()
  const { x = 0, y = 0, width = 0 } = (await strip.boundingBox()) ?? {}
  await page.mouse.move(x + width * from, y + 8)
  await page.mouse.down()
  await page.mouse.move(x + width * to, y + 8, { steps: 4 })
  await page.mouse.up()
}

describe('a part of the time', () => {
  it('is dragged over in the ruler, and shown alone', async () => {
    const page = await open()
    for (const duration of ['1 hour', '1 hour', '1 hour', '1 hour']) {
      await ask(page, 'POST', INVOICES, {})
      await advance(page, duration)
    }
    await show(page, 'Timeline')
    await page.getByRole('img', { name: '8 entries: 4 jumps of the clock, 0 deliveries, 4 errors' }).waitFor()
    await drag(page, 0.25, 0.66)
    const range = page.getByRole('button', { name: 'Thu 15 Jan, 10:00:00 to Thu 15 Jan, 11:00:00' })
    await range.waitFor()
    await expect.poll(() => option(page, /./).count()).toBe(4)
    await range.click()
    await expect.poll(() => option(page, /./).count()).toBe(8)
  })

  it('is that of what is selected, by keyboard', async () => {
    const page = await open()
    for (let hour = 0; hour < 4; hour++) {
      await ask(page, 'POST', INVOICES, {})
      await advance(page, '1 hour')
    }
    await show(page, 'Timeline')
    await page.getByRole('listbox').focus()
    for (const key of ['Home', 'ArrowDown', 'Space', 'ArrowDown', 'ArrowDown', 'Space'])
      await page.keyboard.press(key)
    await page.getByRole('button', { name: 'Only their time' }).press('Enter')
    await page.getByRole('button', { name: 'Thu 15 Jan, 09:00:00 to Thu 15 Jan, 10:00:00' }).waitFor()
  })

  it('is kept in every tab: what changed, was booked, was done and was taken in it', async () => {
    const page = await open()
    await ask(page, 'POST', '/public/v2/webhooks/', {
      url: 'https://hooks.example.com/in',
      topics: ['core.invoice/created'],
    })
    for (let hour = 0; hour < 4; hour++) {
      await page.evaluate(() => (window as unknown as PageWindow).simulator.webhooks.hold())
      await ask(page, 'POST', INVOICES, INVOICE)
      await advance(page, '1 hour')
    }
    await show(page, 'Snapshots')
    await page.getByRole('textbox', { name: 'Name' }).fill('at the end')
    await page.getByRole('button', { name: 'Take' }).click()
    await show(page, 'Timeline')
    // The second invoice and what follows until the third.
    await drag(page, 0.3, 0.5)
    await page.getByRole('button', { name: 'Thu 15 Jan, 10:00:00 to Thu 15 Jan, 10:00:00' }).waitFor()

    await show(page, 'Records')
    await page.getByText('1 to 1 of 1 that were changed in this time').waitFor()
    await page.getByRole('button', { name: 'Open invoices 2', exact: true }).waitFor()
    await expect.poll(() => page.getByRole('option', { name: 'Invoices (1 changed)' }).count()).toBe(1)

    await show(page, 'Trial balance')
    await page.getByText('Entries of the records that were changed in this time').waitFor()
    const total = page.getByRole('table', { name: 'Trial balance' }).getByRole('row', { name: /Total/ })
    await expect.poll(() => total.textContent()).toMatch(/59\.9959\.990\.00/)
    await page.getByRole('button', { name: '4000', exact: true }).click()
    await expect
      .poll(() => page.getByRole('table', { name: 'Entries of 4000' }).locator('tbody tr').allInnerTexts())
      .toEqual([expect.stringContaining('Invoice 2')])

    await show(page, 'Clock')
    await page.getByRole('heading', { name: 'What the clock did then' }).waitFor()
    await show(page, 'Webhooks')
    await expect.poll(() => page.getByRole('table', { name: 'Webhooks' }).locator('tbody tr').count()).toBe(1)
    await show(page, 'Snapshots')
    await page.getByText('No snapshot is of this time.').waitFor()
    await show(page, 'Assumptions')
    await page.getByText(/Requests of this time rested on\s+\d+ of/).waitFor()

    await page.getByRole('button', { name: 'Thu 15 Jan, 10:00:00 to Thu 15 Jan, 10:00:00' }).click()
    await page.getByText(/This run rested on\s+\d+ of/).waitFor()
    await show(page, 'Records')
    await page.getByText('1 to 4 of 4').waitFor()
  })
})

describe('the timeline', () => {
  it('has the day of the first row below it at its top, wherever it is scrolled to', async () => {
    const page = await open()
    await page.evaluate(async (invoice) => {
      const { simulator } = window as unknown as PageWindow
      for (let number = 0; number < 36; number += 1) {
        if (number === 5) await simulator.clock.advance('1 day')
        simulator.records.invoices?.create({ ...invoice, reference_number: `A-${number}` })
      }
    }, INVOICE)
    await show(page, 'Timeline')
    const list = page.getByRole('listbox', { name: 'Timeline' })
    await list.press('End')
    const topmost = (): Promise<readonly [day: string, first: number]> =>
      list.evaluate((box) => {
        const head = box.querySelector('.at-top')
        const bottom = head?.getBoundingClientRect().bottom ?? 0
        const rows = [...box.querySelectorAll('[role=option]')]
        const first = rows.find((row) => row.getBoundingClientRect().bottom > bottom + 0.5)
        return [head?.textContent ?? '', Number(first?.getAttribute('aria-posinset'))] as const
      })
    const firsts = new Set<number>()
    for (let top = 110; top <= 210; top += 5) {
      await list.evaluate((box, to) => box.scrollTo(0, to), top)
      // The move of the clock is the last row of its day.
      await expect
        .poll(async () => {
          const [day, first] = await topmost()
          firsts.add(first)
          return { top, isRight: day === (first <= 6 ? 'Thu 15 Jan 2026' : 'Fri 16 Jan 2026') }
        })
        .toEqual({ top, isRight: true })
    }
    expect([...firsts]).toEqual(expect.arrayContaining([6, 7]))
  })
})
