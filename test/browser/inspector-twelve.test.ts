import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BusyWindow, openBusy } from './support/busy-page'
import { focus, tabTo } from './support/keyboard'

/**
 * Twelve tasks of somebody who looks into a busy world, by the mouse and by the keyboard alone. Each click and each
 * field that is filled is an action; each key that is pressed and each letter that is typed is a key.
 */
const ACTIONS_AT_MOST = 8
const KEYS_AT_MOST = 20
const WAIT = { timeout: 10_000 }

let page: Page
let end: () => Promise<unknown>
beforeAll(async () => {
  ;({ page, end } = await openBusy())
}, 120_000)
afterAll(() => end())

const tab = (name: string): Locator => page.getByRole('tab', { name })
const details = (name: string): Locator => page.getByRole('region', { name: `Details of the ${name}` })
const entry = (): Locator => details('entry')
const status = (text: string | RegExp): Promise<void> => page.getByRole('status').getByText(text).waitFor()
const needs = (): Locator => page.getByRole('list', { name: 'Needs attention' })
const firstError = (): Locator =>
  needs()
    .getByRole('button', { name: /^#\d+ POST/ })
    .first()
const filter = (): Locator => page.getByRole('combobox', { name: 'Filter the timeline' })
const request = (): Locator => page.getByRole('textbox', { name: 'Request' })
const rows = (): Locator => page.getByRole('listbox', { name: 'Timeline' }).getByRole('option')

class Counted {
  count = 0

  async click(locator: Locator): Promise<void> {
    this.count += 1
    await locator.click()
  }

  async fill(locator: Locator, text: string): Promise<void> {
    this.count += 1
    await locator.fill(text)
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      this.count += 1
      await page.keyboard.press(key)
    }
  }

  async type(text: string): Promise<void> {
    this.count += text.length
    await page.keyboard.type(text)
  }

  async scrollToEnd(): Promise<void> {
    this.count += 1
    await page.getByRole('listbox', { name: 'Timeline' }).hover()
    await page.mouse.wheel(0, 1_000_000)
  }

  /** Opens the command bar, and takes what it offers first. */
  async command(text: string, ...keys: readonly string[]): Promise<void> {
    await this.press('ControlOrMeta+k')
    await page.getByRole('dialog', { name: 'Commands' }).waitFor()
    await this.type(text)
    await this.press(...keys, 'Enter')
    // The focus goes from the field of the bar to what was chosen.
    await expect.poll(async () => (await focus(page)).name, WAIT).toMatch(/^(?!Find a tab)./)
  }

  async toFilter(): Promise<void> {
    await this.press('/')
    await expect.poll(async () => (await focus(page)).name, WAIT).toBe('Filter the timeline')
  }

  async tabTo(name: RegExp, ...keys: readonly string[]): Promise<void> {
    this.count += await tabTo(page, name)
    await this.press(...keys)
  }
}

interface Task {
  readonly name: string
  mouse(by: Counted): Promise<unknown>
  keys(by: Counted): Promise<unknown>
  /** Waits until what was wanted is seen. */
  seen(): Promise<unknown>
}

const TASKS: readonly Task[] = [
  {
    name: 'which request failed first, and why',
    mouse: (by) => by.click(firstError()),
    keys: (by) => by.press('n'),
    seen: () => entry().getByRole('heading', { name: 'Reason' }).waitFor(),
  },
  {
    name: 'the pause of the client after a failure',
    async mouse(by) {
      await by.click(tab('Timeline'))
      await by.click(page.getByRole('button', { name: /^5xx/ }))
      await by.click(rows().last())
    },
    async keys(by) {
      await by.toFilter()
      await by.type('status:5xx')
      await by.press('Tab', 'n')
    },
    seen: () =>
      entry()
        .getByRole('list', { name: 'Tries' })
        .getByText(/after \d+ s/)
        .first()
        .waitFor(),
  },
  {
    name: 'what made the balance of account 4000',
    async mouse(by) {
      await by.click(tab('Trial balance'))
      await by.click(page.getByRole('button', { name: '4000', exact: true }))
    },
    keys: (by) => by.command('4000'),
    seen: () => page.getByRole('table', { name: 'Entries of 4000' }).waitFor(),
  },
  {
    name: 'what changed invoice 3, and by which request',
    async mouse(by) {
      await by.click(tab('Records'))
      await by.click(page.getByRole('button', { name: 'Open invoices 3', exact: true }))
      await by.click(page.getByRole('list', { name: 'Versions of 3' }).getByRole('button').first())
    },
    async keys(by) {
      await by.command('invoice 3')
      await details('record').waitFor()
      await by.tabTo(/^Shop #\d+$/, 'Enter')
    },
    seen: () => entry().getByText('PUT /public/v1/invoices/3/').first().waitFor(),
  },
  {
    name: 'approve the bill that waits',
    mouse: (by) => by.click(needs().getByRole('button', { name: 'Approve Bill 1' })),
    async keys(by) {
      await by.press('ControlOrMeta+k')
      await page.getByRole('dialog', { name: 'Commands' }).waitFor()
      await by.type('appr')
      await page
        .getByRole('option', { name: /^Approve Bill/ })
        .first()
        .waitFor()
      await by.press('Enter')
    },
    seen: () => status(/is approved|approve is done/),
  },
  {
    name: 'the next POST fails with 503 once',
    async mouse(by) {
      await by.click(tab('Faults'))
      await by.fill(request(), 'POST')
      await by.click(page.getByRole('button', { name: 'Arm', exact: true }))
    },
    keys: (by) => by.command('fail post'),
    seen: () => status(/is armed.* POST /),
  },
  {
    name: 'a failing request as a test',
    async mouse(by) {
      await by.click(firstError())
      await by.click(page.getByRole('button', { name: 'Copy this entry as test' }))
    },
    async keys(by) {
      await by.press('n')
      await entry().waitFor()
      await by.tabTo(/^Copy this entry as test$/, 'Enter')
    },
    seen: () => status('in the clipboard'),
  },
  {
    name: 'every 429 of one key in the last hour',
    async mouse(by) {
      await by.click(tab('Timeline'))
      await by.fill(filter(), 'status:429')
      by.count += 1
      await page.getByRole('combobox', { name: 'Key', exact: true }).selectOption('Shop')
      await by.click(page.getByRole('button', { name: 'last hour' }))
    },
    async keys(by) {
      await by.toFilter()
      await by.type('429 key:Shop at>-1h')
    },
    async seen() {
      expect(await filter().inputValue()).toMatch(/429 key:Shop at>-1h/)
      const isOnly = (texts: readonly string[]) =>
        texts.length > 0 && texts.every((text) => text.includes('429'))
      await expect.poll(async () => isOnly(await rows().allTextContents()), WAIT).toBe(true)
    },
  },
  {
    name: 'two snapshots compared',
    async mouse(by) {
      await by.click(tab('Snapshots'))
      // The choice of an option is two clicks.
      by.count += 4
      await page.getByRole('combobox', { name: /^Before/ }).selectOption('Before the first sale')
      await page.getByRole('combobox', { name: /^After/ }).selectOption('After the first payment')
      await by.click(page.getByRole('button', { name: 'Compare', exact: true }))
    },
    async keys(by) {
      await by.command('snap')
      // The first snapshot is chosen already.
      await by.tabTo(/^After/, 'A')
      await by.tabTo(/^Compare$/, 'Enter')
    },
    async seen() {
      const differences = page.getByRole('region', { name: 'Differences' })
      await differences.getByText('Before: Before the first sale. After: After the first payment.').waitFor()
      await differences
        .getByText(/^invoices: \d+ added/)
        .first()
        .waitFor()
    },
  },
  {
    name: 'the day of the next recurring invoice',
    mouse: async () => undefined,
    keys: async () => undefined,
    seen: () => page.getByRole('row', { name: /15 Feb.*Support Cedar Clinics/ }).waitFor(),
  },
  {
    name: 'why a webhook is disabled, and send again what it missed',
    async mouse(by) {
      await by.click(needs().getByRole('button', { name: /warehouse/ }))
      await by.click(page.getByRole('button', { name: /^Activate and send the \d+ it missed$/ }))
    },
    async keys(by) {
      await by.press('ControlOrMeta+k')
      await page.getByRole('dialog', { name: 'Commands' }).waitFor()
      await by.type('send m')
      await page.getByRole('option', { name: /^Send the \d+ missed by .*warehouse/ }).waitFor()
      await by.press('Enter')
    },
    seen: () => status(/queued again|is active|sent/),
  },
  // The last one undoes what the others did, so that the second way finds the world as the first one did.
  {
    name: 'back to before the last failure',
    async mouse(by) {
      await by.click(tab('Timeline'))
      await by.click(page.getByRole('button', { name: /^4xx/ }))
      await by.scrollToEnd()
      await expect.poll(() => rows().last().textContent(), WAIT).toContain('429')
      await by.click(rows().last())
      await by.click(page.getByRole('button', { name: /^Go back to before this/ }))
    },
    async keys(by) {
      await by.press('p')
      await entry().waitFor()
      await by.tabTo(/^Go back to before this/, 'Enter')
    },
    seen: () => status('The world is as it was'),
  },
]

describe.each(['mouse', 'keys'] as const)('by the %s', (way) => {
  /** The last failure, which is of this hour. */
  beforeAll(() =>
    page.evaluate(async () => {
      const { simulator } = window as unknown as BusyWindow
      const headers = { 'X-API-KEY': 'test-api-key' }
      for (let status = 200; status !== 429; )
        ({ status } = await simulator.fetch('/public/v1/invoices/3/', { headers }))
    }),
  )
  it.each(TASKS)('$name', async (task) => {
    await tab('Timeline').click()
    await filter().fill('')
    if (await entry().isVisible()) await page.getByRole('button', { name: 'Close details' }).click()
    await tab('Now').click()
    await needs().waitFor()
    const by = new Counted()
    await task[way](by)
    await task.seen()
    process.stdout.write(`${by.count} ${way}: ${task.name}\n`)
    expect(by.count).toBeLessThanOrEqual(way === 'mouse' ? ACTIONS_AT_MOST : KEYS_AT_MOST)
  })
})
