import { expect, it } from 'vitest'
import { addressOf, firstRequest } from '../../src/tools/inspector/first-steps'
import { TypedAhead } from '../../src/tools/inspector/page-keys'

it.each([
  ['within a page', 'https://api.example.com', undefined, 'https://api.example.com'],
  ['of a server', 'https://api.example.com', 'http://127.0.0.1:4010', 'http://127.0.0.1:4010'],
  ['of a host that gives it a path', 'http://host/sandboxes/a', 'http://host', 'http://host/sandboxes/a'],
  ['of another host that begins alike', 'http://host.example', 'http://host', 'http://host'],
])('the address %s', (_, baseUrl, origin, address) => {
  expect(addressOf(baseUrl, origin)).toBe(address)
})

it.each([
  ['an invoice', [1, 3, 2], 'POST', 'invoices'],
  ['a list where nothing is there for one', [1, undefined, undefined], 'GET', 'customers'],
])('the first request is %s', (_, ids, method, path) => {
  const service = { baseUrl: '', apiKey: 'k', now: '2026-01-15T09:00:00.000Z' }
  const { request } = firstRequest(service, 'http://host', ids)
  expect(request).toMatchObject({ method, url: `http://host/public/v1/${path}/` })
  expect(request?.body ?? '').toBe(
    method === 'GET'
      ? ''
      : '{"date":"2026-01-15","company_id":1,"customer_id":3,"items":[{"item_id":2,"quantity":1,"rate":"120.00"}]}',
  )
})

it('letters are kept for a field on its way, and no longer once it cannot come', async () => {
  const ahead = new TypedAhead()
  expect(ahead.holds('a')).toBe(false)
  const going = ahead.goTo(() => Promise.reject(new Error('gone')))
  expect(ahead.holds('a')).toBe(true)
  await expect(going).rejects.toThrow('gone')
  expect(ahead.holds('a')).toBe(false)
})
