import { beforeEach, describe, expect, test } from 'vitest'
import { StorageError } from '../../src/sandbox/storage'
import { INVOICE } from '../support/worlds/shop'
import { type Made, TEAMS, TestDeployment } from './deployment'
import { MemorySandboxes } from './memory-sandboxes'

let store: MemorySandboxes
let many: TestDeployment
beforeEach(() => {
  store = new MemorySandboxes()
  many = new TestDeployment(store)
})

const countOf = async (made: Made): Promise<number> =>
  ((await (await many.service(made, 'GET /public/v1/invoices/')).json()) as { count: number }).count

describe('a sandbox', () => {
  test('is made by a team, and answers at its own host name', async () => {
    const made = await many.make({ name: 'checkout', clock: 'manual' })
    expect(made.url).toBe(`https://${made.id}.sandbox.example.com`)
    expect((await many.service(made, 'POST /public/v1/invoices/', INVOICE)).status).toBe(200)
    const byKey = await many.fetch('/public/v1/invoices/', { headers: { 'x-api-key': made.apiKey } })
    expect([byKey.status, (await byKey.json()).count]).toEqual([200, 1])
    const list = await (await many.team('GET ')).json()
    expect(list).toMatchObject({
      sandboxes: [{ id: made.id, name: 'checkout', clock: 'manual' }],
      next: null,
    })
  })

  test.each(['live', 'manual'] as const)(
    'on a %s clock begins at the time that it is given, else at that of the host',
    async (clock) => {
      const now = '2026-01-15T09:00:00.000Z'
      const begun = async (options?: object) => {
        const made = await many.make({ clock, ...(options && { options }) })
        return ((await (await many.control(made, 'GET /clock')).json()) as { now: string }).now
      }
      expect([await begun(), await begun({ now })]).toEqual([new Date(many.time).toISOString(), now])
    },
  )

  test('lives on after it was put away, and answers wait until their writes are stored', async () => {
    const made = await many.make()
    await many.service(made, 'POST /public/v1/invoices/', INVOICE)
    const before = await many.tables(made)
    await many.fleet.evict(0)
    expect(many.fleet.openCount).toBe(0)
    expect(await many.tables(made)).toEqual(before)
  })

  test('groups the writes of a turn', async () => {
    const made = await many.make()
    const write = () => many.service(made, 'POST /public/v1/invoices/', INVOICE)
    await write()
    const perWrite: number[] = []
    // On a busy machine a burst is dealt with in several turns.
    for (let burst = 0; burst < 5; burst += 1) {
      const before = store.written
      await Promise.all(Array.from({ length: 10 }, write))
      perWrite.push((store.written - before) / 10)
    }
    expect(Math.min(...perWrite)).toBeLessThan(3)
  })

  test('whose writes could not be stored is opened anew, and loses nothing that was answered', async () => {
    const made = await many.make()
    await many.service(made, 'POST /public/v1/invoices/', INVOICE)
    store.failure = new StorageError('the disk is full', true)
    const refused = await many.service(made, 'POST /public/v1/invoices/', INVOICE)
    expect([refused.status, await refused.json()]).toMatchObject([507, { quota: 'storage' }])
    expect(await countOf(made)).toBe(1)
    expect((await many.service(made, 'POST /public/v1/invoices/', INVOICE)).status).toBe(200)
    expect(await countOf(made)).toBe(2)
  })

  test('stores nothing after what could not be stored', async () => {
    const made = await many.make()
    const write = () => many.service(made, 'POST /public/v1/invoices/', INVOICE)
    await write()
    store.failure = new StorageError('the disk failed', false)
    const first = write()
    await new Promise(setImmediate)
    const second = write()
    expect([(await first).status, (await second).status]).toEqual([503, 503])
    expect(await countOf(made)).toBe(1)
    expect(await (await many.control(made, 'GET /books/check')).json()).toEqual([])
  })

  test('that is deleted while it is asked is gone for everybody', async () => {
    const made = await many.make()
    const write = () => many.service(made, 'POST /public/v1/invoices/', INVOICE)
    await write()
    const under = write()
    const deleted = many.fleet.remove('web', made.id)
    const during = write()
    await deleted
    expect([(await under).status, (await during).status]).toEqual([404, 404])
    expect((await write()).status).toBe(404)
    expect(many.fleet.openCount).toBe(0)
  })

  test('that could not be woken is woken again, and its receivers keep nobody waiting', async () => {
    const made = await many.make({ clock: 'live' })
    const url = 'https://hooks.example.org/'
    await many.service(made, 'POST /public/v2/webhooks/', { url, topics: ['core.invoice/created'] })
    await many.service(made, 'POST /public/v1/invoices/', INVOICE)
    let answer: (response: Response) => void = () => undefined
    many.receive = () =>
      new Promise((resolve) => {
        answer = resolve
      })
    many.time += 1000
    const waking = many.fleet.wakeDue()
    await expect.poll(() => many.sent.length).toBe(1)
    await many.fleet.wakeDue()
    expect(many.sent.length).toBe(1)
    answer(new Response(null, { status: 204 }))
    await waking
    await many.fleet.evict(0)
    await many.service(made, 'POST /public/v1/invoices/', INVOICE)
    store.failure = new StorageError('the disk failed', false)
    many.time += 60_000
    await many.fleet.wakeDue()
    expect(many.fleet.nextDue).toBeLessThanOrEqual(many.time + 60_000)
    many.receive = async () => new Response(null, { status: 204 })
    many.time += 60_000
    await many.fleet.wakeDue()
    expect(many.sent.length).toBeGreaterThanOrEqual(2)
  })

  test('keeps name and end if a change could not be stored', async () => {
    const made = await many.make({ name: 'shop', expiresIn: '1 hour' })
    const due = many.fleet.nextDue
    const change = () => many.team(`PATCH /${made.id}`, { name: 'demo', expiresIn: '1 day' })
    store.failure = new StorageError('the disk is full', true)
    expect((await change()).status).toBe(507)
    expect([many.fleet.nextDue, store.dues()]).toEqual([due, [[made.id, due]]])
    const { sandboxes } = (await (await many.team('GET ')).json()) as { sandboxes: object[] }
    expect(sandboxes).toMatchObject([{ name: 'shop', expires: due }])
    expect((await change()).status).toBe(200)
    expect(store.dues()).toEqual([[made.id, many.time + 86_400_000]])
  })

  test('gets no quota back by being put away', async () => {
    many = new TestDeployment(store, { requestsPerSecond: 1, burst: 60 })
    const made = await many.make({ clock: 'manual', options: { rateLimits: false } })
    const ask = async () => (await many.service(made, 'GET /public/v1/items/')).status
    for (let at = 0; at < 60; at += 1) expect(await ask()).toBe(200)
    expect(await ask()).toBe(429)
    many.time += 10_000
    await many.fleet.evict(10_000)
    expect(many.fleet.openCount).toBe(1)
    for (let at = 0; at < 10; at += 1) expect(await ask()).toBe(200)
    expect(await ask()).toBe(429)
    many.time += 60_000
    await many.fleet.evict(10_000)
    expect(many.fleet.openCount).toBe(0)
  })

  test('tells a fork nothing of its keys', async () => {
    const made = await many.make()
    const fork = (await (await many.team(`POST /${made.id}/fork`)).json()) as Made
    const options = await (await many.control(fork, 'GET /options')).text()
    const { tables } = (await (await many.control(fork, 'GET /export')).json()) as { tables: object }
    expect(options + JSON.stringify(tables)).not.toContain(made.apiKey)
  })

  test('keeps 20 snapshots', async () => {
    const made = await many.make()
    const keep = async () => (await many.control(made, 'POST /snapshots', {})).status
    for (let count = 1; count <= 20; count += 1) expect(await keep()).toBe(200)
    expect(await keep()).toBe(409)
  })

  test('that is reset while others write has nothing of what came before, and no hole', async () => {
    const made = await many.make({ clock: 'manual', options: { rateLimits: false } })
    const write = () => many.service(made, 'POST /public/v1/invoices/', INVOICE)
    for (let round = 0; round < 10; round += 1) {
      for (let n = 0; n < 3; n += 1) await write()
      await many.fleet.evict(0)
      const [reset] = await Promise.all([
        many.control(made, 'POST /reset'),
        // They come at other moments of the reset in each round.
        ...Array.from({ length: 4 }, async (_, at) => {
          for (let turn = 0; turn < round * (at + 1); turn += 1) await Promise.resolve()
          return write()
        }),
      ])
      expect(reset.status).toBe(200)
      const list = await (await many.control(made, 'GET /records/invoices?limit=100')).json()
      const numbers = (list.items as { number: number }[]).map(({ number }) => number)
      expect(numbers.sort()).toEqual(numbers.map((_, at) => at + 1))
      expect(await (await many.control(made, 'GET /books/check')).json()).toEqual([])
      expect((await many.control(made, 'POST /reset')).status).toBe(200)
      const before = await many.tables(made)
      expect(await countOf(made)).toBe(0)
      await many.fleet.evict(0)
      expect(await many.tables(made)).toEqual(before)
    }
  })

  test('returns to its first world by a reset, also after it was put away', async () => {
    const made = await many.make()
    const first = await many.tables(made)
    await many.service(made, 'POST /public/v1/invoices/', INVOICE)
    await many.fleet.evict(0)
    expect((await many.control(made, 'POST /reset')).status).toBe(200)
    expect(await many.tables(made)).toEqual(first)
  })

  test('is forked, and the two go their own ways', async () => {
    const made = await many.make()
    await many.service(made, 'POST /public/v1/invoices/', INVOICE)
    const fork = (await (await many.team(`POST /${made.id}/fork`)).json()) as Made
    await many.service(fork, 'POST /public/v1/invoices/', INVOICE)
    expect([await countOf(made), await countOf(fork)]).toEqual([1, 2])
    const { sandboxes } = (await (await many.team('GET /')).json()) as { sandboxes: { clock: string }[] }
    expect(sandboxes.map(({ clock }) => clock)).toEqual(['manual', 'manual'])
    expect(
      (await many.fetch(`${fork.url}/public/v1/invoices/`, { headers: { 'x-api-key': made.apiKey } })).status,
    ).toBe(403)
  })

  test('is gone when its team has deleted it', async () => {
    const made = await many.make()
    expect((await many.team(`DELETE /${made.id}`, undefined, TEAMS.mobile)).status).toBe(404)
    expect((await many.team(`DELETE /${made.id}`)).status).toBe(200)
    expect((await many.service(made, 'GET /public/v1/invoices/')).status).toBe(404)
  })
})
