import { beforeEach, describe, expect, test } from 'vitest'
import { INVOICE } from '../support/worlds/shop'
import { type Made, TEAMS, TestDeployment } from './deployment'
import { SHELVES } from './shelves'

const HOUR = 3_600_000
const DAY = 24 * HOUR

describe.each(SHELVES)('a sandbox in %s', (_, shelfOf) => {
  let many: TestDeployment
  let made: Made
  beforeEach(async () => {
    many = new TestDeployment(shelfOf())
    made = await many.make()
  })

  test('is deleted after so many days without a request', async () => {
    const other = await many.make()
    await many.fleet.evict(0)
    many.now += 20 * DAY
    await many.service(made, 'GET /public/v1/items/')
    many.now += 20 * DAY
    await many.fleet.evict(0)
    many.now += 1
    await many.fleet.expire(30)
    expect((await many.service(made, 'GET /public/v1/items/')).status).toBe(200)
    expect((await many.service(other, 'GET /public/v1/items/')).status).toBe(404)
  })

  test('is deleted although its live clock is never idle', async () => {
    const live = await many.make({ clock: 'live' })
    const url = 'https://hooks.example.org/'
    await many.service(live, 'POST /public/v2/webhooks/', { url, topics: ['core.invoice/created'] })
    many.receive = async () => new Response(null, { status: 500 })
    await many.service(live, 'POST /public/v1/invoices/', INVOICE)
    const tries = () => many.sent.length
    for (let day = 1; day <= 31; day += 1) {
      many.now += DAY
      await many.fleet.wakeDue()
    }
    expect(tries()).toBeGreaterThan(3)
    await many.fleet.expire(30)
    expect((await many.service(live, 'GET /public/v1/items/')).status).toBe(404)
    expect(many.fleet.nextDue).toBe(Number.POSITIVE_INFINITY)
  })

  test('is deleted when its time is over, also if it is used', async () => {
    const short = await many.make({ clock: 'manual', name: 'CI 12', expiresIn: '2 hours' })
    const ask = async () => (await many.service(short, 'GET /public/v1/items/')).status
    await many.fleet.evict(0)
    expect(many.fleet.nextDue).toBe(many.now + 2 * HOUR)
    many.now += 2 * HOUR - 1
    await many.fleet.wakeDue()
    expect(await ask()).toBe(200)
    many.now += 1
    await many.fleet.wakeDue()
    expect(await ask()).toBe(404)
    expect((await many.service(made, 'GET /public/v1/items/')).status).toBe(200)
  })

  test('is renamed, and gets another end or none', async () => {
    const change = async (body: object) => (await many.team(`PATCH /${made.id}`, body)).json()
    const listed = async () =>
      ((await (await many.team('GET ')).json()) as { sandboxes: unknown[] }).sandboxes
    const before = await many.tables(made)
    const expires = many.now + 7 * DAY
    expect(await change({ name: 'demo', expiresIn: '7 days' })).toMatchObject({ name: 'demo', expires })
    expect(await change({ name: 'shop' })).toMatchObject({ name: 'shop', expires })
    await many.fleet.evict(0)
    expect(many.fleet.nextDue).toBe(expires)
    expect(await listed()).toMatchObject([{ id: made.id, url: made.url, name: 'shop', expires }])
    expect(await change({ expiresIn: null })).toMatchObject({ name: 'shop', expires: null })
    await many.fleet.evict(0)
    expect(many.fleet.nextDue).toBe(Number.POSITIVE_INFINITY)
    many.now = expires
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
