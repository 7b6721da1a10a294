import type { AssumptionOverrides } from 'accounting-simulator'
import { createSimulator } from 'accounting-simulator'
import { replay, toHar } from 'accounting-simulator/replay'
import { describe, expect, test } from 'vitest'
import { invoice } from '../support/worlds/trade'
import { shopSession } from './shop-session'

const seed = 'the service'

describe('forms of a recording', { timeout: 240_000 }, async () => {
  const { traffic } = await shopSession({ seed })
  const entries = traffic.map(({ at, request, response }) => ({ at, request, response }))
  const lines = entries.map((entry) => JSON.stringify(entry)).join('\n')
  const parsed = entries.map(({ at, request, response }) => ({
    at,
    request,
    response: { ...response, body: JSON.parse(response?.body || 'null') },
  }))

  // name, recording
  const table: [string, unknown][] = [
    ['the traffic of a simulator', traffic],
    ['a list of exchanges', entries],
    ['a list as text', JSON.stringify(entries)],
    ['lines of JSON', lines],
    ['lines with blank ones between', lines.replaceAll('\n', '\r\n\n')],
    ['bodies that were parsed already', parsed],
    ['a HAR', toHar(traffic)],
    ['a HAR as text', JSON.stringify(toHar(traffic))],
    ['a HAR, indented', JSON.stringify(toHar(traffic), null, 2)],
    ['a HAR that begins with a byte order mark', `\uFEFF${JSON.stringify(toHar(traffic))}`],
    ['in any order', [...entries].reverse()],
  ]

  test.each(table)('%s', async (_, recording) => {
    const { exchanges, alike, differences, contradicted, undecided } = await replay(recording)
    expect({ exchanges, alike, differences, contradicted, undecided }).toEqual({
      exchanges: 20,
      alike: 20,
      differences: [],
      contradicted: [],
      undecided: [],
    })
  })
})

/** Whether a recorder keeps the headers of a preflight differs; the service itself has no OPTIONS and refuses it. */
test.each<[string, Record<string, string>, number, Record<string, string>, number]>([
  ['with its headers', { 'access-control-request-method': 'POST' }, 204, {}, 1],
  ['with the headers of its answer', {}, 200, { 'access-control-allow-methods': 'GET, POST' }, 1],
  ['refused', { 'access-control-request-method': 'POST' }, 403, {}, 1],
  ['without any header', {}, 204, {}, 1],
  ["a client's own OPTIONS", { 'x-api-key': 'test-api-key' }, 204, {}, 0],
  ['an OPTIONS that the service refused', {}, 405, {}, 0],
])('a preflight %s', async (_, asked, status, answered, preflights) => {
  const { fetch, traffic, apiKey } = createSimulator({ seed })
  await fetch('/public/v1/items/', { headers: { 'X-API-KEY': apiKey } })
  const [item] = traffic.map(({ at, request, response }) => ({ at, request, response }))
  const request = { ...item?.request, method: 'OPTIONS', headers: asked }
  const options = { at: item?.at, request, response: { status, headers: answered, body: '' } }
  const report = await replay([options, item] as never)
  expect([report.preflights, report.exchanges]).toEqual([preflights, 2 - preflights])
})

describe('assumptions that a session contradicts', { timeout: 240_000 }, () => {
  const sets: [AssumptionOverrides][] = [
    [{ 'list-body': 'bare-array' }],
    [{ 'malformed-body': 422, 'delete-referenced': 409 }],
    [{ 'unique-ids': 'off', 'trailing-slash': 'accept', 'unknown-parameters': '422' }],
    [
      {
        rounding: 'down',
        'idempotency-replay': true,
        'no-lines': 'accept',
        'ratelimit-headers': 'aggregate',
      },
    ],
  ]

  test.each(sets)('%j', async (assumptions) => {
    const { traffic } = await shopSession({ seed, assumptions })
    const report = await replay(traffic)
    expect(Object.fromEntries(report.contradicted.map(({ id, fits }) => [id, fits[0]]))).toEqual(assumptions)
    expect(report.assumptions).toEqual(assumptions)
    expect(report.unexplained).toEqual([])
    expect((await replay(traffic, { assumptions: report.assumptions })).differences).toEqual([])
  })
})

test('a world with documents keeps its rounding: the recording can contradict other assumptions only', async () => {
  const before = createSimulator()
  before.records.invoices.create(invoice())
  const world = before.export()
  const service = createSimulator({ world, assumptions: { 'list-body': 'bare-array' } })
  await service.clock.advance('1 day')
  await service.fetch('/public/v1/invoices/', { headers: { 'X-API-KEY': service.apiKey } })
  const { contradicted, differences } = await replay(service.traffic, { world })
  expect(contradicted.map(({ id }) => id)).toEqual(['list-body'])
  expect(differences).toHaveLength(1)
})
