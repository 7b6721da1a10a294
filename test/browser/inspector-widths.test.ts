import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBusy } from './support/busy-page'

const WIDTHS = [390, 768, 1280, 1920]

let page: Page
let end: () => Promise<unknown>
beforeAll(async () => {
  ;({ page, end } = await openBusy())
}, 120_000)
afterAll(() => end())

const list = (): Locator => page.getByRole('listbox', { name: 'Timeline' })
const rows = (): Locator => list().getByRole('option')
const details = (): Locator => page.getByRole('region', { name: 'Details of the entry' })

async function show(tab: string, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 800 })
  await page.getByRole('tab', { name: tab }).click()
  if (await page.getByRole('button', { name: 'Close details' }).isVisible())
    await page.getByRole('button', { name: 'Close details' }).click()
}

async function showTimeline(width: number, filter = ''): Promise<void> {
  await show('Timeline', width)
  await page.getByRole('combobox', { name: 'Filter the timeline' }).fill(filter)
  await rows().first().waitFor()
}

/** The texts of those that are wider than their place. */
const cut = (all: Locator): Promise<readonly string[]> =>
  all.evaluateAll((elements) =>
    elements.flatMap((one) => (one.scrollWidth > one.clientWidth ? (one.textContent ?? '') : [])),
  )

/** The texts of those that are not wholly inside of their parent. */
const outside = (all: Locator): Promise<readonly string[]> =>
  all.evaluateAll((elements) =>
    elements.flatMap((one) => {
      const [own, of] = [one, one.parentElement as Element].map((each) => each.getBoundingClientRect())
      const isOutside = own && of && (own.right > of.right + 1 || own.left < of.left - 1)
      return isOutside ? (one.textContent ?? '') : []
    }),
  )

const columnOf = (name: string): Promise<number> =>
  rows()
    .first()
    .locator(`.${name}`)
    .evaluate((cell) => cell.clientWidth)

