import { worlds } from 'accounting-simulator/worlds'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { ask, busy, fill, INVOICES, inspected, type PageWindow, show, TABS } from './support/inspected'
import { focus } from './support/keyboard'
import { runInVitest } from './support/run-in-vitest'

const { open } = inspected()

const panelOf = (page: Page) => page.getByRole('region', { name: 'Accounting simulator inspector' })

describe('a copied test', () => {
  const rowOf = (page: Page) => page.getByRole('option', { name: /GET .*invoices\/5\/ 200/ })

  it('makes its world as the page did', async () => {
    const page = await open({}, { world: worlds.aged({ invoices: 20, upTo: '3 months' }), seed: 7 })
    await ask(page, 'GET', `${INVOICES}5/`)
    await show(page, 'Timeline')
    await rowOf(page).click()
    await page.getByRole('button', { name: 'Copy as test' }).click()
    await page.getByRole('status').getByText('in the clipboard').waitFor()
    const text = await page.evaluate(() => navigator.clipboard.readText())
    expect(await runInVitest(text)).toEqual({ passed: 1, failed: 0, messages: '' })
  })

  it('brings the file of its world', async () => {
    const page = await open({}, { world: 'empty' })
    const world = await page.evaluate(() => {
      const { simulator } = window as unknown as {
        simulator: { export(): object; make: Record<string, () => object> }
      }
      simulator.make.customer?.()
      return simulator.export()
    })
    const imported = await open({}, { world })
    await ask(imported, 'GET', '/public/v1/customers/1/')
    await show(imported, 'Timeline')
    await imported.getByRole('option', { name: /GET .*customers\/1\/ 200/ }).click()
    const saving = imported.waitForEvent('download')
    await imported.getByRole('button', { name: 'Copy as test' }).click()
    const saved = await saving
    expect(saved.suggestedFilename()).toBe('accounting-world.json')
    await imported.getByRole('status').getByText('put it beside the test').waitFor()
    const text = await imported.evaluate(() => navigator.clipboard.readText())
    const files = { 'accounting-world.json': JSON.stringify(world) }
    expect(await runInVitest(text, files)).toEqual({ passed: 1, failed: 0, messages: '' })
  })
})

describe('a modal dialog of the app', () => {
  const openDialog = (page: Page): Promise<void> =>
    page.evaluate(() => {
      const dialog = document.createElement('dialog')
      dialog.textContent = 'Pay?'
      document.body.append(dialog)
      dialog.showModal()
    })

  it.each(['is closed', 'is thrown away'])('leaves the panel usable, also after it %s', async (end) => {
    const page = await open()
    await show(page, 'Timeline')
    await openDialog(page)
    await page.getByRole('tab', { name: 'Clock' }).click({ timeout: 5_000 })
    await page.getByRole('button', { name: 'Advance' }).click({ timeout: 5_000 })
    await page.getByText('It is').waitFor()
    await page.evaluate((how) => {
      const dialog = document.querySelector('dialog')
      if (how === 'is closed') dialog?.close()
      else dialog?.remove()
    }, end)
    await page.getByRole('tab', { name: 'Faults' }).click({ timeout: 5_000 })
    expect(
      await page.evaluate(() => document.querySelector('body > accounting-simulator-inspector') !== null),
    ).toBe(true)
  })

  it('leaves the button of the closed panel usable', async () => {
    const page = await open()
    await openDialog(page)
    await show(page, 'Clock')
    await panelOf(page).waitFor()
  })
})

