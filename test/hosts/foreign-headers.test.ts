import { createSimulator } from 'accounting-simulator'
import { replay } from 'accounting-simulator/replay'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Office } from '../support/worlds/office'

/** Headers whose names keep their case when they are listed, as those of happy-dom do. */
class CasedHeaders extends Headers {
  readonly #names = new Map<string, string>()

  constructor(init?: HeadersInit) {
    super()
    for (const [name, value] of init === undefined ? [] : pairsOf(init)) this.append(name, value)
  }
  override append(name: string, value: string): void {
    super.append(name, value)
    const lower = name.toLowerCase()
    if (!this.#names.has(lower)) this.#names.set(lower, name)
  }
  override *entries(): ReturnType<Headers['entries']> {
    for (const [lower, name] of this.#names) yield [name, this.get(lower) ?? '']
    return undefined
  }
  override [Symbol.iterator]() {
    return this.entries()
  }
}

const pairsOf = (init: HeadersInit): Iterable<[string, string]> =>
  Symbol.iterator in init ? (init as Iterable<[string, string]>) : Object.entries(init)

const withCase = <Init extends { headers?: HeadersInit }>(init: Init | undefined) =>
  new CasedHeaders(init?.headers)

class CasedRequest extends Request {
  override readonly headers: Headers
  constructor(input: Request | URL | string, init?: RequestInit) {
    super(input, init)
    this.headers = withCase(input instanceof CasedRequest ? input : init)
  }
}

class CasedResponse extends Response {
  override readonly headers: Headers
  constructor(body?: BodyInit | null, init?: ResponseInit) {
    super(body, init)
    this.headers = withCase(init)
  }
}

const URL_ = 'https://accounting.test/public/v1/invoices/'

describe('an environment whose headers keep the case of their names', () => {
  beforeEach(() => {
    vi.stubGlobal('Headers', CasedHeaders)
    vi.stubGlobal('Request', CasedRequest)
    vi.stubGlobal('Response', CasedResponse)
  })
  afterEach(() => vi.unstubAllGlobals())

  const invoice = {
    method: 'POST',
    headers: { 'X-API-KEY': 'test-api-key', 'Content-Type': 'application/json', 'Idempotency-Key': 'once' },
    body: JSON.stringify({
      company_id: 1,
      customer_id: 1,
      date: '2026-01-15',
      items: [{ item_id: 1, quantity: '1', rate: '59.99' }],
    }),
  }

  it('is what the globals are', () => {
    const { headers } = new Request(URL_, { headers: { 'X-Api-Key': 'a' } })
    expect([...headers]).toEqual([['X-Api-Key', 'a']])
    expect(headers.get('x-api-key')).toBe('a')
  })

  it('lets two equal POSTs with one key make one invoice', async () => {
    const { fetch, records, traffic } = createSimulator()
    const given = [() => fetch(URL_, invoice), () => fetch(new Request(URL_, invoice))]
    for (const send of given) expect((await send()).status).toBe(200)
    expect(records.invoices.count()).toBe(1)
    expect(traffic.map(({ idempotencyKey, replayed }) => [idempotencyKey, replayed])).toEqual([
      ['once', false],
      ['once', true],
    ])
  })

  it('reads Retry-After of a receiver', async () => {
    const office = new Office()
    await office.register()
    office.receive(() => new Response(null, { status: 429, headers: { 'Retry-After': '7200' } }), 200)
    office.sell()
    await office.simulator.clock.advance('3 hours')
    expect(office.minutes()).toEqual([0, 120])
    expect(office.attempts[0]?.response?.headers).toMatchObject({ 'retry-after': '7200' })
  })

  it('reads a recording whose headers are Headers', async () => {
    const { fetch, traffic } = createSimulator()
    await fetch(URL_, invoice)
    await fetch(URL_, { headers: invoice.headers })
    const recorded = (changed: Record<string, string>) =>
      traffic.map(({ at, request, response }) => ({
        at,
        request: { ...request, headers: new Headers(Object.entries(request.headers)) },
        response: response && { ...response, headers: new Headers({ ...response.headers, ...changed }) },
      })) as never
    expect(await replay(recorded({}))).toMatchObject({ exchanges: 2, alike: 2 })
    expect(await replay(recorded({ 'Content-Type': 'text/html' }))).toMatchObject({ exchanges: 2, alike: 0 })
  })
})
