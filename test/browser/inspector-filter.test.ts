import { describe, expect, it } from 'vitest'
import {
  ask,
  busy,
  CUSTOMERS,
  INVOICE,
  INVOICES,
  inspected,
  type PageWindow,
  show,
} from './support/inspected'

const { open } = inspected()

describe('the panel', () => {
  it('filters in the language of the timeline, and says what is wrong in the field', async () => {
    const page = await open()
    await busy(page)
    await show(page, 'Timeline')
    const options = page.getByRole('listbox', { name: 'Timeline' }).getByRole('option')
    const field = page.getByRole('combobox', { name: 'Filter the timeline' })
    await options.first().waitFor()
    const all = await options.count()
    await field.fill('status:4xx -status:429')
    await expect.poll(() => options.count()).toBe(1)
    await field.fill('statsu:422')
    await page.getByRole('alert').getByText('statsu is not a field, perhaps status').waitFor()
    expect([await field.getAttribute('aria-invalid'), await options.count()]).toEqual(['true', 1])
    await page.getByRole('button', { name: 'errors' }).click()
    await page.getByRole('alert').waitFor({ state: 'detached' })
    await expect.poll(() => options.count()).toBeGreaterThan(1)
    expect(await options.filter({ hasText: /(GET|POST) .* 200/ }).count()).toBe(0)
    await page.getByRole('button', { name: 'errors' }).click()
    await page.getByRole('button', { name: 'writes' }).click()
    await expect.poll(() => options.filter({ hasText: 'GET' }).count()).toBe(0)
    await page.getByRole('button', { name: 'writes' }).click()
    await expect.poll(() => options.count()).toBe(all)
  })

  it('selects one row by a click, more with Ctrl and Shift, and names what a filter hides', async () => {
    const page = await open()
    for (const path of [CUSTOMERS, INVOICES, `${INVOICES}9/`]) await ask(page, 'GET', path)
    await show(page, 'Timeline')
    const list = page.getByRole('listbox', { name: 'Timeline' })
    const options = list.getByRole('option')
    const selected = list.getByRole('option', { selected: true })
    await options.nth(0).click()
    await options.nth(1).click()
    await expect.poll(() => selected.count()).toBe(1)
    await options.nth(2).click({ modifiers: ['Control'] })
    await expect.poll(() => selected.count()).toBe(2)
    await options.nth(0).click({ modifiers: ['Shift'] })
    await expect.poll(() => selected.count()).toBe(3)
    await page.getByRole('combobox', { name: 'Filter the timeline' }).fill('status:404')
    await page.getByText('3 selected, 2 hidden by the filter').waitFor()
  })

  it('tells held, aborted and lost responses apart', async () => {
    const page = await open()
    await page.evaluate(async () => {
      const { simulator, ask } = window as unknown as PageWindow
      const { fetch } = simulator as unknown as { fetch: typeof globalThis.fetch }
      // A slow machine is told after a second that an answer is held.
      const { error } = console
      console.error = (...said) => String(said[0]).includes('is held back') || error(...said)
      simulator.faults.inject({ times: 2, then: { delay: '1 hour' } })
      void ask('GET', '/public/v1/customers/')
      const gone = new AbortController()
      const aborted = fetch('/public/v1/vendors/', { signal: gone.signal }).catch(() => undefined)
      await new Promise((resolve) => setTimeout(resolve))
      gone.abort()
      await aborted
      simulator.faults.inject({ then: { networkError: true } })
      await ask('GET', '/public/v1/items/')
    })
    await show(page, 'Timeline')
    const outcomes = page.getByRole('option').locator('.status')
    await expect.poll(() => outcomes.allTextContents()).toEqual(['held', 'aborted', 'lost'])
    const tones = await outcomes.evaluateAll((all) => all.map(({ className }) => className))
    expect(tones).toEqual(['status quiet', 'status odd', 'status bad'])
    await page.evaluate(() => (window as unknown as PageWindow).simulator.clock.advance('1 hour'))
    await expect.poll(async () => (await outcomes.allTextContents())[0]).toBe('200')
  })

  it('fills its place where it is embedded', async () => {
    const page = await open()
    const height = await page.evaluate(() => {
      const place = document.createElement('div')
      place.style.height = '600px'
      const element = document.createElement('accounting-simulator-inspector')
      element.setAttribute('embedded', '')
      element.setAttribute('tab', 'Timeline')
      Object.assign(element, { port: () => Promise.resolve(Response.json([])) })
      place.append(element)
      document.body.append(place)
      return new Promise<number>((resolve) => {
        const look = (): void => {
          const panel = element.shadowRoot?.querySelector('.panel')
          if (panel) resolve(panel.getBoundingClientRect().height)
          else setTimeout(look, 20)
        }
        look()
      })
    })
    expect(height).toBe(600)
  })

  it('acts on a record, shows its versions, the entries of an account, and what differs from a snapshot', async () => {
    const page = await open()
    await ask(page, 'POST', INVOICES, INVOICE)
    await show(page, 'Snapshots')
    await page.getByRole('button', { name: 'Take' }).click()
    await page.getByRole('button', { name: 'Compare', exact: true }).waitFor()
    await show(page, 'Records')
    await page.getByRole('button', { name: 'Open invoices 1' }).click()
    const record = page.getByRole('region', { name: 'Details of the record' })
    await record.getByText(/^Why not .*post/).click()
    await record.getByText('Invoice 1 is no draft').waitFor()
    await record.getByRole('button', { name: 'Pay' }).click()
    await page.getByText('Invoice 1 is paid.').waitFor()
    const versions = record.getByRole('list', { name: 'Versions of 1' })
    await versions.getByRole('row', { name: 'amount_due 59.99 0.00' }).waitFor()
    await record.getByText('Invoice 1 has nothing open').waitFor()
    await show(page, 'Trial balance')
    await page.getByRole('button', { name: '1100', exact: true }).click()
    const account = page.getByRole('table', { name: 'Entries of 1100' })
    await account.getByRole('button', { name: 'Customer payment 1' }).waitFor()
    await show(page, 'Snapshots')
    await page.getByRole('button', { name: 'Compare', exact: true }).click()
    const differences = page.getByRole('region', { name: 'Differences' })
    await differences.getByText('customer payments: 1 added').last().click()
    await differences.getByRole('button', { name: 'Customer payment 1' }).waitFor()
    await differences.getByRole('table', { name: 'Balances that differ' }).getByText('1100').waitFor()
  })
})
