import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { ask, HOOK, INVOICE, INVOICES, inspected, type PageWindow, show } from './support/inspected'

const { open } = inspected()

interface World extends PageWindow {
  simulator: PageWindow['simulator'] & { make: Readonly<Record<string, (given?: object) => unknown>> }
}

/** What the actions below change. */
const world = (page: Page) =>
  page.evaluate(() => {
    const { clock, records, webhooks } = (window as unknown as World).simulator
    const { registered, isHeld, queue } = webhooks as unknown as {
      registered: readonly { is_active: boolean }[]
      isHeld: boolean
      queue: readonly unknown[]
    }
    const bill = records.bills?.get(1) as { approval_status: string; amount_due: string }
    return JSON.stringify({
      now: clock.now,
      approval: bill.approval_status,
      due: bill.amount_due,
      active: registered.map(({ is_active }) => is_active),
      attempts: webhooks.attempts.length,
      isHeld,
      queue: queue.length,
    })
  })

it('takes back whatever the panel did to the world, by a button and by a key', async () => {
  const page = await open({ height: 1000 })
  await ask(page, 'POST', '/public/v2/webhooks/', HOOK)
  await page.evaluate(
    async ([invoice, url]) => {
      const { simulator } = window as unknown as World
      simulator.make.approvalPolicy?.({ record_type: 'bill', steps: [{ approver_ids: [1] }] })
      simulator.make.bill?.()
      simulator.webhooks.connect(url, () => new Response('down', { status: 500 }))
      for (let count = 0; count < 3; count++) simulator.records.invoices?.create(invoice)
      await simulator.clock.advance('6 days')
      simulator.webhooks.connect(url, () => new Response('ok'))
    },
    [INVOICE, HOOK.url] as const,
  )
  const status = page.getByRole('status')
  const bill = async () => {
    await show(page, 'Records')
    await page.getByRole('combobox', { name: 'Record type' }).selectOption('bills')
    await page.getByRole('button', { name: 'Open bills 1', exact: true }).click()
  }
  const action = (name: string) => page.getByRole('group', { name: 'Actions' }).getByRole('button', { name })
  const button = (tab: string, name: string | RegExp) => async () => {
    await show(page, tab)
    await page.getByRole('button', { name }).first().click()
  }
  await show(page, 'Snapshots')
  await page.getByRole('textbox', { name: 'Name' }).fill('early')
  await page.getByRole('button', { name: 'Take' }).click()
  await page.evaluate(() => (window as unknown as World).simulator.clock.advance('1 hour'))
  const actions: readonly (readonly [text: string, act: () => Promise<void>])[] = [
    ['Bill 1 is approved.', () => bill().then(() => action('Approve').click())],
    ['It is ', button('Clock', '+1 day')],
    ['The world is as it was in early.', button('Snapshots', 'Restore early')],
    ['It is active again.', button('Webhooks', /^Activate https/)],
    ['3 sent.', button('Webhooks', /^Activate and send/)],
  ]
  for (const [text, act] of actions) {
    const before = await world(page)
    for (const undo of ['button', 'key']) {
      await act()
      await status.getByText(text).waitFor()
      await page.getByRole('button', { name: 'Undo', exact: true }).waitFor()
      await expect.poll(() => world(page)).not.toBe(before)
      if (undo === 'button') await page.getByRole('button', { name: 'Undo', exact: true }).click()
      else await page.keyboard.press('u')
      await status.getByText('Snapshots has what was left').waitFor()
      expect(await world(page), `${text} ${undo}`).toBe(before)
    }
  }
  // Undo itself is undone.
  await page.keyboard.press('u')
  await status.getByText('The world is as in Before undoing, after #').waitFor()
  // What cannot be taken back offers no way.
  await show(page, 'Snapshots')
  await page.getByRole('button', { name: 'Forget early' }).click()
  await status.getByText('early is forgotten.').waitFor()
  expect(await page.getByRole('button', { name: 'Undo', exact: true }).count()).toBe(0)
})

