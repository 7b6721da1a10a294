import { beforeEach, describe, expect, test } from 'vitest'
import type { Quotas } from '../../src/sandbox/quotas'
import type { SandboxStore } from '../../src/sandbox/sandbox-store'
import type { Binned } from '../../src/sandbox/storage'
import { INVOICE } from '../support/worlds/shop'
import { DAY, type Made, TEAMS, TestDeployment } from './deployment'
import { STORAGES } from './storages'

const HOUR = 3_600_000

describe.each(STORAGES)('a sandbox in %s', (_, storageOf) => {
  let store: SandboxStore
  let many: TestDeployment
  let made: Made
  beforeEach(async () => {
    store = storageOf()
    many = new TestDeployment(store)
    made = await many.make()
  })
  const statusOf = async (one: Made): Promise<number> =>
    (await many.service(one, 'GET /public/v1/items/')).status
  /** A process that begins so many days later than the last one ended. */
  const restart = async (days: number, quotas: Partial<Quotas> = {}): Promise<void> => {
    await many.fleet.close()
    many = new TestDeployment(store, quotas, many.time + days * DAY)
  }
  const expired = () => many.events.filter(({ event }) => event === 'expired')

  test('is deleted after so many served days without a request', async () => {
    const other = await many.make()
    await many.fleet.evict(0)
    await many.serve(20)
    expect(await statusOf(made)).toBe(200)
    await many.serve(11)
    expect([await statusOf(made), await statusOf(other)]).toEqual([200, 404])
    expect(expired()).toEqual([{ event: 'expired', team: 'web', sandbox: other.id, because: 'idle' }])
  })

  test.each<[what: string, passes: () => Promise<void>]>([
    ['a downtime of 90 days', () => restart(90)],
    ['a downtime of 400 days, and the first hour', () => restart(400).then(() => many.serve(1 / 25))],
    ['a clock that is 40 days ahead for a moment', () => jumps(40)],
    ['a clock that is 400 days ahead for a moment', () => jumps(400)],
    ['a clock that is 40 days back for a moment', () => jumps(-40)],
    ['a clock that is 400 days back for a moment', () => jumps(-400)],
    [
      'a clock that stays 40 days ahead',
      async () => {
        many.time += 40 * DAY
        await many.serve(20)
      },
    ],
    [
      'a clock that goes 40 days back for good',
      async () => {
        many.time -= 40 * DAY
        await many.serve(20)
      },
    ],
    [
      'ten restarts with 20 days between them',
      async () => {
        for (let start = 0; start < 10; start += 1) await restart(20)
        await many.serve(20)
      },
    ],
  ])('survives %s', async (_, passes) => {
    const soon = await many.make({ clock: 'manual', expiresIn: '250 days' })
    await many.fleet.evict(0)
    await passes()
    expect([await statusOf(made), await statusOf(soon), expired()]).toEqual([200, 200, []])
    // Time that is served counts as before.
    await many.serve(31)
    expect(await statusOf(made)).toBe(404)
  })
  const jumps = async (days: number): Promise<void> => {
    await many.serve(1)
    for (const jump of [days, -days]) {
      many.time += jump * DAY
      for (let second = 0; second < 3; second += 1) {
        many.time += 1000
        await many.fleet.wakeDue()
        await many.fleet.tidy()
      }
    }
    const told = many.events.filter(({ event }) => event === 'clockJumped')
    expect(told.map((one) => Math.round('milliseconds' in one ? one.milliseconds / DAY : 0))).toEqual([
      days,
      -days,
    ])
  }

  test('survives the restore of a backup that is 90 days old, whose ends have passed', async () => {
    const short = await many.make({ clock: 'manual', expiresIn: '7 days' })
    await restart(90)
    await many.serve(1 / 48)
    expect([await statusOf(made), await statusOf(short)]).toEqual([200, 200])
    await many.serve(1 / 24)
    expect([await statusOf(made), await statusOf(short)]).toEqual([200, 404])
    expect(expired()).toEqual([{ event: 'expired', team: 'web', sandbox: short.id, because: 'end' }])
  })

  test('is never deleted if no number of days says so', async () => {
    await restart(0, { idleDays: null })
    await many.serve(100)
    expect(await statusOf(made)).toBe(200)
  })

  test('lies in the bin for seven days, and is as it was when it is restored', async () => {
    const short = await many.make({ clock: 'manual', name: 'CI 7', expiresIn: '2 hours' })
    await many.service(short, 'POST /public/v1/invoices/', INVOICE)
    const before = await many.tables(short)
    await many.serve(1)
    expect(await statusOf(short)).toBe(404)
    const bin = async () => (await (await many.team('GET /bin')).json()) as { sandboxes: Binned[] }
    const [own] = (await bin()).sandboxes
    expect(own).toMatchObject({ id: short.id, name: 'CI 7' })
    expect((own?.deleted ?? 0) - (own?.binned ?? 0)).toBe(7 * DAY)
    expect((await many.team('GET /bin', undefined, TEAMS.mobile)).status).toBe(200)
    const restoring = (token?: string) => many.team(`POST /${short.id}/restore`, undefined, token)
    expect((await restoring(TEAMS.mobile)).status).toBe(404)
    await restart(30)
    expect((await restoring()).status).toBe(200)
    expect((await restoring()).status).toBe(404)
    expect(await many.tables(short)).toEqual(before)
    await many.serve(8)
    expect(await statusOf(short)).toBe(200)
  })

  test('is gone from the bin after seven served days, or when its team deletes it', async () => {
    const [first, second] = [
      await many.make({ expiresIn: '2 hours' }),
      await many.make({ expiresIn: '2 hours' }),
    ]
    await many.serve(1)
    expect((await many.team(`DELETE /${first?.id}`)).status).toBe(200)
    expect((await many.team(`POST /${first?.id}/restore`)).status).toBe(404)
    await many.serve(8)
    expect((await many.team(`POST /${second?.id}/restore`)).status).toBe(404)
    expect(many.events.filter(({ event }) => event === 'deleted')).toEqual([
      { event: 'deleted', team: 'web', sandbox: first?.id },
      { event: 'deleted', team: 'web', sandbox: second?.id, because: 'bin' },
    ])
  })

  test('is not restored if its team has as many as it may', async () => {
    await restart(0, { sandboxes: 2 })
    const short = await many.make({ expiresIn: '2 hours' })
    await many.serve(1)
    await many.make()
    expect((await many.team(`POST /${short.id}/restore`)).status).toBe(429)
  })

  test('is deleted although its live clock is never idle', async () => {
    const live = await many.make({ clock: 'live' })
    const url = 'https://hooks.example.org/'
    await many.service(live, 'POST /public/v2/webhooks/', { url, topics: ['core.invoice/created'] })
    many.receive = async () => new Response(null, { status: 500 })
    await many.service(live, 'POST /public/v1/invoices/', INVOICE)
    const tries = () => many.sent.length
    for (let day = 1; day <= 31; day += 1) {
      await many.serve(1)
    }
    expect(tries()).toBeGreaterThan(3)
    expect((await many.service(live, 'GET /public/v1/items/')).status).toBe(404)
    expect(many.fleet.nextDue).toBe(Number.POSITIVE_INFINITY)
  })

  test('is deleted when its time is over, also if it is used', async () => {
    const short = await many.make({ clock: 'manual', name: 'CI 12', expiresIn: '2 hours' })
    const ask = async () => (await many.service(short, 'GET /public/v1/items/')).status
    await many.fleet.evict(0)
    expect(many.fleet.nextDue).toBe(many.time + 2 * HOUR)
    many.time += 2 * HOUR - 1
    await many.fleet.wakeDue()
    expect(await ask()).toBe(200)
    many.time += 1
    await many.fleet.wakeDue()
    expect(await ask()).toBe(404)
    expect((await many.service(made, 'GET /public/v1/items/')).status).toBe(200)
  })

  test('is renamed, and gets another end or none', async () => {
    const change = async (body: object) => (await many.team(`PATCH /${made.id}`, body)).json()
    const listed = async () =>
      ((await (await many.team('GET ')).json()) as { sandboxes: unknown[] }).sandboxes
    const before = await many.tables(made)
    const expires = many.time + 7 * DAY
    expect(await change({ name: 'demo', expiresIn: '7 days' })).toMatchObject({ name: 'demo', expires })
    expect(await change({ name: 'shop' })).toMatchObject({ name: 'shop', expires })
    await many.fleet.evict(0)
    expect(many.fleet.nextDue).toBe(expires)
    expect(await listed()).toMatchObject([{ id: made.id, url: made.url, name: 'shop', expires }])
    expect(await change({ expiresIn: null })).toMatchObject({ name: 'shop', expires: null })
    await many.fleet.evict(0)
    expect(many.fleet.nextDue).toBe(Number.POSITIVE_INFINITY)
    many.time = expires
    await many.fleet.wakeDue()
    expect(await many.tables(made)).toEqual(before)
  })

  test.each([
    ['an empty time', { expiresIn: '0 hours' }, 'expiresIn must be longer than zero'],
    ['no time', { expiresIn: 'soon' }, 'expiresIn'],
    ['too long a name', { name: 'x'.repeat(201) }, 'name must be a text of at most 200 characters'],
    ['another member', { clock: 'live' }, 'clock'],
  ])('is not changed by %s', async (_, body, text) => {
    const response = await many.team(`PATCH /${made.id}`, body)
    expect([response.status, (await response.json()).error]).toEqual([400, expect.stringContaining(text)])
  })

  test('is changed by its own team only', async () => {
    const response = await many.team(`PATCH /${made.id}`, { name: 'mine' }, TEAMS.mobile)
    expect(response.status).toBe(404)
  })
})
