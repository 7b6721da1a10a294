import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { workerdBinary } from '../support/workerd'
import { INVOICE } from '../support/worlds/shop'
import type { Made } from './deployment'
import { WorkerdDeployment } from './workerd-deployment'

describe.runIf(workerdBinary)('sandboxes in workerd', { timeout: 60_000 }, () => {
  let many: WorkerdDeployment
  let receiver: Server
  let address: string
  const received: { url: string; headers: Record<string, string>; body: string }[] = []

  beforeAll(async () => {
    receiver = createServer(async (request, response) => {
      let text = ''
      for await (const part of request) text += part
      received.push(JSON.parse(text))
      response.end()
    }).listen(0, '127.0.0.1')
    await once(receiver, 'listening')
    address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
    many = await WorkerdDeployment.start(address, { requestsPerSecond: 10_000, body: 8 * 1024 * 1024 })
  }, 60_000)
  afterAll(async () => {
    await many.workerd[Symbol.asyncDispose]()
    receiver.close()
  })

  const countOf = async (made: Made): Promise<number> => {
    const response = await many.service(made, 'GET /public/v1/invoices/')
    return ((await response.json()) as { count: number }).count
  }

  test('a sandbox is equal to itself after SIGKILL and a new start', async () => {
    const made = await many.make({ name: 'checkout', clock: 'manual' })
    await many.service(made, 'POST /public/v1/invoices/', INVOICE)
    await many.control(made, 'POST /clock/advance', { duration: '40 days' })
    await many.control(made, 'POST /faults', {
      on: 'GET /public/v1/customers/',
      times: 2,
      then: { status: 503 },
    })
    await many.control(made, 'POST /records/invoices', INVOICE)
    const before = await many.tables(made)
    await many.workerd.restart()
    expect(await many.tables(made)).toEqual(before)
    expect((await many.service(made, 'GET /public/v1/customers/')).status).toBe(503)
    await many.control(made, 'POST /reset')
    expect(await countOf(made)).toBe(0)
  })

  test('a sandbox that is deleted while it is asked answers nothing afterwards', async () => {
    const made = await many.make({ name: 'short', clock: 'manual', options: { rateLimits: false } })
    const ask = async () => (await many.service(made, 'POST /public/v1/invoices/', INVOICE)).status
    const before = Array.from({ length: 20 }, ask)
    const deleted = many.team(`DELETE /${made.id}`)
    const statuses = await Promise.all([...before, ...Array.from({ length: 20 }, ask)])
    expect((await deleted).status).toBe(200)
    expect(statuses.filter((status) => status !== 200 && status !== 404)).toEqual([])
    expect(await ask()).toBe(404)
  })

  test('a live clock delivers after a kill without a request', async () => {
    const made = await many.make({ clock: 'live' })
    const webhook = { url: 'https://hooks.example.com/in', topics: ['core.invoice/created'] }
    expect((await many.service(made, 'POST /public/v2/webhooks/', webhook)).status).toBeLessThan(300)
    received.length = 0
    await many.service(made, 'POST /public/v1/invoices/', INVOICE)
    await many.workerd.restart()
    await expect.poll(() => received.length, { timeout: 20_000 }).toBeGreaterThan(0)
    expect(received[0]?.url).toBe('https://hooks.example.com/in')
  })

  test('a request that is cut by a fault fails, and what it wrote is there', async () => {
    const made = await many.make()
    await many.control(made, 'POST /faults', { then: { loseResponse: true } })
    const response = await many.service(made, 'POST /public/v1/invoices/', INVOICE)
    expect(response.status).toBe(502)
    await expect(response.text()).rejects.toThrow('terminated')
    expect(await countOf(made)).toBe(1)
  })

  test('rows longer than the platform allows are cut, and are whole again', async () => {
    const made = await many.make()
    const line = INVOICE.items[0]
    const memo = 'x'.repeat(1000)
    const items = Array.from({ length: 1900 }, (_, at) => ({ ...line, memo, position: at + 1 }))
    const response = await many.control(made, 'POST /records/invoices', { ...INVOICE, items })
    expect(response.status, await response.clone().text()).toBe(200)
    const before = await many.tables(made)
    await many.workerd.restart()
    expect(await many.tables(made)).toEqual(before)
  })

  test('what nobody uses expires, and its team no longer lists it', async () => {
    await using short = {
      many: await WorkerdDeployment.start('', { idleDays: 1 / 86_400 }),
      [Symbol.asyncDispose]: async () => short.many.workerd[Symbol.asyncDispose](),
    }
    const made = await short.many.make()
    const listed = async () =>
      ((await (await short.many.team('GET ')).json()) as { sandboxes: unknown[] }).sandboxes
    expect(await listed()).toHaveLength(1)
    await expect.poll(listed, { timeout: 10_000 }).toEqual([])
    expect((await short.many.service(made, 'GET /public/v1/items/')).status).toBe(404)
    const bin = (await (await short.many.team('GET /bin')).json()) as { sandboxes: { id: string }[] }
    expect(bin.sandboxes).toMatchObject([{ id: made.id }])
    expect((await short.many.team(`POST /${made.id}/restore`)).status).toBe(200)
    expect((await short.many.service(made, 'GET /public/v1/items/')).status).toBe(200)
    expect(await listed()).toHaveLength(1)
  })

  test('one that is to expire is gone then, although it is used, and a new name is listed', async () => {
    const [made, other] = [await many.make({ expiresIn: '4 seconds' }), await many.make()]
    const names = async () => {
      const { sandboxes } = (await (await many.team('GET ')).json()) as { sandboxes: { name: string }[] }
      return sandboxes.map(({ name }) => name)
    }
    const changed = await many.team(`PATCH /${made.id}`, { name: 'for a moment' })
    expect([changed.status, await changed.json()]).toMatchObject([200, { id: made.id, name: 'for a moment' }])
    expect(await names()).toContain('for a moment')
    const ask = async () => (await many.service(made, 'GET /public/v1/items/')).status
    await expect.poll(ask, { timeout: 10_000 }).toBe(404)
    expect(await names()).not.toContain('for a moment')
    expect((await many.service(other, 'GET /public/v1/items/')).status).toBe(200)
  })

  const COUNT = Number(process.env.SANDBOXES ?? 10)
  test(
    'sandboxes that are deleted leave no rows behind',
    async () => {
      const before = readdirSync(many.workerd.state, { recursive: true }).length
      for (let at = 0; at < COUNT; at += 1) {
        const made = await many.make()
        expect((await many.team(`DELETE /${made.id}`)).status).toBe(200)
      }
      const { sandboxes } = (await (await many.team('GET ')).json()) as { sandboxes: unknown[] }
      expect(sandboxes.length).toBeLessThan(COUNT)
      // The platform keeps an empty file for each, which it removes itself.
      const files = readdirSync(many.workerd.state, { recursive: true }).length
      expect(files - before).toBeLessThanOrEqual(3 * COUNT)
    },
    60_000 + COUNT * 100,
  )
})
