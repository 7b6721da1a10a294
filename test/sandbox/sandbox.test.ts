import { beforeEach, describe, expect, test } from 'vitest'
import { StorageError } from '../../src/sandbox/storage'
import { INVOICE } from '../support/worlds/shop'
import { type Made, TEAMS, TestDeployment } from './deployment'
import { MemoryShelf } from './memory-shelf'

let shelf: MemoryShelf
let many: TestDeployment
beforeEach(() => {
  shelf = new MemoryShelf()
  many = new TestDeployment(shelf)
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
    const before = shelf.written
    await Promise.all(Array.from({ length: 10 }, write))
    expect((shelf.written - before) / 10).toBeLessThan(3)
  })

  test('whose writes could not be stored is opened anew, and loses nothing that was answered', async () => {
    const made = await many.make()
    await many.service(made, 'POST /public/v1/invoices/', INVOICE)
    shelf.failure = new StorageError('the disk is full', true)
    const refused = await many.service(made, 'POST /public/v1/invoices/', INVOICE)
    expect([refused.status, await refused.json()]).toMatchObject([507, { quota: 'storage' }])
    expect(await countOf(made)).toBe(1)
    expect((await many.service(made, 'POST /public/v1/invoices/', INVOICE)).status).toBe(200)
    expect(await countOf(made)).toBe(2)
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
