import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { violations } from './support/accessible'
import {
  ask,
  CUSTOMERS,
  HOOK,
  INVOICE,
  INVOICES,
  inspected,
  type PageWindow,
  show,
} from './support/inspected'
import { focus } from './support/keyboard'

const { open } = inspected()

it('single keys lead to the filter and to errors, and are letters where one types', async () => {
  const page = await open()
  await ask(page, 'POST', INVOICES, { date: '2026-01-15' })
  await ask(page, 'GET', CUSTOMERS)
  await ask(page, 'GET', '/public/v1/invoices/99/')
  await ask(page, 'POST', '/public/v2/webhooks/', HOOK)
  await show(page, 'Now')
  const details = page.getByRole('region', { name: 'Details of the entry' })
  await page.keyboard.press('n')
  await details.getByText('Response 422').waitFor()
  await page.keyboard.press('n')
  await details.getByText('Response 404').waitFor()
  await page.keyboard.press('n')
  await page.getByRole('status').getByText('There is no next error.').waitFor()
  await page.keyboard.press('p')
  await details.getByText('Response 422').waitFor()
  await expect.poll(async () => (await focus(page)).name).toBe('Details of the entry')
  await page.keyboard.press('Escape')
  await details.waitFor({ state: 'detached' })
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keys' }).waitFor()
  await page.keyboard.press('/')
  await expect.poll(async () => (await focus(page)).name).toBe('Filter the timeline')
  await page.keyboard.type('n?')
  const field = page.getByRole('combobox', { name: 'Filter the timeline' })
  expect(await field.inputValue()).toBe('n?')
  await field.fill('kind:request')
  await field.blur()
  await field.press('ArrowDown')
  await expect.poll(async () => (await focus(page)).name).toBe('Timeline')
  await show(page, 'Limits')
  await page.getByRole('tab', { name: 'Limits' }).focus()
  // Typed faster than the timeline comes.
  await page.evaluate(() => {
    const root = document.querySelector('accounting-simulator-inspector')?.shadowRoot
    const tab = root?.querySelector('[role=tab][aria-selected=true]')
    for (const key of '/ n')
      tab?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, composed: true }))
  })
  await expect.poll(() => field.inputValue()).toBe('kind:request n')
})

it('tells its keys in a table, and offers no entry that is not there', async () => {
  const page = await open()
  await ask(page, 'POST', INVOICES, INVOICE)
  await show(page, 'Now')
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keys' })
  await keys.getByRole('row', { name: '↓ in the filter into the list' }).waitFor()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await keys.waitFor({ state: 'detached' })
  const offered = page.getByRole('listbox', { name: 'Commands found' }).getByRole('option')
  const type = async (text: string): Promise<void> => {
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('dialog', { name: 'Commands' }).getByRole('combobox').fill(text)
  }
  await type('#1')
  await offered.filter({ hasText: 'Copy #1 as test' }).waitFor()
  await page.getByRole('dialog', { name: 'Commands' }).getByRole('combobox').fill('#99')
  await expect.poll(() => offered.allTextContents()).toEqual(['Filter: #99 timeline'])
  await page.keyboard.press('Escape')
  await type('pay invoice 1')
  await offered.filter({ hasText: /^Pay Invoice 1/ }).click()
  await page.getByRole('status').getByText('Invoice 1 is paid.').waitFor()
  await type('fail 503 post')
  await page.keyboard.press('Enter')
  await page.getByRole('status').getByText('Fail the next POST /public/* with 503').waitFor()
  expect(await ask(page, 'GET', INVOICES)).toBe(200)
  expect(await ask(page, 'POST', INVOICES, INVOICE)).toBe(503)
})

