import { isOptionError } from 'accounting-simulator'
import { expect, it } from 'vitest'
import { checked } from '../support/checked'
import { Office } from '../support/worlds/office'

const opened = async (...answers: number[]) => {
  const office = new Office()
  const hook = await office.register(['core.invoice/created'])
  office.receive(...answers)
  office.sell()
  const { webhooks, clock } = office.simulator
  return { office, hook, webhooks, clock }
}
const DUE = { due: '2026-01-15T09:00:00.000Z', kind: 'webhook-delivery', subject: 'core.invoice/created' }

it('a delivery that waits is a timer of the clock, named by its topic and its id', async () => {
  const { office, clock } = await opened()
  office.sell()
  expect(clock.pending()).toEqual([
    { ...DUE, id: 1 },
    { ...DUE, id: 2 },
  ])
  expect(clock.next()).toEqual({ ...DUE, id: 1 })
})

it('a delivery that is dropped, held, deactivated or removed leaves no timer', async () => {
  const { office, hook, webhooks, clock } = await opened()
  webhooks.drop(1)
  expect(clock.pending()).toEqual([])
  office.sell()
  webhooks.hold()
  expect(clock.pending()).toEqual([])
  webhooks.release()
  expect(clock.pending()).toEqual([{ ...DUE, id: 2 }])
  await office.send('PATCH', hook.path, { is_active: false })
  expect(clock.pending()).toEqual([])
  await office.send('PATCH', hook.path, { is_active: true })
  office.sell()
  expect(clock.pending()).toEqual([{ ...DUE, id: 3 }])
  await office.send('DELETE', hook.path)
  expect(clock.pending()).toEqual([])
})

it('a delivery that is sent by hand leaves no timer', async () => {
  const { webhooks, clock } = await opened(200)
  await webhooks.deliver(1)
  expect([clock.pending(), await clock.advance('1 minute')]).toMatchObject([[], { fired: [] }])
})

it('a delivery that was dropped before its retry is sent again at once, not at the time of that retry', async () => {
  const { office, webhooks } = await opened(500)
  await webhooks.flush()
  expect(webhooks.queue.map(({ due }) => due)).toEqual(['2026-01-15T09:01:00.000Z'])
  webhooks.drop(1)
  expect(webhooks.duplicate(1)).toBe(2)
  webhooks.replay(office.attempts[0]?.event_id ?? '')
  expect(webhooks.queue.map(({ id, due }) => [id, due])).toEqual([
    [2, '2026-01-15T09:00:00.000Z'],
    [3, '2026-01-15T09:00:00.000Z'],
  ])
})

it('a delivery that is being sent does not wait', async () => {
  const { office, webhooks } = await opened()
  const seen: unknown[] = []
  office.receive(() => {
    seen.push([webhooks.waiting, webhooks.queue.map(({ id }) => id)])
    return new Response()
  })
  office.sell()
  expect(webhooks.waiting).toBe(2)
  await webhooks.flush()
  expect([seen, webhooks.waiting]).toEqual([
    [
      [1, [2]],
      [0, []],
    ],
    0,
  ])
})

it('webhooks get an event in the order of their registration, also in a world from a file', async () => {
  const office = new Office()
  const uuids: string[] = []
  for (let n = 0; n < 6; n += 1)
    uuids.push((await office.register(['core.invoice/created'], `https://hooks.example.com/${n}`)).uuid)
  expect(uuids).not.toEqual([...uuids].sort())
  office.sell()
  expect(office.simulator.webhooks.queue.map(({ webhook_uuid }) => webhook_uuid)).toEqual(uuids)
  const later = new Office({ world: checked(office.simulator.export()) })
  later.simulator.webhooks.drop(1)
  later.sell()
  expect(later.simulator.webhooks.queue.map(({ webhook_uuid }) => webhook_uuid)).toEqual([
    ...uuids.slice(1),
    ...uuids,
  ])
})

it.each<[what: string, during: (office: Office) => void]>([
  ['a hold and its end', ({ simulator: { webhooks } }) => [webhooks.hold(), webhooks.release()]],
  ['another order of the others', ({ simulator: { webhooks } }) => webhooks.reorder([3, 2])],
])('%s does not queue again what is being sent', async (_, during) => {
  const { office, webhooks, clock } = await opened()
  const sent: string[] = []
  office.receive(() => {
    if (sent.length === 0) during(office)
    sent.push(webhooks.attempts.at(-1)?.event_id ?? '')
    return new Response()
  })
  office.sell()
  office.sell()
  await webhooks.flush()
  await clock.advance('1 day')
  expect([sent.length, new Set(sent).size]).toEqual([3, 3])
})

it('what the queue cannot do names the option', async () => {
  const { office, hook, webhooks } = await opened(200)
  office.sell()
  const told = (work: () => unknown): string => {
    try {
      work()
      return 'nothing'
    } catch (error) {
      return isOptionError(error) ? `${error.option}: ${error.message}` : String(error)
    }
  }
  expect(told(() => webhooks.drop(9))).toMatch(/^id: .*no delivery 9/)
  expect(told(() => webhooks.duplicate(9))).toMatch(/^id: .*no delivery 9/)
  expect(told(() => webhooks.reorder([1, 1]))).toBe('ids: ids must not contain an id twice')
  expect(told(() => webhooks.replay('nobody'))).toBe('eventId: no event nobody was sent')
  await webhooks.flush()
  const eventId = webhooks.attempts[0]?.event_id ?? ''
  expect(told(() => webhooks.drop(1))).toBe('id: delivery 1 is delivered and no longer in the queue')
  await office.send('PATCH', hook.path, { is_active: false })
  expect(told(() => webhooks.duplicate(1))).toBe('id: the webhook of delivery 1 is inactive')
  expect(told(() => webhooks.replay(eventId))).toBe(
    `eventId: every webhook that event ${eventId} was sent to is inactive; ` +
      'activate it by a PATCH with is_active true, or replay with activate: true',
  )
})

it('what is being sent right now is no longer in the queue', async () => {
  const { office, webhooks } = await opened()
  let error: unknown
  office.receive(() => {
    try {
      webhooks.drop(1)
    } catch (thrown) {
      error = thrown
    }
    return new Response()
  })
  await webhooks.flush()
  expect(isOptionError(error) && [error.option, error.message]).toEqual([
    'id',
    'delivery 1 is being sent right now',
  ])
})