describe('the page around', () => {
  const heightOf = (page: Page): Promise<number> => page.evaluate(() => document.documentElement.scrollHeight)

  it('can be scrolled to its end above a docked panel', async () => {
    const page = await open({ height: 800 })
    await page.evaluate(() => {
      const end = document.createElement('p')
      end.id = 'end'
      end.textContent = 'The end'
      end.style.marginTop = '900px'
      document.body.append(end)
    })
    const before = await heightOf(page)
    await show(page, 'Timeline')
    await page.evaluate(() => scrollTo(0, 10_000))
    const end = await page.locator('#end').boundingBox()
    const panel = await panelOf(page).boundingBox()
    expect((end?.y ?? 0) + (end?.height ?? 0)).toBeLessThanOrEqual(panel?.y ?? 0)
    await page.keyboard.press('Alt+Shift+A')
    await panelOf(page).waitFor({ state: 'hidden' })
    expect(await heightOf(page)).toBe(before)
  })

  it('says on a click that nobody gave it a port, and nothing where it comes later', async () => {
    const page = await open()
    const said: string[] = []
    page.on('console', (message) => said.push(message.text()))
    const add = (name: string) =>
      page.evaluate((id) => {
        const first = document.querySelector('accounting-simulator-inspector')
        const element = document.createElement('accounting-simulator-inspector')
        element.id = id
        first?.remove()
        document.body.append(element)
        if (id === 'late') Object.assign(element, { port: (first as unknown as { port: object }).port })
      }, name)
    await add('late')
    await page.getByRole('button', { name: 'Accounting simulator inspector' }).click()
    await page.getByRole('tab', { name: 'Now' }).waitFor()
    expect(said).toEqual([])
    await add('none')
    await page.getByRole('button', { name: 'Accounting simulator inspector' }).click()
    await expect
      .poll(() => said)
      .toEqual(['accounting-simulator-inspector: set its port to controls(simulator)'])
  })

  it('chooses corner and theme, which are remembered', async () => {
    const page = await open({ width: 1000, height: 700 })
    await show(page, 'Timeline')
    const settings = page.getByRole('button', { name: 'Settings' })
    for (const at of ['button', 'Theme']) {
      await settings.click()
      if (at === 'Theme') await page.getByRole('combobox', { name: at }).focus()
      await page.keyboard.press('Escape')
      await page.getByRole('combobox', { name: 'Theme' }).waitFor({ state: 'detached' })
      await expect.poll(async () => (await focus(page)).name).toBe('Settings')
    }
    await settings.click()
    await page.getByRole('combobox', { name: 'Theme' }).selectOption('dark')
    await page.getByRole('combobox', { name: 'Button at' }).selectOption('top left')
    const ground = await panelOf(page).evaluate((panel) => getComputedStyle(panel).backgroundColor)
    expect(ground).toBe('rgb(20, 23, 31)')
    await page.keyboard.press('Alt+Shift+A')
    await page.reload()
    await page.waitForFunction(() => document.title === 'ready')
    await page.evaluate(() => (window as unknown as PageWindow).begin())
    const button = await page.getByRole('button', { name: 'Accounting simulator inspector' }).boundingBox()
    expect(button).toMatchObject({ x: 12, y: 12 })
  })
})

describe.each([320, 576, 768, 1024])('%i pixels', (width) => {
  it('show every button and field of every tab, and the reason of each row', async () => {
    const page = await open({ width, height: 800 })
    await busy(page)
    await fill(page, 30)
    for (const tab of TABS) {
      await show(page, tab)
      const beyond = await panelOf(page).evaluate((panel) => {
        const within = panel.getBoundingClientRect().right
        return [...panel.querySelectorAll('button:not([role=tab]), input, select')]
          .filter((one) => one.getBoundingClientRect().right > within + 0.5)
          .map((one) => `${one.textContent?.trim()} ${one.getAttribute('name') ?? ''}`)
      })
      expect({ tab, beyond }).toEqual({ tab, beyond: [] })
    }
    await show(page, 'Timeline')
    await page.getByRole('combobox', { name: 'Filter the timeline' }).fill('status:429')
    const reason = page.getByRole('option', { name: /429/ }).first().locator('.why')
    expect((await reason.boundingBox())?.width).toBeGreaterThan(100)
  })
})
