import { describe, expect, it } from 'vitest'
import { WEBHOOKS_ASSUMPTIONS } from '../../src/assumptions/webhooks'
import { table } from '../support/table'
import { Office, RECEIVER } from '../support/worlds/office'

/** How long a webhook lives on failure (docs/service.md §14.4). Minutes count from 2026-01-15 09:00. */
const START = Date.parse('2026-01-15T09:00:00Z')
const minuteOf = (instant: unknown): number | null =>
  typeof instant === 'string' ? (Date.parse(instant) - START) / 60_000 : null
const instantOf = (minute: number): string => new Date(START + minute * 60_000).toISOString()

const opened = async (...answers: number[]) => {
  const office = new Office()
  const hook = await office.register()
  const arrived = office.receive(...answers)
  const state = async () => {
    const { body } = await office.send('GET', hook.path)
    return { is_active: body.is_active, disabled: minuteOf(body.disabled_at), reason: body.disabled_reason }
  }
  const goTo = (minute: number) => office.simulator.clock.advanceTo(instantOf(minute))
  return { office, hook, arrived, state, goTo, simulator: office.simulator, send: office.send }
}
const LONE = [
  0, 1, 3, 7, 15, 31, 63, 127, 255, 511, 1023, 1743, 2463, 3183, 3903, 4623, 5343, 6063, 6783, 7503,
]
const ACTIVE = { is_active: true, disabled: null, reason: '' }

