import { createSimulator, type Simulator, type StoredTimeline } from 'accounting-simulator'
import { expect, test } from 'vitest'
import { pause } from '../support/pause'
import { Office } from '../support/worlds/office'
import { INVOICE, INVOICES } from '../support/worlds/shop'

/** The world in another simulator, as after a restart. */
function reopened(
  simulator: Simulator,
  last?: number,
  change = (one: StoredTimeline): object => one,
): Simulator {
  const { version, options, ...journal } = simulator.journal()
  const rows = structuredClone(simulator.journal().take())
  const timeline = change(JSON.parse(JSON.stringify(journal.timeline(last)))) as StoredTimeline
  return createSimulator({ world: { rows, version, options, timeline }, trusted: true, rateLimits: false })
}

async function busy(): Promise<Office> {
  const office = new Office()
  await office.register()
  office.receive(500, 200)
  const { simulator } = office
  await office.send('POST', INVOICES, { ...INVOICE, memo: 'first' })
  await office.send('POST', INVOICES, { ...INVOICE, customer_id: 99 })
  simulator.records.invoices.update(1, { ...INVOICE, memo: 'second' })
  await simulator.clock.advance('1 hour')
  const mark = simulator.snapshot()
  office.sell()
  simulator.restore(mark)
  simulator.faults.inject({ on: `GET ${INVOICES}`, then: { status: 503 } })
  await office.send('GET', INVOICES)
  await simulator.play({ name: 'till', steps: [{ create: { record: 'invoices', body: INVOICE } }] })
  office.sell()
  return office
}

test('the timeline is there again: entries, reasons, links, filters and histories of records', async () => {
  const { simulator } = await busy()
  const again = reopened(simulator)
  const { timeline } = again
  expect(JSON.parse(JSON.stringify(timeline))).toEqual(JSON.parse(JSON.stringify(simulator.timeline)))
  expect(String(timeline)).toBe(String(simulator.timeline))
  expect(timeline.toHtml()).toBe(simulator.timeline.toHtml())
  expect(String(again.traffic)).toBe(String(simulator.traffic))
  for (const filter of ['status>=400', 'record:invoice/1', 'kind:delivery', 'kind:write'])
    expect(timeline.filter(filter).map(({ sequence }) => sequence)).toEqual(
      simulator.timeline.filter(filter).map(({ sequence }) => sequence),
    )
  for (const id of [1, 2, 3])
    expect(again.records.invoices.history(id)).toEqual(simulator.records.invoices.history(id))
  expect(again.webhooks.queue.map(({ cause }) => cause)).toEqual(
    simulator.webhooks.queue.map(({ cause }) => cause),
  )
})

test('numbers go on, histories grow, and a reset forgets', async () => {
  const { simulator } = await busy()
  const last = simulator.timeline.at(-1)?.sequence as number
  const again = reopened(simulator)
  again.records.invoices.update(1, { ...INVOICE, memo: 'third' })
  expect(again.timeline.at(-1)?.sequence).toBe(last + 1)
  expect(again.records.invoices.history(1).map(({ revision }) => revision)).toEqual([1, 2, 3])
  again.reset()
  expect([again.traffic.length, again.timeline.since(last + 1).length]).toEqual([0, 0])
})

test.each([
  [0, 'no entries', 0],
  [3, 'the last entries', 3],
])('of %d it keeps %s', async (last, _, count) => {
  const { simulator } = await busy()
  const again = reopened(simulator, last)
  expect(again.timeline).toHaveLength(count)
  expect(again.traffic.length).toBeLessThanOrEqual(count)
  again.records.invoices.create(INVOICE)
  expect(again.timeline.at(-1)?.sequence).toBe((simulator.timeline.at(-1)?.sequence as number) + 1)
})

test('one of another form is left out, and its numbers go on', async () => {
  const { simulator } = await busy()
  const again = reopened(simulator, 100, ({ sequence }) => ({ form: 99, sequence, more: 'unknown' }))
  expect(again.timeline).toHaveLength(0)
  again.records.invoices.create(INVOICE)
  expect(again.timeline.at(-1)?.sequence).toBe((simulator.timeline.at(-1)?.sequence as number) + 1)
})

test('what was under way has ended', async () => {
  const { simulator, send } = await busy()
  simulator.faults.inject({ on: `GET ${INVOICES}`, then: { delay: '1 hour' } })
  const held = send('GET', INVOICES)
  await pause(5)
  const again = reopened(simulator)
  expect(again.traffic.at(-1)).toMatchObject({
    outcome: 'lost',
    why: expect.stringContaining('ended before'),
  })
  await simulator.clock.advance('1 hour')
  await held
})