it('takes back a hold and a fault by their opposites, not what the app did since', async () => {
  const page = await open({ height: 1000 })
  const status = page.getByRole('status')
  const invoices = () => page.evaluate(() => (window as unknown as World).simulator.records.invoices?.count())
  const undo = page.getByRole('button', { name: 'Undo', exact: true })
  const begin = Number(await invoices())
  await show(page, 'Webhooks')
  const hold = (pressed: boolean) => page.getByRole('button', { name: 'Hold', exact: true, pressed })
  await hold(false).click()
  await hold(true).waitFor()
  await undo.waitFor()
  expect(await ask(page, 'POST', INVOICES, INVOICE)).toBe(200)
  await undo.click()
  await status.getByText('Held deliveries go out again.').waitFor()
  await hold(false).waitFor()
  // Nothing changes, so there is nothing to undo.
  await page.getByRole('button', { name: 'Release' }).click()
  await status.getByText('Held deliveries go out again.').waitFor()
  await undo.waitFor({ state: 'detached' })
  await show(page, 'Faults')
  await page.getByRole('textbox', { name: 'Request' }).fill('POST /public/*')
  await page.getByRole('button', { name: 'Arm', exact: true }).click()
  await status.getByText('Fault 1 is armed for POST /public/*.').waitFor()
  expect(await ask(page, 'POST', INVOICES, INVOICE)).toBe(503)
  expect(await ask(page, 'POST', INVOICES, INVOICE)).toBe(200)
  await undo.click()
  await status.getByText('Fault 1 is disarmed.').waitFor()
  await page.getByRole('spinbutton', { name: 'Times' }).fill('3')
  await page.getByRole('button', { name: 'Arm', exact: true }).click()
  await status.getByText('Fault 2 is armed').waitFor()
  expect(await ask(page, 'POST', INVOICES, INVOICE)).toBe(503)
  await page.getByRole('button', { name: 'Disarm fault 2' }).click()
  await status.getByText('Fault 2 is disarmed.').waitFor()
  expect(await ask(page, 'POST', INVOICES, INVOICE)).toBe(200)
  await undo.click()
  await status.getByText('Fault 3 is armed').waitFor()
  await page.getByText('0 hits, 2 to come').waitFor()
  expect(await invoices()).toBe(begin + 3)
})

it('says how many later entries an Undo took back, too', async () => {
  const page = await open({ height: 1000 })
  await show(page, 'Clock')
  await page.getByRole('button', { name: '+1 day' }).click()
  await page.getByRole('button', { name: 'Undo', exact: true }).waitFor()
  for (let count = 0; count < 2; count++) await ask(page, 'POST', INVOICES, INVOICE)
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await page.getByRole('status').getByText('Later entries that were undone, too: 2. Snapshots has').waitFor()
})

it('after Pay there is a way back, too', async () => {
  const page = await open({ height: 1000 })
  await page.evaluate(() => void (window as unknown as World).simulator.make.bill?.())
  await show(page, 'Records')
  await page.getByRole('combobox', { name: 'Record type' }).selectOption('bills')
  await page.getByRole('button', { name: 'Open bills 1', exact: true }).click()
  const before = await world(page)
  await page.getByRole('group', { name: 'Actions' }).getByRole('button', { name: 'Pay' }).click()
  await page.getByRole('status').getByText('Bill 1 is paid.').waitFor()
  expect(await world(page)).not.toBe(before)
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect.poll(() => world(page)).toBe(before)
})

const restoreFrom = async (page: Page, act: () => Promise<unknown>): Promise<void> => {
  await show(page, 'Snapshots')
  await page.getByRole('textbox', { name: 'Name' }).fill('early')
  await page.getByRole('button', { name: 'Take' }).click()
  await page.getByRole('button', { name: 'Restore early' }).waitFor()
  await act()
  await page.getByRole('button', { name: 'Restore early' }).click()
  await page.getByRole('status').getByText('The world is as it was in early.').waitFor()
}

it('reports no errors that were undone, and draws them as what the filter hides', async () => {
  const page = await open()
  await ask(page, 'POST', INVOICES, INVOICE)
  const fail = () => ask(page, 'POST', INVOICES, {})
  await restoreFrom(page, fail)
  await show(page, 'Now')
  await page.getByText('Nothing needs attention.').waitFor()
  expect(await page.getByRole('group', { name: 'So far' }).getByRole('button').first().textContent()).toMatch(
    /^\s*1\s+requests\s+0 failed/,
  )
  await show(page, 'Timeline')
  await page.getByRole('option', { name: /422/ }).waitFor()
  expect(await page.locator('.drawn-odd:not(.key)').count()).toBe(0)
  await fail()
  await expect.poll(() => page.locator('.strip .drawn-odd').count()).toBe(1)
  await show(page, 'Now')
  await page.getByText('First error').waitFor()
})

it('counts the last hour of the world as it is', async () => {
  const page = await open({ height: 1100 })
  await ask(page, 'POST', INVOICES, INVOICE)
  await restoreFrom(page, async () => {
    await page.evaluate(() => (window as unknown as World).simulator.clock.advance('4 days'))
    await ask(page, 'POST', INVOICES, {})
  })
  await show(page, 'Timeline')
  const options = page.getByRole('listbox').getByRole('option')
  await options.filter({ hasText: '422' }).waitFor()
  // The world went back to a time before it.
  await page.locator('.strip .drawn-back').waitFor()
  await page.locator('.legend').getByText('went back').waitFor()
  await page.getByRole('button', { name: 'last hour' }).click()
  await expect
    .poll(() => options.locator('.status').allTextContents())
    .toEqual([expect.stringMatching('200'), ''])
  // Moves that were undone look so, and the slider stands where the world is.
  await show(page, 'Clock')
  const moves = page.getByRole('table', { name: 'What the clock did' })
  await moves.getByRole('row', { name: /advance to .* undone/ }).waitFor()
  expect(await moves.getByRole('columnheader').allTextContents()).toEqual(['Entry', 'From', 'What'])
  await show(page, 'Snapshots')
  const there = page.getByRole('button', { name: 'Go there' })
  await there.and(page.locator(':disabled')).waitFor()
  await page.getByRole('slider', { name: 'Go to' }).press('ArrowRight')
  await there.and(page.locator(':enabled')).waitFor()
})