it('one key finds tabs, entries, records by number and by name, accounts and actions', async () => {
  const page = await open()
  for (let count = 0; count < 3; count++) await ask(page, 'POST', INVOICES, INVOICE)
  await show(page, 'Now')
  const field = page.getByRole('combobox', { name: 'Find a tab, a record or an action' })
  const type = async (text: string): Promise<void> => {
    await page.keyboard.press('ControlOrMeta+k')
    await expect.poll(async () => (await focus(page)).name).toBe('Find a tab, a record or an action')
    await page.keyboard.type(text)
  }
  const focused = (name: string) => expect.poll(async () => (await focus(page)).name).toBe(name)
  const offered = () => page.getByRole('listbox', { name: 'Commands found' }).getByRole('option')

  await type('inv')
  await offered().filter({ hasText: 'Filter: inv' }).waitFor()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await focused('Now')

  await type('invoice 2')
  await offered().first().filter({ hasText: 'Invoice 2, Acorn Stores, 59.99 USD' }).waitFor()
  await page.keyboard.press('Enter')
  await focused('Details of the record')
  await type('acorn')
  await offered().filter({ hasText: 'Customer 1, Acorn Stores' }).click()
  await page.getByRole('heading', { name: /^Customer 1, Acorn Stores/ }).waitFor()
  await type('#2')
  await page.keyboard.press('Enter')
  await focused('Details of the entry')
  await type('4000')
  await offered().first().filter({ hasText: 'Account 4000 Revenue, 179.97 credit' }).waitFor()
  await page.keyboard.press('Enter')
  await focused('Details of the account')
  await type('+2 hours')
  await page.keyboard.press('Enter')
  await page.getByRole('status').getByText('Time moved on by 2 hours.').waitFor()
  await type('snap')
  await page.keyboard.press('Enter')
  await focused('Snapshots')
  await type('take')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Restore Snapshot 1' }).waitFor()
  await type('key:nobody')
  await page.keyboard.press('Enter')
  await page.getByText('Nothing matches.').waitFor()
  await type('status:200')
  await page.keyboard.press('Enter')
  // The tab of the same name has the focus until the list is there.
  await expect.poll(() => focus(page)).toMatchObject({ role: 'listbox', name: 'Timeline' })

  // By the mouse, and closed by a click beside it.
  await page.getByRole('button', { name: 'Commands' }).click()
  await offered().filter({ hasText: 'Limits' }).click()
  await page.getByRole('tab', { name: 'Limits', selected: true }).waitFor()
  await page.getByRole('button', { name: 'Commands' }).click()
  await page.getByRole('tab', { name: 'Faults' }).click()
  await field.waitFor({ state: 'detached' })
})

it('keys are heard without focus where the panel was used last, and not after a click beside it', async () => {
  const page = await open()
  await ask(page, 'POST', INVOICES, { date: '2026-01-15' })
  await show(page, 'Now')
  const details = page.getByRole('region', { name: 'Details of the entry' })
  const blur = () =>
    page.evaluate(() => (document.activeElement?.shadowRoot?.activeElement as HTMLElement | null)?.blur())
  await blur()
  await page.keyboard.press('n')
  await details.getByText('Response 422').waitFor()
  await blur()
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('dialog', { name: 'Commands' }).waitFor()
  await page.keyboard.press('Escape')
  await page.mouse.click(20, 20)
  await page.keyboard.press('?')
  await page.keyboard.press('Escape')
  expect(await page.getByRole('dialog', { name: 'Keys' }).count()).toBe(0)
  await details.waitFor()
})