describe('the whole life of an endpoint', () => {
  it('five days of failure, the end, and a second life', async () => {
    const { office, hook, simulator, state, goTo, send } = await opened(503)
    office.sell()
    await goTo(7502)
    expect(await state()).toEqual(ACTIVE)
    expect(office.minutes()).toEqual(LONE.slice(0, -1))
    expect(await office.lastLog(hook)).toMatchObject({
      status: 'retrying',
      attempts: 19,
      last_error: 'HTTP 503',
    })

    await goTo(7503)
    expect(await state()).toEqual({ is_active: false, disabled: 7503, reason: 'webhook_disabled' })
    const { uuid, url, topics } = (await send('GET', hook.path)).body
    const disabled = {
      is_active: false,
      disabled_at: instantOf(7503),
      disabled_reason: 'webhook_disabled',
    }
    expect(simulator.webhooks.registered).toEqual([{ uuid, url, topics, ...disabled }])
    expect(office.minutes()).toEqual(LONE)
    const failed = {
      status: 'failed',
      attempts: 20,
      response_status: 503,
      last_error: 'webhook_disabled',
      delivered_at: null,
    }
    expect(await office.lastLog(hook)).toMatchObject(failed)
    expect(simulator.webhooks.attempts.slice(-2).map(({ why }) => why)).toEqual([
      'answered 503: will be retried (docs/service.md §14.4)',
      'answered 503: not retried, because the webhook is no longer active (docs/service.md §14.4)',
    ])

    // No delivery is sent or queued any more.
    office.sell()
    await goTo(20_000)
    expect(office.minutes()).toEqual(LONE)
    expect([simulator.webhooks.queue, (await office.log(hook)).length]).toEqual([[], 1])

    office.receive(204)
    const patched = await send('PATCH', hook.path, { is_active: true })
    expect(patched.body).toMatchObject({ is_active: true, disabled_at: null, disabled_reason: '' })
    await goTo(20_001)
    expect(office.attempts).toHaveLength(20)
    const third = office.sell()
    await simulator.webhooks.flush()
    expect((await office.log(hook)).map(({ status }) => status)).toEqual(['delivered', 'failed'])
    expect(office.attempts.at(-1)?.request.body).toContain(`"object":{"id":${third}}`)
  })

  it('stands in the timeline: what the receiver said, who disabled it, what ended with it, who reactivated it', async () => {
    const office = new Office()
    const hook = await office.register()
    office.receive(new Response('signature is wrong', { status: 400 }))
    office.sell()
    await office.simulator.clock.advance('6 days')
    for (const rate of ['1.00', '2.00']) office.sell(rate)
    await office.simulator.webhooks.flush()
    await office.send('PATCH', hook.path, { is_active: true })
    office.sell('3.00')
    await office.send('PATCH', hook.path, { is_active: false })
    const { timeline } = office.simulator
    const told = timeline.flatMap((one) => (one.kind === 'webhook' ? [one] : []))
    const kindOf = (cause: number | null) => timeline.find(({ sequence }) => sequence === cause)?.kind
    expect(
      told.map(({ change, reason, cause }) => [change, reason.rule, reason.ended, kindOf(cause)]),
    ).toEqual([
      ['disabled', 'failing', [3], 'delivery'],
      ['reactivated', 'request', [], 'request'],
      ['disabled', 'request', [4], 'request'],
    ])
    expect(told[0]).toMatchObject({
      webhook_uuid: hook.uuid,
      url: RECEIVER,
      reason: { section: '14.4', since: '2026-01-15T09:00:00.000Z' },
    })
    expect(String(timeline)).toContain('; the receiver says "signature is wrong" [delivery 1')
    expect(String(timeline)).toContain(
      `no attempt has succeeded since 2026-01-15T09:00:00.000Z, so the service disabled it; one delivery ends as failed (docs/service.md §14.4) [${hook.uuid}, caused by #`,
    )
    expect(timeline.toHtml()).toContain('webhook (3)')
  })

  it('says how many attempts the log has forgotten', async () => {
    const office = new Office()
    await office.register()
    office.receive(204)
    office.sell()
    const forgotten: unknown[] = []
    for (const days of [0, 29, 2]) {
      await office.simulator.clock.advance({ days })
      forgotten.push([office.attempts.length, office.simulator.webhooks.forgotten])
    }
    expect(forgotten).toEqual([
      [1, 0],
      [1, 0],
      [0, 1],
    ])
  })

  it('is counted anew after the reactivation', async () => {
    const { office, hook, state, goTo, send } = await opened(503)
    office.sell()
    await goTo(7503)
    await send('PATCH', hook.path, { is_active: true })
    office.sell()
    await goTo(7503 + 7502)
    expect(await state()).toEqual(ACTIVE)
    await goTo(7503 + 7503)
    expect(await state()).toEqual({ is_active: false, disabled: 15_006, reason: 'webhook_disabled' })
  })

  it('a success in between starts the count anew', async () => {
    // The lone event fails until minute 6783 and gets through; the next one fails from minute 7000 on.
    const { office, state, goTo } = await opened(...LONE.slice(0, -2).map(() => 500), 200, 500)
    office.sell()
    await goTo(7000)
    office.sell()
    await goTo(7000 + 7502)
    expect(await state()).toEqual(ACTIVE)
    await goTo(7000 + 7503)
    expect(await state()).toMatchObject({ is_active: false, disabled: 14_503 })
  })

  it('with an event every 12 hours it is the first failed attempt after five days', async () => {
    const { office, state, goTo } = await opened(500)
    for (let hours = 0; hours <= 120; hours += 12) {
      await goTo(hours * 60)
      expect(await state()).toEqual(ACTIVE)
      office.sell()
    }
    // Written at minute 7200, the last one is sent at once.
    await office.simulator.webhooks.flush()
    expect(await state()).toEqual({ is_active: false, disabled: 7200, reason: 'webhook_disabled' })
    expect(office.simulator.webhooks.queue).toEqual([])
  })

  it('no failed attempt, no end: after a lasting refusal it is the next event', async () => {
    const { office, state, goTo } = await opened(400)
    office.sell()
    await goTo(30_000)
    expect(await state()).toEqual(ACTIVE)
    office.sell()
    await office.simulator.webhooks.flush()
    expect(await state()).toMatchObject({ is_active: false, disabled: 30_000 })
  })

  it.each(
    table(`
      stop-status     | active
      counts          | no
      does-not-count  | yes
    `),
  )('a status that stops retries $stop-status', async (row) => {
    const office = new Office({ assumptions: { 'webhook-stop-status': row['stop-status'] as 'counts' } })
    const hook = await office.register()
    office.receive(422)
    for (let day = 0; day <= 6; day += 1) {
      office.sell()
      await office.simulator.clock.advance('1 day')
    }
    expect((await office.send('GET', hook.path)).body.is_active).toBe(row.active === 'yes')
  })

  it.each(
    table(`
      days  | minute
      1     | 1743
      2     | 3183
      5     | 7503
    `),
  )('after $days days by assumption', async ({ days, minute }) => {
    const office = new Office({ assumptions: { 'webhook-disable': Number(days) } })
    const hook = await office.register()
    office.receive(500)
    office.sell()
    await office.simulator.clock.advance('10 days')
    expect(minuteOf((await office.send('GET', hook.path)).body.disabled_at)).toBe(Number(minute))
  })
})

