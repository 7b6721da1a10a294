import { expect, it } from 'vitest'
import { table } from '../support/table'
import { Office } from '../support/worlds/office'

const TOPICS = ['core.invoice/created']
const BAD = 'https://bad.example.com/in'

/** One topic and two endpoints: `good` takes everything, `bad` answers 500 until it is disabled, then what is set. */
async function twoEndpoints(options: { readonly days?: number } = {}) {
  const office = new Office()
  const good = await office.register(TOPICS)
  const bad = await office.register(TOPICS, BAD)
  const { webhooks, clock } = office.simulator
  const heard = { good: 0, bad: 0 }
  let answer = 500
  webhooks.connect('https://hooks.example.com/', () => {
    heard.good += 1
    return new Response()
  })
  webhooks.connect(BAD, () => {
    heard.bad += 1
    return new Response(null, { status: answer })
  })
  office.sell()
  await clock.advance({ days: options.days ?? 7 })
  const failed = webhooks.attempts.filter(({ webhook_uuid }) => webhook_uuid === bad.uuid).at(-1)
  if (!failed) throw new Error('nothing failed')
  heard.bad = 0
  heard.good = 0
  answer = 200
  return { office, good, bad, webhooks, clock, heard, failed }
}

it('a failed attempt goes to its own endpoint and to no other, once that is active again', async () => {
  const { office, bad, webhooks, failed, heard } = await twoEndpoints()
  await office.send('PATCH', bad.path, { is_active: true })
  const { queued, waiting, inactive } = webhooks.replay(failed)
  expect([queued.length, waiting, inactive]).toEqual([1, [], []])
  expect(webhooks.queue.map(({ webhook_uuid }) => webhook_uuid)).toEqual([bad.uuid])
  await webhooks.flush()
  expect(heard).toEqual({ good: 0, bad: 1 })
})

it('an attempt that waits already is not queued a second time, and its delivery is named', async () => {
  const { webhooks, failed, heard } = await twoEndpoints()
  const first = webhooks.replay(failed, { activate: true })
  expect(webhooks.replay(failed)).toEqual({ queued: [], waiting: first.queued, inactive: [] })
  await webhooks.flush()
  expect(heard).toEqual({ good: 0, bad: 1 })
  // It arrived, so whoever asks again gets it again.
  expect(webhooks.replay(failed).queued).toHaveLength(1)
})

it('an attempt whose delivery waits for its next try is not queued either', async () => {
  const { webhooks, failed } = await twoEndpoints({ days: 1 })
  const [retry] = webhooks.queue
  expect(retry?.webhook_uuid).toBe(failed.webhook_uuid)
  expect(webhooks.replay(failed)).toEqual({ queued: [], waiting: [retry?.id], inactive: [] })
})

it('an event goes to every active endpoint that it was sent to, and names those that get nothing', async () => {
  const { good, bad, webhooks, failed, heard } = await twoEndpoints()
  const { queued, inactive } = webhooks.replay(failed.event_id)
  expect([queued.length, inactive]).toEqual([1, [bad.uuid]])
  expect(webhooks.queue.map(({ webhook_uuid }) => webhook_uuid)).toEqual([good.uuid])
  await webhooks.flush()
  expect(heard).toEqual({ good: 1, bad: 0 })
  expect(webhooks.replay(failed.event_id, { activate: true }).inactive).toEqual([])
  await webhooks.flush()
  expect(heard).toEqual({ good: 2, bad: 1 })
})

it('activating clears the failures, as a PATCH does, and stands in the timeline', async () => {
  const { office, bad, webhooks, failed } = await twoEndpoints()
  expect(webhooks.registered.find(({ uuid }) => uuid === bad.uuid)?.is_active).toBe(false)
  webhooks.replay(failed, { activate: true })
  expect(webhooks.registered.find(({ uuid }) => uuid === bad.uuid)).toMatchObject({
    is_active: true,
    disabled_at: null,
    disabled_reason: '',
  })
  expect(String(office.simulator.timeline)).toMatch(/reactivated/)
})

it.each(
  table(`
    replayed       | option       | message
    failed         | webhook_uuid | webhook BAD is inactive; activate it by a PATCH with is_active true, or replay with activate: true
    good and bad   | webhook_uuid | event EVENT was not sent to 00000000, or that webhook was deleted
    no event       | event_id     | no event nothing was sent
    half of it     | sent         | sent must be an event_id, or an attempt: an object with event_id and webhook_uuid, not an object
    other names    | sent         | sent must be an event_id, or an attempt: an object with event_id and webhook_uuid, not an object
    an option      | options.activated | options.activated is not a known member, perhaps activate; known members: activate
  `),
)('$replayed is refused: $message', async ({ replayed, option, message }) => {
  const { bad, webhooks, failed } = await twoEndpoints()
  const { event_id, webhook_uuid } = failed
  const given: Record<string, readonly unknown[]> = {
    failed: [failed],
    'good and bad': [{ event_id, webhook_uuid: '00000000' }],
    'no event': [{ event_id: 'nothing', webhook_uuid }],
    'half of it': [{ event_id }],
    'other names': [{ event: event_id, webhook: webhook_uuid }],
    'an option': [failed, { activated: true }],
  }
  const text = message.replace('BAD', bad.uuid).replace('EVENT', event_id)
  const call = webhooks.replay as (...given: readonly unknown[]) => unknown
  expect(() => call(...(given[replayed] ?? []))).toThrow(
    expect.objectContaining({ name: 'OptionError', option, message: text }),
  )
  expect(webhooks.queue).toEqual([])
})

it('an attempt at a webhook that was deleted says so', async () => {
  const { office, bad, webhooks, failed } = await twoEndpoints()
  await office.send('DELETE', bad.path)
  expect(() => webhooks.replay(failed)).toThrow(/was not sent to .*, or that webhook was deleted/)
})

it('a copy is replayed as its original', async () => {
  const { bad, webhooks, failed, heard } = await twoEndpoints()
  webhooks.replay(failed, { activate: true })
  await webhooks.flush()
  const copied = webhooks.attempts.at(-1)
  expect(copied?.webhook_uuid).toBe(bad.uuid)
  if (copied) webhooks.replay(copied)
  await webhooks.flush()
  expect(heard).toEqual({ good: 0, bad: 2 })
})