it('what a restore has undone is grey until one leads forth again', async () => {
  const page = await open()
  await show(page, 'Timeline')
  await ask(page, 'POST', INVOICES, INVOICE)
  await ask(page, 'POST', INVOICES, { ...INVOICE, memo: 'undone' })
  const rows = page.getByRole('listbox', { name: 'Timeline' }).getByRole('option')
  await rows.nth(1).click()
  await page.getByRole('button', { name: 'Go back to before this' }).click()
  await rows.filter({ hasText: /restore to .*, after #1/ }).waitFor()
  const undone = () => rows.filter({ hasText: 'undone' }).count()
  await expect.poll(undone).toBe(1)
  await show(page, 'Snapshots')
  await page.getByRole('button', { name: /^Restore Before going back/ }).click()
  await show(page, 'Timeline')
  await rows.filter({ hasText: /after #2/ }).waitFor()
  await expect(rows.nth(1).getByText('undone').count()).resolves.toBe(0)
})

it('one key approves what waits, by number or by the word alone', async () => {
  const page = await open()
  await page.evaluate(() => {
    const { make } = (
      window as unknown as { simulator: { make: Record<string, (given: object) => unknown> } }
    ).simulator
    make.approvalPolicy?.({ record_type: 'bill', steps: [{ approver_ids: [1] }] })
    for (const vendor_id of [4, 3]) make.bill?.({ vendor_id })
  })
  await show(page, 'Now')
  const offered = page.getByRole('listbox', { name: 'Commands found' }).getByRole('option')
  for (const [text, name, bill] of [
    ['bill 2', /^Approve Bill 2, .* waits for/, 'Bill 2'],
    ['appr', /^Approve Bill 1, .* waits for/, 'Bill 1'],
  ] as const) {
    await page.keyboard.press('ControlOrMeta+k')
    await page.keyboard.type(text)
    await offered.filter({ hasText: name }).waitFor()
    if (text === 'bill 2') await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('status').getByText(`${bill} is approved.`).waitFor()
  }
})

const offered = (page: Page) => page.getByRole('listbox', { name: 'Commands found' }).getByRole('option')

it('words after fail arm a fault at once, which can be undone or changed', async () => {
  const page = await open()
  await show(page, 'Now')
  const status = page.getByRole('status')
  const command = async (text: string): Promise<void> => {
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('dialog', { name: 'Commands' }).getByRole('combobox').fill(text)
    await offered(page).first().filter({ hasText: 'Fail the next' }).waitFor()
    await page.keyboard.press('Enter')
  }
  await command('fail post invoices')
  await status.getByText('Fault 1 is armed: Fail the next POST /public/v1/invoices/ with 503').waitFor()
  expect(await ask(page, 'POST', CUSTOMERS, { name: 'Fig' })).not.toBe(503)
  expect(await ask(page, 'POST', INVOICES, INVOICE)).toBe(503)
  await command('fail')
  await page.getByRole('button', { name: 'Undo', exact: true }).waitFor()
  await page.keyboard.press('u')
  await status.getByText('Fault 2 is disarmed.').waitFor()
  expect(await ask(page, 'GET', INVOICES)).toBe(200)
  await command(`fail 429 GET ${CUSTOMERS}`)
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  await page.getByText('Effect status 429').waitFor()
  await expect
    .poll(() => page.getByRole('textbox', { name: 'Request' }).inputValue())
    .toBe(`GET ${CUSTOMERS}`)
  expect(await ask(page, 'GET', CUSTOMERS)).toBe(200)
  await command('fail pots invoices')
  await status.getByText('perhaps POST /public/v1/invoices/').waitFor()
  await command('fail post invocies')
  await status.getByText('the nearest operation is POST /public/v1/invoices/').waitFor()
})

it('one key compares a snapshot, activates an endpoint and shows it, and finds what came meanwhile', async () => {
  const page = await open()
  await ask(page, 'POST', '/public/v2/webhooks/', HOOK)
  const id = await page.evaluate(() => {
    const { simulator } = window as unknown as PageWindow
    simulator.webhooks.connect('https://hooks.example.com/', () => new Response('down', { status: 500 }))
    return (simulator.webhooks as unknown as { registered: readonly { uuid: string }[] }).registered[0]?.uuid
  })
  await show(page, 'Snapshots')
  await page.getByRole('button', { name: 'Take' }).click()
  await page.getByRole('button', { name: 'Restore Snapshot 1' }).waitFor()
  await ask(page, 'POST', INVOICES, INVOICE)
  await page.evaluate(() => (window as unknown as PageWindow).simulator.clock.advance('7 days'))
  await ask(page, 'PATCH', `/public/v2/webhooks/${id}/`, { is_active: false })
  await show(page, 'Limits')
  const command = async (text: string, first: string): Promise<void> => {
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('dialog', { name: 'Commands' }).getByRole('combobox').fill(text)
    await offered(page).first().filter({ hasText: first }).waitFor()
    await page.keyboard.press('Enter')
  }
  const focused = (name: string) => expect.poll(async () => (await focus(page)).name).toBe(name)
  await command('compare', 'Compare snapshot Snapshot 1 with now')
  await focused('Differences')
  await page.getByText('Before: Snapshot 1. After: now.').waitFor()
  await command('activate', `Activate ${HOOK.url}`)
  await page.getByRole('status').getByText('It is active again.').waitFor()
  await focused(HOOK.url)
  await page.evaluate(() => {
    const { simulator } = window as unknown as PageWindow
    simulator.webhooks.connect('https://hooks.example.com/', () => new Response('ok'))
  })
  await command('send missed', `Send the 1 missed by ${HOOK.url}`)
  await page.getByRole('list', { name: 'Endpoints' }).getByText('1 sent.').waitFor()
  await focused(HOOK.url)

  await page.keyboard.press('ControlOrMeta+k')
  const field = page.getByRole('dialog', { name: 'Commands' }).getByRole('combobox')
  await offered(page).first().waitFor()
  const next = await page.evaluate(async () => {
    const { simulator, ask: send } = window as unknown as PageWindow & {
      simulator: { timeline: { sequence: number }[] }
    }
    await send('GET', '/public/v1/customers/')
    return simulator.timeline.at(-1)?.sequence
  })
  await field.fill(`#${next}`)
  await offered(page)
    .first()
    .filter({ hasText: `#${next}` })
    .waitFor()
  await page.keyboard.press('Enter')
  await focused('Details of the entry')
})
