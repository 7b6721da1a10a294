import { describe, expect, test } from 'vitest'
import { allRoutes } from '../../src/service/all-routes'
import { definitionRoutes } from '../../src/service/http/routes/definition-routes'
import { nearestRoute } from '../../src/service/http/routes/nearest-route'
import { Router, route as routeOf } from '../../src/service/http/routes/route'
import { definition, definitions, tinyWire } from './tiny-wire'

const route = (method: string, template: string) =>
  routeOf(method, template, { group: 'any', run: () => ({ status: 200, body: template, summary: '' }) })

const routes = new Router([
  ...definitions.flatMap(definitionRoutes),
  route('GET', '/public/v1/recurring/invoices/'),
  route('GET', '/public/v1/contracts/{record_id}/'),
  route('POST', '/public/v1/contracts/{contract_id}/usage/bulk-upsert/'),
  route('PATCH', '/public/v2/webhooks/{uuid}/'),
  route('GET', '/public/v2/webhooks/topics/'),
])

const uuid = '6ba7b810-9dad-41d1-80b4-00c04fd430c8'

test.each([
  ['GET', '/public/v1/invoices/', 'GET /public/v1/invoices/'],
  ['POST', '/public/v1/invoices/', 'POST /public/v1/invoices/'],
  ['GET', '/public/v1/invoices/12/', 'GET /public/v1/invoices/{record_number}/ 12'],
  [
    'PUT',
    '/public/v1/invoices/9007199254740991/',
    'PUT /public/v1/invoices/{record_number}/ 9007199254740991',
  ],
  ['DELETE', '/public/v1/customers/3/', 'DELETE /public/v1/customers/{customer_id}/ 3'],
  ['POST', '/public/v1/invoices/12/attachments/', 'POST /public/v1/invoices/{record_number}/attachments/ 12'],
  ['GET', '/public/v1/recurring/invoices/', 'GET /public/v1/recurring/invoices/'],
  [
    'POST',
    '/public/v1/contracts/5/usage/bulk-upsert/',
    'POST /public/v1/contracts/{contract_id}/usage/bulk-upsert/ 5',
  ],
  ['GET', '/public/v2/webhooks/topics/', 'GET /public/v2/webhooks/topics/'],
  ['PATCH', `/public/v2/webhooks/${uuid}/`, `PATCH /public/v2/webhooks/{uuid}/ ${uuid}`],
  ['DELETE', '/public/v1/invoices/', 'allow GET, POST'],
  ['HEAD', '/public/v1/invoices/', 'allow GET, POST'],
  ['PATCH', '/public/v1/invoices/4/', 'allow DELETE, GET, PUT'],
  ['GET', '/public/v1/invoices', 'nothing'],
  ['GET', '/public/v1/invoices/0/', 'GET /public/v1/invoices/{record_number}/ 0'],
  ['GET', '/public/v1/invoices/01/', 'nothing'],
  ['GET', '/public/v1/invoices/+1/', 'nothing'],
  ['GET', '/public/v1/invoices/1.0/', 'nothing'],
  ['GET', '/public/v1/invoices/%31/', 'nothing'],
  ['GET', '/public/v1/invoices/1;x=1/', 'nothing'],
  ['GET', '/public/v1/invoices/9007199254740992/', 'nothing'],
  ['GET', '/public/v1/invoices/99999999999999999999/', 'nothing'],
  ['GET', '/public/v1/invoices//', 'nothing'],
  ['GET', '/public/v1//invoices/', 'nothing'],
  ['GET', '/public/v1/Invoices/', 'nothing'],
  ['GET', '/public/v1/in%76oices/', 'nothing'],
  ['GET', '/public/v1/contracts/5/usage/', 'nothing'],
  ['GET', `/public/v1/invoices/${uuid}/`, 'nothing'],
  ['GET', '/', 'nothing'],
  ['GET', '/public/', 'nothing'],
])('%s %s -> %s', (method, pathname, expected) => {
  const match = routes.match(method, pathname, false)
  const told = {
    route: () => (match.kind === 'route' ? [match.route.key, ...match.parameters].join(' ') : ''),
    'other-methods': () => (match.kind === 'other-methods' ? `allow ${match.allow.join(', ')}` : ''),
    nothing: () => 'nothing',
  }
  expect(told[match.kind]()).toBe(expected)
})

test('a path may be let go without its slash', () => {
  expect(routes.match('GET', '/public/v1/invoices', true).kind).toBe('route')
  expect(routes.match('GET', '/public/v1/invoices/3', true).kind).toBe('route')
  expect(routes.match('GET', '/public/v1', true).kind).toBe('nothing')
})

test.each([
  ['GET', '/public/v1/invoice/', 'GET /public/v1/invoices/'],
  ['PUT', '/public/v1/invoises/3/', 'PUT /public/v1/invoices/{record_number}/'],
  ['GET', '/public/v2/topics/', 'GET /public/v2/invoices/'],
])('nearest to %s %s is %s', (method, pathname, expected) => {
  expect(nearestRoute(routes.all, method, pathname)?.key).toBe(expected)
})

describe('on the wire', () => {
  test('404 and 405', async () => {
    const { wire, send } = tinyWire()
    const lost = await send('GET', '/public/v1/invoices')
    expect([lost.status, await lost.json()]).toEqual([
      404,
      { success: false, errors: { __all__: ['Not found'] } },
    ])
    expect(wire.traffic[0]?.why).toContain('final slash')
    const wrong = await send('DELETE', '/public/v1/invoices/', undefined)
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, POST'])
    const head = await send('HEAD', '/public/v1/invoices/')
    expect([head.status, await head.text()]).toEqual([405, ''])
  })

  test('statuses of the verbs', async () => {
    const { send } = tinyWire()
    const statuses = [
      await send('POST', '/public/v1/customers/', { name: 'A' }),
      await send('GET', '/public/v1/customers/1/'),
      await send('PUT', '/public/v1/customers/1/', {}),
      await send('DELETE', '/public/v1/customers/1/'),
      await send('GET', '/public/v1/customers/1/'),
    ].map((response) => response.status)
    expect(statuses).toEqual([201, 200, 200, 200, 404])
  })

  test('a deletion answers a flag, or nothing', async () => {
    const flagging = tinyWire()
    await flagging.send('POST', '/public/v1/invoices/', {})
    expect(await (await flagging.send('DELETE', '/public/v1/invoices/1/')).json()).toEqual({ success: true })
    const silent = tinyWire({ assumptions: { 'delete-response': '204' } })
    await silent.send('POST', '/public/v1/invoices/', {})
    const response = await silent.send('DELETE', '/public/v1/invoices/1/')
    expect([response.status, response.body, response.headers.has('content-type')]).toEqual([204, null, false])
  })

  test('health', async () => {
    const { send } = tinyWire()
    for (const path of ['/public/health/', '/public/v3-alpha/health/']) {
      expect(await (await send('GET', path)).json()).toEqual({
        status: 'ok',
        timestamp: '1970-01-01T00:16:40Z',
      })
    }
  })
})

test('the routes of a machine are made once', () => {
  const many = Array.from({ length: 25 }, (_, index) => definition({ name: `records-${index}` }))
  const machine = {
    definitions: many,
    everything: many,
    find: () => undefined,
    type: () => expect.unreachable(),
    views: [],
    viewed: () => expect.unreachable(),
  }
  const made = allRoutes(machine)
  expect(made.all.length).toBeGreaterThan(200)
  expect(allRoutes(machine)).toBe(made)
})
