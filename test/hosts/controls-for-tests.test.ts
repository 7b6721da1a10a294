import { describe, expect, test } from 'vitest'
import { serveEachTest } from '../support/served'
import { template } from '../support/worlds/template'

const served = serveEachTest()

const items = [{ item_id: 1, quantity: 1, rate: '100.00' }]
const invoice = {
  date: '2026-01-15',
  company_id: 1,
  customer_id: 1,
  currency_iso_4217_code: 'USD',
  exchange_rate: '1',
  reference_number: 'R-1',
  items,
}

async function call(method: string, path: string, body?: object) {
  const response = await fetch(served.server.url + path, {
    method,
    headers: { 'X-API-KEY': 'test-api-key', 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: (await response.json()) as Record<string, string> }
}

const control = (method: string, path: string, body?: object) => call(method, `/__simulator${path}`, body)

test('no read of an organisation that is not there makes one, and no DELETE', async () => {
  const { controls } = (await control('GET', '/')).body as unknown as { controls: { call: string }[] }
  const calls = controls
    .map(({ call }) => call.split(' '))
    .filter(([method]) => /GET|DELETE/.test(method ?? ''))
  // It waits for a change.
  const asked = calls.filter(([, path]) => path !== '/changes')
  expect(asked.length).toBeGreaterThan(40)
  for (const [method = '', path = ''] of asked) {
    const filled = path.replace('/{}', '/invoices').replaceAll('/{}', '/1')
    await fetch(`${served.server.url}/__simulator${filled}?organization=elsewhere`, { method })
    expect([path, ...served.simulator.organizations()]).not.toContain('elsewhere')
  }
  for (const path of ['/overview', '/records/invoices', '/books/check'])
    expect((await control('GET', `${path}?organization=elsewhere`)).status).toBe(200)
})

test('nor does a DELETE, and what is about the whole world is the same for each', async () => {
  await served.simulator.fetch(new Request('https://accounting.test/public/health/'))
  expect((await control('DELETE', '/records/customers/1?organization=elsewhere')).status).toBe(400)
  expect((await control('GET', '/traffic?organization=elsewhere')).body).toHaveLength(1)
  expect(served.simulator.organizations()).not.toContain('elsewhere')
})

describe('forks', () => {
  test('are served side by side, with their controls', async () => {
    const { body: one } = await control('POST', '/forks')
    const { body: two } = await control('POST', '/forks')
    expect([one, two]).toEqual([
      { id: '1', path: '/__simulator/forks/1', apiKey: 'test-api-key' },
      { id: '2', path: '/__simulator/forks/2', apiKey: 'test-api-key' },
    ])
    expect((await call('POST', `${one.path}/public/v1/invoices/`, invoice)).status).toBe(200)
    await call('POST', `${two.path}/__simulator/clock/advance`, { duration: '1 day' })
    const count = async (path = '') => (await call('GET', `${path}/__simulator/records/invoices`)).body.count
    expect([await count(one.path), await count(two.path), served.simulator.records.invoices.count()]).toEqual(
      [1, 0, 0],
    )
    expect((await call('GET', `${one.path}/__simulator/clock`)).body.now).toBe('2026-01-15T09:00:00.000Z')
    expect(served.simulator.traffic).toHaveLength(0)
  })

  test('have faults of their own, also those of the network', async () => {
    const { body: fork } = await control('POST', '/forks')
    await call('POST', `${fork.path}/__simulator/faults`, { then: { networkError: true } })
    await expect(call('GET', `${fork.path}/public/v1/invoices/`)).rejects.toThrow()
    expect((await call('GET', `${fork.path}/public/v1/invoices/`)).status).toBe(200)
  })

  test('end, and their ids are not used again', async () => {
    await control('POST', '/forks')
    expect((await control('DELETE', '/forks/1')).status).toBe(200)
    expect((await control('DELETE', '/forks/1')).body).toEqual({
      error: 'there is no fork 1; there is none',
      option: 'id',
    })
    expect((await call('GET', '/__simulator/forks/1/public/v1/invoices/')).status).toBe(404)
    expect((await control('POST', '/forks')).body.id).toBe('2')
    for (const below of ['/public/v1/invoices/', '/__simulator/clock'])
      expect(await call('GET', `/__simulator/forks/1${below}`)).toMatchObject({
        status: 404,
        body: { error: 'there is no fork 1; there are 2', option: 'id' },
      })
    expect((await call('GET', '/__simulator/forks/2/__simulater/clock')).body).toEqual({
      error: 'there is no /__simulater/clock, perhaps /__simulator/clock',
    })
    expect((await control('GET', '/forks')).body).toEqual(['2'])
  })
})

test('time runs until something is there', async () => {
  const missed = await control('POST', '/clock/run-until', { records: 'invoices' })
  expect([missed.status, missed.body.error]).toEqual([
    409,
    expect.stringContaining('the condition "at least 1 invoices" did not hold by 2026-01-15T09:00:00.000Z'),
  ])
  served.simulator.records.recurringInvoices.create(template())
  const second = { records: 'invoices', query: { customer_id: 1 }, atLeast: 2 }
  const { body } = await control('POST', '/clock/run-until', second)
  expect(body).toMatchObject({ from: '2026-01-15T09:00:00.000Z', to: '2026-03-01T00:00:00.000Z' })
  expect(served.simulator.records.invoices.count()).toBe(2)
  expect((await control('POST', '/clock/run-until', { attempts: 0 })).status).toBe(200)
  expect((await control('POST', '/clock/run-until', {})).status).toBe(400)
})

test('matchers judge the traffic and the records', async () => {
  const judge = async (name: string, body = {}) => (await control('POST', `/matchers/${name}`, body)).body
  expect((await control('GET', '/matchers')).body).toContain('toHaveNoDuplicates')
  expect(await judge('toBeBalanced')).toEqual({ pass: true, message: '' })
  for (let time = 0; time < 2; time += 1) await call('POST', '/public/v1/invoices/', invoice)
  expect(await judge('toHaveUsedIdempotencyKeys')).toMatchObject({ pass: false })
  expect((await judge('toHaveNoDuplicates')).message).toContain('made 2 times')
  const by = { records: 'invoices', options: { by: 'reference_number' } }
  expect((await judge('toHaveNoDuplicates', by)).message).toContain('have the same reference_number "R-1"')
  expect(await judge('toHaveNoDuplicates', { options: { by: 'refrence_number' } })).toEqual({
    error: 'by names "refrence_number", which no record has, perhaps reference_number',
    option: 'by',
  })
  expect((await judge('toBeBalancd')).error).toContain(
    'there is no matcher toBeBalancd, perhaps toBeBalanced',
  )
})
