import { createSimulator } from 'accounting-simulator'
import { describe, expect, it } from 'vitest'
import { panelOf } from '../support/panel'
import { INVOICE, INVOICES } from '../support/worlds/shop'

describe('a fault tells all that it was injected with', () => {
  it.each([
    ['a number of hits', { times: 2, skip: 1 }, { times: 2, skip: 1, probability: null, until: null }],
    ['a share', { probability: 0.25 }, { times: null, probability: 0.25, remaining: null }],
    [
      'a time',
      { after: '1 minute', during: '5 minutes' },
      { from: '2026-01-15T09:01:00.000Z', until: '2026-01-15T09:06:00.000Z' },
    ],
    ['a try', { request: 2, attempt: 1 }, { request: 2, attempt: 1 }],
    [
      'a condition',
      { when: { records: 'invoices', atLeast: 3 } },
      { when: { records: 'invoices', atLeast: 3 } },
    ],
  ])('%s', async (_, given, told) => {
    const ask = panelOf(createSimulator())
    await ask('POST /faults', { ...given, then: { status: 503 } })
    expect(await ask('GET /faults')).toMatchObject([told])
  })
})

describe('a request through the controls', () => {
  it.each([
    ['is answered', {}, { outcome: 'answered', response: { status: 200 } }],
    ['is held back', { delay: '3 seconds' }, { outcome: 'held', response: null }],
    ['is lost', { networkError: true }, { outcome: 'lost', response: null }],
  ])('%s', async (_, then, expected) => {
    const simulator = createSimulator()
    const ask = panelOf(simulator)
    if (Object.keys(then).length > 0) await ask('POST /faults', { then })
    const headers = { 'X-API-KEY': simulator.apiKey, 'content-type': 'application/json' }
    const sent = { method: 'POST', path: INVOICES, headers, body: JSON.stringify(INVOICE) }
    expect(await ask('POST /requests', sent)).toMatchObject({ route: `POST ${INVOICES}`, ...expected })
    await simulator.clock.advance('1 minute')
  })

  it.each([
    [{ path: 'invoices' }, 'path must begin with /, such as /public/v1/invoices/'],
    [{ path: '/', method: 'CONNECT' }, /no such request can be sent/],
    [{ path: '/', methods: 'GET' }, 'methods is not a known member, perhaps method'],
  ])('%j is refused', async (sent, error) => {
    expect((await panelOf(createSimulator())('POST /requests', sent)).error).toMatch(error)
  })

  it.each([
    [{ path: '/public/health/#x' }, 'GET /public/health/'],
    [{ path: '/public/health/', method: 'patch' }, null],
  ])('%j has its entry', async (sent, route) => {
    const entry = await panelOf(createSimulator())('POST /requests', sent)
    expect(entry).toMatchObject({ kind: 'request', sequence: 1, route })
  })

  it('tells when a held response came', async () => {
    const simulator = createSimulator()
    const ask = panelOf(simulator)
    await ask('POST /faults', { then: { delay: '3 seconds' } })
    await ask('POST /requests', { path: '/public/health/' })
    await ask('POST /clock/advance', { duration: '1 minute' })
    expect((await ask('GET /traffic'))[0]).toMatchObject({
      at: '2026-01-15T09:00:00.000Z',
      ended: '2026-01-15T09:00:03.000Z',
    })
  })
})
