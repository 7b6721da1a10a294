import { expect, it } from 'vitest'
import { addressOf, firstRequest } from '../../src/tools/inspector/first-steps'

it.each([
  ['within a page', 'https://api.example.com', undefined, 'https://api.example.com'],
  ['of a server', 'https://api.example.com', 'http://127.0.0.1:4010', 'http://127.0.0.1:4010'],
  ['of a host that gives it a path', 'http://host/sandboxes/a', 'http://host', 'http://host/sandboxes/a'],
])('the address %s', (_, baseUrl, origin, address) => {
  expect(addressOf(baseUrl, origin)).toBe(address)
})

it.each([
  [
    'an invoice',
    { companies: { count: 1 }, customers: { count: 3 }, items: { count: 2 } },
    'POST',
    'invoices',
  ],
  ['a list where nothing is there for one', { companies: { count: 1 } }, 'GET', 'customers'],
])('the first request is %s', (_, counts, method, path) => {
  const service = { baseUrl: '', apiKey: 'k', now: '2026-01-15T09:00:00.000Z' }
  const { request } = firstRequest(service, 'http://host', counts)
  expect(request).toMatchObject({ method, url: `http://host/public/v1/${path}/` })
  expect(request?.body ?? '').toBe(
    method === 'GET'
      ? ''
      : '{"date":"2026-01-15","company_id":1,"customer_id":1,"items":[{"item_id":1,"quantity":1,"rate":"120.00"}]}',
  )
})