it('says to which state going back leads, where that is not the one before', async () => {
  const page = await open()
  for (let count = 0; count < 6; count++) await ask(page, 'POST', INVOICES, INVOICE)
  await page.evaluate(() => {
    type Port = (request: Request) => Promise<Response>
    const panel = document.querySelector('accounting-simulator-inspector') as Element & { port: Port }
    const { port } = panel
    const at = '2026-01-15T09:00:00.000Z'
    // Within a move of the clock, states are forgotten before older ones are.
    panel.port = (request) =>
      request.url.endsWith('/moments')
        ? Promise.resolve(Response.json([1, 5].map((after) => ({ after, at }))))
        : port(request)
  })
  await show(page, 'Timeline')
  const says = page.getByText(/^That is after #1, Thu 15 Jan, 09:00:00: the nearest state that is kept\.$/)
  const row = (number: number) => page.locator('.row', { has: page.locator(`[data-text="#${number}"]`) })
  await row(4).click()
  await says.waitFor()
  await page.getByRole('button', { name: 'Go back to before this', exact: true }).waitFor()
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/back.png` })
  await row(6).click()
  await page.getByRole('region', { name: 'Details of the entry' }).getByText('#6,').waitFor()
  await page.getByRole('button', { name: 'Go back to before this', exact: true }).waitFor()
  expect(await says.count()).toBe(0)
})

it('selects what it leads to, if one entry was selected', async () => {
  const page = await open()
  for (let count = 0; count < 2; count++) await ask(page, 'POST', INVOICES, {})
  await ask(page, 'POST', INVOICES, INVOICE)
  await show(page, 'Timeline')
  await page.getByRole('listbox').getByRole('option', { name: /200/ }).click()
  await page.keyboard.press('p')
  await page.getByRole('region', { name: 'Details of the entry' }).getByText('#2,').waitFor()
  const chosen = page.getByRole('listbox').getByRole('option', { selected: true })
  expect(await chosen.allTextContents()).toEqual([expect.stringContaining('422')])
})

it('keeps a pressed chip whose status nothing has any more', async () => {
  const page = await open()
  await ask(page, 'POST', INVOICES, {})
  await show(page, 'Timeline')
  const field = page.getByRole('combobox', { name: 'Filter the timeline' })
  await field.fill('kind:request status:422 key:nobody')
  await page.getByText('Nothing matches.').waitFor()
  expect(await page.locator('.at-top').isVisible()).toBe(false)
  await page.getByRole('button', { name: '422 ×0', pressed: true }).click()
  await expect.poll(() => field.inputValue()).toBe('key:nobody')
})

it('counts the requests that are kept no more', async () => {
  const page = await open({}, { traffic: { entries: 10 } })
  await page.evaluate(
    (invoice) => (window as unknown as World).simulator.records.invoices?.create(invoice),
    INVOICE,
  )
  for (let count = 0; count < 30; count++) await ask(page, 'GET', INVOICES)
  await show(page, 'Timeline')
  const count = page.locator('.toolbar .count').last()
  await expect.poll(() => count.textContent()).toMatch(/^\d+ of \d+, \d+ forgotten$/)
  const [, there = '', forgotten = ''] = /of (\d+), (\d+)/.exec((await count.textContent()) ?? '') ?? []
  expect(Number(there) + Number(forgotten)).toBe(31)
})

it('has all entries that it has read, also those that the simulator has dropped since', async () => {
  const page = await open({}, { traffic: { entries: 10 } })
  await show(page, 'Timeline')
  const count = page.locator('.toolbar .count').last()
  for (let sent = 1; sent <= 30; sent++) {
    await ask(page, 'POST', INVOICES, {})
    await expect.poll(() => count.textContent()).toBe(`${sent} of ${sent}`)
  }
})

it('counts those at the beginning, too, and Now says that the first error may be one of them', async () => {
  const page = await open({}, { traffic: { entries: 10 } })
  for (let count = 0; count < 30; count++) await ask(page, 'POST', INVOICES, {})
  await show(page, 'Timeline')
  const count = page.locator('.toolbar .count').last()
  await expect.poll(() => count.textContent()).toMatch(/, \d+ forgotten$/)
  const [, there = '', forgotten = ''] = /of (\d+), (\d+)/.exec((await count.textContent()) ?? '') ?? []
  expect(Number(there) + Number(forgotten)).toBe(30)
  await show(page, 'Now')
  await page.getByText('First error still known').waitFor()
  await page.getByText(`Forgotten entries: ${forgotten}.`).waitFor()
})
