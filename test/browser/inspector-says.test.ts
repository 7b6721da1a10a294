import { expect, it } from 'vitest'
import {
  ask,
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

interface World extends PageWindow {
  simulator: PageWindow['simulator'] & { make: Readonly<Record<string, (given?: object) => unknown>> }
}

it('has one count of the events that an endpoint missed, and says what it counts', async () => {
  const page = await open()
  await ask(page, 'POST', '/public/v2/webhooks/', HOOK)
  await page.evaluate(
    async ([invoice, url]) => {
      const { simulator } = window as unknown as PageWindow & {
        simulator: { webhooks: { queue: { id: number }[]; drop(id: number): void } }
      }
      simulator.webhooks.connect(url, () => new Response('down', { status: 500 }))
      for (let count = 0; count < 3; count++) simulator.records.invoices?.create(invoice)
      simulator.webhooks.drop(simulator.webhooks.queue[0]?.id ?? 0)
      await simulator.clock.advance('6 days')
    },
    [INVOICE, HOOK.url] as const,
  )
  await show(page, 'Webhooks')
  const endpoint = page.getByRole('list', { name: 'Endpoints' }).getByRole('listitem')
  await endpoint.getByText('Events missed (not delivered, and none waits): 3').waitFor()
  const buttons = endpoint.getByRole('button', { name: /send( the)? \d|send \d/i })
  expect(await buttons.allTextContents()).toEqual(['Activate and send the 3 it missed'])
  // Now offers both, too.
  await show(page, 'Now')
  await page.getByRole('button', { name: 'Activate this webhook' }).waitFor()
  await page.getByRole('button', { name: 'Activate and send 3', exact: true }).click()
  await page.getByRole('status').getByText('0 sent.').waitFor()
})

it('says of an endpoint what has left the log of 30 days and so cannot be sent, as Now does', async () => {
  const page = await open()
  await ask(page, 'POST', '/public/v2/webhooks/', HOOK)
  await page.evaluate(
    async ([invoice, url]) => {
      const { simulator } = window as unknown as PageWindow
      simulator.webhooks.connect(url, () => new Response('down', { status: 500 }))
      for (let count = 0; count < 3; count++) simulator.records.invoices?.create(invoice)
      await simulator.clock.advance('50 days')
      // The next event of any endpoint removes those that are too old.
      await (window as unknown as PageWindow).ask('POST', '/public/v2/webhooks/', {
        url: `${url}/other`,
        topics: ['core.invoice/created'],
      })
      simulator.records.invoices?.create(invoice)
    },
    [INVOICE, HOOK.url] as const,
  )
  await show(page, 'Now')
  const tile = page
    .getByRole('group', { name: 'So far' })
    .getByRole('button', { name: /attempts to deliver/ })
  const [, failed] = /(\d+) failed/.exec((await tile.textContent()) ?? '') ?? []
  const tooOld = 'too old to be sent (§14.4): 3'
  const told = `Attempts from before Wed 4 Feb, 09:00:00, which the log lacks: ${failed}, of which ${failed} failed. Events ${tooOld}.`
  await page.getByRole('list', { name: 'Needs attention' }).getByText(tooOld).waitFor()
  await show(page, 'Webhooks')
  await page
    .getByRole('list', { name: 'Endpoints' })
    .getByRole('listitem', { name: HOOK.url, exact: true })
    .getByText(told)
    .waitFor()
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('dialog', { name: 'Commands' }).waitFor()
  await page.keyboard.type('too old')
  await page.getByRole('option', { name: `Webhook ${HOOK.url}, disabled, ${tooOld}` }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('listitem', { name: HOOK.url, exact: true }).getByText(told).waitFor()
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/forgotten.png` })
})

it('shows as many refused requests as it says, also those whose answer was lost, and names those undone', async () => {
  const page = await open()
  await page.evaluate((on) => {
    const { simulator } = window as unknown as PageWindow
    simulator.faults.inject({ on: `GET ${on}`, skip: 11, times: 2, then: { loseResponse: true } })
  }, CUSTOMERS)
  for (let turn = 0; turn < 14; turn++) await ask(page, 'GET', CUSTOMERS)
  await show(page, 'Limits')
  await page.getByRole('button', { name: /^4 refused, last/ }).click()
  const rows = page.getByRole('listbox', { name: 'Timeline' }).getByRole('option')
  await page.getByText('4 of 14').waitFor()
  await expect.poll(() => rows.filter({ hasText: 'lost' }).count()).toBe(2)
  await page.evaluate(async (path) => {
    const { simulator, ask: send } = window as unknown as World & {
      simulator: { restore(mark: unknown): void }
    }
    const mark = simulator.snapshot()
    await send('GET', path)
    simulator.restore(mark)
  }, CUSTOMERS)
  await show(page, 'Limits')
  await page.getByText('1 more undone').waitFor()
})

it('says nothing about faults before all entries are read', async () => {
  const page = await open()
  await page.evaluate(() => {
    const { simulator } = window as unknown as PageWindow
    simulator.faults.inject({ on: 'GET /public/v1/bills/', then: { status: 503 } })
  })
  await fill(page, 300)
  await page.evaluate(() => {
    const element = document.querySelector('accounting-simulator-inspector') as unknown as {
      port(request: Request): Promise<Response>
    }
    const { port } = element
    const until = new Promise((resolve) => Object.assign(window, { readOn: resolve }))
    element.port = async (request) => {
      if (request.url.includes('/timeline?since=')) await until
      return port(request)
    }
  })
  await corner(page).click()
  const list = page.getByRole('list', { name: 'Needs attention' })
  await page.getByText(/^Reading earlier/).waitFor()
  await page.getByText('Nothing needs attention.').waitFor({ state: 'detached' })
  expect(await list.getByText('no request came since').count()).toBe(0)
  await page.evaluate(() => (window as unknown as { readOn(): void }).readOn())
  await list.getByText('Fault hit nothing').waitFor()
  expect(await list.getByText('no request came since').count()).toBe(0)
})

it('counts in its chips the chosen part of the time alone', async () => {
  const page = await open()
  for (let hour = 0; hour < 3; hour++) {
    await ask(page, 'GET', CUSTOMERS)
    await page.evaluate(() => (window as unknown as PageWindow).simulator.clock.advance('1 hour'))
  }
  await show(page, 'Timeline')
  await page.getByRole('button', { name: '2xx ×3' }).waitFor()
  await page.getByRole('listbox', { name: 'Timeline' }).focus()
  for (const key of ['Home', 'Space']) await page.keyboard.press(key)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: 'Only their time' }).click()
  await page.getByRole('button', { name: '2xx ×1' }).waitFor()
  await expect
    .poll(() => page.getByRole('combobox', { name: 'Kind of entries' }).locator('option').allTextContents())
    .toContain('1 Requests')
})

it('gives the focus to no other record after Approve, and activates a webhook from Now', async () => {
  const page = await open({ height: 1000 })
  await ask(page, 'POST', '/public/v2/webhooks/', HOOK)
  await page.evaluate(
    async ([invoice, url]) => {
      const { simulator } = window as unknown as World
      simulator.make.approvalPolicy?.({ record_type: 'bill', steps: [{ approver_ids: [1] }] })
      for (let count = 0; count < 3; count++) simulator.make.bill?.()
      simulator.webhooks.connect(url, () => new Response('down', { status: 500 }))
      simulator.records.invoices?.create(invoice)
      await simulator.clock.advance('6 days')
    },
    [INVOICE, HOOK.url] as const,
  )
  await corner(page).click()
  const list = page.getByRole('list', { name: 'Needs attention' })
  await list.getByRole('button', { name: /^Approve Bill 2/ }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('status').getByText('Bill 2 is approved').waitFor()
  await expect.poll(() => list.getByRole('button', { name: /^Approve/ }).count()).toBe(2)
  expect((await focus(page)).name).not.toMatch(/^Approve/)
  await page.keyboard.press('Enter')
  await ask(page, 'GET', INVOICES)
  expect(await list.getByRole('button', { name: /^Approve/ }).count()).toBe(2)

  await list.getByRole('button', { name: 'Activate this webhook' }).click()
  await page.getByRole('status').getByText('It is active again.').waitFor()
  await list.getByText('Webhook disabled').waitFor({ state: 'detached' })

  // In the details of a record, too, no other action gets the focus.
  await list.getByRole('button', { name: /^Bill 1/ }).click()
  const details = page.getByRole('region', { name: 'Details of the record' })
  const approve = details.getByRole('group', { name: 'Actions' }).getByRole('button', { name: 'Approve' })
  await approve.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('status').getByText('Bill 1 is approved').waitFor()
  await approve.waitFor({ state: 'detached' })
  await expect.poll(async () => (await focus(page)).name).toBe('Details of the record')
})