describe.each(WIDTHS)('the timeline at %i pixels', (width) => {
  it('shows the time to the second in each row, below the day', async () => {
    await showTimeline(width)
    expect(await cut(rows().locator('.time'))).toEqual([])
    for (const text of await rows().locator('.time').allTextContents())
      expect(text).toMatch(/^\d\d:\d\d:\d\d$/)
    expect(await list().locator('.at-top').textContent()).toMatch(/^[A-Z][a-z]{2} \d+ Jan 2026$/)
    await list().press('Home')
    await expect.poll(() => list().locator('.at-top').textContent()).toBe('Thu 15 Jan 2026')
    await list().press('End')
  })

  it('gives the reason more room than the path, also beside details', async () => {
    await showTimeline(width, 'status:429')
    await rows().last().click()
    await details().waitFor()
    expect(await columnOf('why')).toBeGreaterThan(width === 390 ? 200 : 235)
    expect(await columnOf('why')).toBeGreaterThan(width === 1280 ? await columnOf('path') : 0)
    expect(await cut(rows().locator('.status'))).toEqual([])
  })

  it('has every chip, and the numbers of the choices', async () => {
    await showTimeline(width)
    const toolbar = page.locator('.toolbar')
    expect(await outside(toolbar.locator('.chip'))).toEqual([])
    expect(await cut(toolbar.locator('.chips'))).toEqual([])
    const options = page.getByRole('combobox', { name: 'Key', exact: true }).getByRole('option')
    expect(await options.nth(1).textContent()).toMatch(/^\d+ [A-Z]/)
    await rows().last().click()
    await details().waitFor()
    expect(await outside(toolbar.locator('.chip'))).toEqual([])
    expect(await cut(toolbar.locator('.chips'))).toEqual([])
    await page.getByRole('button', { name: 'Unselect' }).click()
  })

  it('says how often a row repeats, however long its path is', async () => {
    await showTimeline(width, 'kind:delivery')
    await list().press('End')
    await expect.poll(() => rows().locator('.times').count()).toBeGreaterThan(0)
    expect(await outside(rows().locator('.times'))).toEqual([])
  })

  it('lands on the row that the first link leads to', async () => {
    await page.setViewportSize({ width, height: 800 })
    await anotherPanel()
    await page
      .getByRole('list', { name: 'Needs attention' })
      .getByRole('button', { name: /^#/ })
      .first()
      .click()
    await details().waitFor()
    const place = () =>
      list().evaluate((box) => {
        const row = box.querySelector('.active')?.getBoundingClientRect()
        const { top, bottom } = box.getBoundingClientRect()
        return row !== undefined && row.top >= top + 20 && row.bottom <= bottom
      })
    await expect.poll(place).toBe(true)
    await page.waitForTimeout(300)
    expect(await place()).toBe(true)
  })

  it('has no details of an entry that the filter hides', async () => {
    await showTimeline(width, 'status:422')
    await rows().last().click()
    await details().waitFor()
    await page.getByRole('combobox', { name: 'Filter the timeline' }).fill('status:429')
    await details().waitFor({ state: 'detached' })
    await page.getByRole('combobox', { name: 'Filter the timeline' }).fill('status:422')
    await details().waitFor()
    await page.getByRole('button', { name: 'Unselect' }).click()
  })
})

/** A panel that has shown nothing yet, over the same world. */
const anotherPanel = (): Promise<void> =>
  page.evaluate(() => {
    const { element } = window as unknown as { element: HTMLElement & { port: unknown } }
    const next = document.createElement('accounting-simulator-inspector')
    next.setAttribute('embedded', '')
    element.replaceWith(Object.assign(next, { port: element.port }))
    Object.assign(window, { element: next })
  })

describe('a phone', () => {
  it('gives the text of an endpoint the width of the panel', async () => {
    await show('Webhooks', 390)
    const endpoint = page.getByRole('list', { name: 'Endpoints' }).getByRole('listitem').first()
    const { width = 0 } = (await endpoint.locator('p').first().boundingBox()) ?? {}
    expect(width).toBeGreaterThan(300)
  })

  it('has whole headings of records, above their columns', async () => {
    await show('Records', 390)
    const heads = page.getByRole('table', { name: 'Records' }).getByRole('columnheader')
    await heads.first().waitFor()
    expect(await cut(heads.nth(0))).toEqual([])
    const left = (cell: Locator) =>
      cell.locator('button').evaluate((one) => {
        const text = document.createRange()
        text.selectNodeContents(one)
        return text.getBoundingClientRect().left
      })
    const cell = page.getByRole('table', { name: 'Records' }).getByRole('cell').first()
    expect(Math.abs((await left(heads.nth(0))) - (await left(cell)))).toBeLessThan(1)
  })
})

it('the filter has chips of single statuses below their class, and the choice shows a key that was typed', async () => {
  await showTimeline(1280)
  const chip = (name: RegExp) => page.locator('.chips').getByRole('button', { name })
  expect(await chip(/^429/).count()).toBe(0)
  await chip(/^4xx/).click()
  await chip(/^429/).click()
  await expect
    .poll(() =>
      rows()
        .filter({ hasText: /404|422/ })
        .count(),
    )
    .toBe(0)
  await chip(/^404/).waitFor()
  await page.getByRole('combobox', { name: 'Filter the timeline' }).fill('key:shop')
  const choice = page.getByRole('combobox', { name: 'Key', exact: true })
  await expect
    .poll(() => choice.evaluate((one) => (one as HTMLSelectElement).selectedOptions[0]?.text))
    .toBe('shop')
})

it('a low panel leaves room for rows', async () => {
  await showTimeline(768)
  await page.setViewportSize({ width: 768, height: 360 })
  await expect.poll(() => list().evaluate((box) => box.clientHeight)).toBeGreaterThan(150)
})

it('the frame of details that have the focus is whole', async () => {
  await showTimeline(1280)
  await rows().last().click()
  await page.keyboard.press('Enter')
  const offset = await details().evaluate((one) => {
    ;(one as HTMLElement).focus()
    return getComputedStyle(one).outlineOffset
  })
  // Inside of the edge the heading would lie over it.
  expect(offset).toBe('0px')
})

it('an account shows all its entries when somebody asks for them', async () => {
  await show('Trial balance', 1280)
  await page.getByRole('button', { name: '4000', exact: true }).click()
  const account = page.getByRole('region', { name: 'Details of the account' })
  await account.getByText(/The latest 200 of \d+\./).waitFor()
  await account.getByRole('button', { name: 'Show all' }).click()
  await expect
    .poll(() => account.getByRole('table', { name: 'Entries of 4000' }).getByRole('row').count())
    .toBeGreaterThan(250)
})
