import { describe, expect, test } from 'vitest'
import type { Listed } from '../../src/sandbox/storage'
import { customer, INVOICE } from '../support/worlds/shop'
import { TestDeployment } from './deployment'
import { MemorySandboxes } from './memory-sandboxes'
import { STORAGES } from './storages'

type Shown = Listed & { readonly rowsAtMost: number; readonly url: string }

const listed = async (many: TestDeployment): Promise<readonly Shown[]> =>
  ((await (await many.team('GET ')).json()) as { sandboxes: Shown[] }).sandboxes

describe.each(STORAGES)('the list of a team, with %s', (_, store) => {
  test('tells how many rows a sandbox has and may have, and when somebody asked it last', async () => {
    const kept = store()
    const quotas = { rows: 200_000 }
    const many = new TestDeployment(kept, quotas)
    const one = async (deployment = many): Promise<Shown> => (await listed(deployment))[0] as Shown
    const made = await many.make({ clock: 'manual', options: { rateLimits: false } })
    const atFirst = await one()
    expect(atFirst).toMatchObject({ rowsAtMost: 200_000, lastRequest: many.time, url: made.url })
    // A new world has some rows.
    expect(atFirst.rows).toBeGreaterThan(1000)
    many.time += 5000
    await many.service(made, 'POST /public/v1/invoices/', INVOICE)
    const open = await one()
    expect(open.lastRequest).toBe(many.time)
    expect(open.rows).toBeGreaterThan(Number(atFirst.rows))
    await many.fleet.evict(0)
    expect(await one()).toEqual(open)
    // It is read from its rows, and changes nothing.
    many.time += 5000
    expect(await listed(many)).toEqual([open])
    // A process that was killed has noted it before.
    const later = new TestDeployment(kept, quotas, many.time)
    expect(await one(later)).toEqual(open)
    await later.service(made, 'GET /public/v1/invoices/')
    expect(await one(later)).toEqual({ ...open, lastRequest: later.time })
    // It is told before the quota is met.
    let response = await later.service(made, 'POST /public/v1/invoices/', INVOICE)
    for (let count = 0; response.ok && count < 200; count += 1)
      response = await later.service(made, 'POST /public/v1/invoices/', INVOICE)
    expect(response.status).toBe(507)
    const { rows, rowsAtMost } = await one(later)
    expect(rows).toBeGreaterThan(rowsAtMost)
    const { id } = made
    expect(await (await later.team(`PATCH /${id}`, { name: 'full' })).json()).toMatchObject({
      name: 'full',
      rows,
    })
  })

  test('has no use of a sandbox that was deleted', async () => {
    const many = new TestDeployment(store())
    const { id } = await many.make()
    await many.fleet.evict(0)
    await many.team(`DELETE /${id}`)
    const other = await many.make()
    await many.fleet.evict(0)
    expect(await listed(many)).toMatchObject([{ id: other.id, lastRequest: many.time }])
  })
})

test.each([
  ['GET /__simulator/clock', 200],
  ['POST /__simulator/reset-anything', 507],
  ['POST /__simulator/reset/anything', 507],
  ['PUT /__simulator/reset', 507],
  ['POST /__simulator/reset', 200],
  ['POST /__simulator/reset/', 200],
])('over the quota of rows, %s is answered with %i', async (call, status) => {
  const many = new TestDeployment(new MemorySandboxes(), { rows: 1000 })
  const made = await many.make()
  expect((await many.service(made, 'POST /public/v1/invoices/', INVOICE)).status).toBe(507)
  const [method = '', path = ''] = call.split(' ')
  const headers = { authorization: `Bearer ${made.adminToken}` }
  expect((await many.fetch(made.url + path, { method, headers })).status).toBe(status)
})

test('the versions of records take 4 MiB at most', async () => {
  const many = new TestDeployment(new MemorySandboxes())
  const made = await many.make()
  const created = await many.service(made, 'POST /public/v1/customers/', customer('first'))
  expect(created.status).toBe(201)
  for (let version = 0; version < 12; version += 1) {
    const name = String(version).repeat(900_000 / String(version).length)
    const response = await many.control(made, 'PUT /records/customers/1', { name })
    expect(response.status).toBe(200)
  }
  const history = await (await many.control(made, 'GET /records/customers/1/history')).text()
  expect(history.length).toBeLessThan(5_000_000)
  expect((JSON.parse(history) as object[]).length).toBeGreaterThan(1)
})