it('names every guess that a whole life rests on', async () => {
  const { office, hook, goTo, send, simulator } = await opened(503)
  await send('GET', '/public/v2/webhooks/topics/')
  office.sell()
  await goTo(8000)
  await send('GET', `${hook.path}deliveries/`)
  await send('GET', hook.path)
  await send('PATCH', hook.path, { url: 'https://elsewhere.example.com/' })
  simulator.webhooks.connect('https://elsewhere.example.com/', () => new Response(null, { status: 429 }))
  await send('PATCH', hook.path, { is_active: true })
  office.sell()
  await simulator.webhooks.flush()
  simulator.webhooks.connect('https://elsewhere.example.com/', () => new Response(null, { status: 410 }))
  office.sell()
  await simulator.webhooks.flush()
  const expected = Object.keys(WEBHOOKS_ASSUMPTIONS).filter((id) => id !== 'webhook-timeout')
  expect(simulator.assumptions.used()).toEqual(expect.arrayContaining(expected))
})

describe('is_active false', () => {
  it('stops what is under way, and is no failure', async () => {
    const { office, hook, state, goTo, send, arrived } = await opened(500)
    office.sell()
    await goTo(10)
    await send('PATCH', hook.path, { is_active: false })
    expect(await state()).toEqual({ is_active: false, disabled: null, reason: '' })
    expect(await office.lastLog(hook)).toMatchObject({
      status: 'failed',
      attempts: 4,
      last_error: 'webhook_disabled',
    })
    office.sell()
    await goTo(10_000)
    expect(arrived).toHaveLength(4)
    await send('PATCH', hook.path, { is_active: true })
    await goTo(20_000)
    expect(arrived).toHaveLength(4)
    expect(await office.log(hook)).toHaveLength(1)
  })

  it('said by the receiver in the middle of a delivery ends that one, too', async () => {
    const { office, hook, send, simulator } = await opened()
    office.receive(async () => {
      await send('PATCH', hook.path, { is_active: false })
      return new Response(null, { status: 500 })
    })
    office.sell()
    await simulator.clock.advance('1 day')
    expect(office.attempts).toHaveLength(1)
    expect(simulator.webhooks.attempts.at(-1)?.why).toMatch(
      /not retried, because the webhook is no longer active/,
    )
    expect(simulator.webhooks.queue).toEqual([])
    expect(await office.lastLog(hook)).toMatchObject({
      status: 'failed',
      attempts: 1,
      response_status: 500,
      last_error: 'webhook_disabled',
    })
  })

  it('a webhook deleted in the middle of a delivery leaves nothing behind', async () => {
    const { office, hook, send, simulator } = await opened()
    office.receive(async () => {
      await send('DELETE', hook.path)
      return new Response(null, { status: 500 })
    })
    office.sell()
    await simulator.clock.advance('1 day')
    expect([office.attempts.length, simulator.webhooks.queue, simulator.clock.pending()]).toEqual([1, [], []])
  })

  it('one webhook ends alone', async () => {
    const { office, hook, goTo } = await opened()
    const healthy = await office.register(undefined, 'https://well.example.com/')
    office.receive(500)
    office.simulator.webhooks.connect('https://well.example.com/', () => new Response())
    office.sell()
    await goTo(8000)
    const active = async (path: string) => (await office.send('GET', path)).body.is_active
    expect([await active(hook.path), await active(healthy.path)]).toEqual([false, true])
    expect(await office.lastLog(healthy)).toMatchObject({ status: 'delivered', attempts: 1 })
  })
})
