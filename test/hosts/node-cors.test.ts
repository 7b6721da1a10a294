import { createSimulator, type FaultOptions, type SimulatorOptions } from 'accounting-simulator'
import { type ServeOptions, type SimulatorServer, serve } from 'accounting-simulator/node'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { rawExchange } from './raw-exchange'

const servers: SimulatorServer[] = []
async function start(options: ServeOptions = {}, world: SimulatorOptions = {}) {
  const simulator = createSimulator(world)
  const server = await serve(simulator, options)
  servers.push(server)
  return { simulator, server }
}

afterEach(async () => {
  vi.restoreAllMocks()
  for (const server of servers.splice(0)) await server.close()
})

const PAGE = 'http://localhost:5173'
const CUSTOMERS = '/public/v1/customers/'

interface Answer {
  readonly status: number
  readonly headers: Headers
}

/** Over a bare socket, because fetch may send no `Origin` of its own. */
async function asked(
  { port }: SimulatorServer,
  line: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const fields = Object.entries({ Host: `127.0.0.1:${port}`, Connection: 'close', ...headers })
  const lines = [`${line} HTTP/1.1`, ...fields.map(([name, value]) => `${name}: ${value}`), '', '']
  const [head = ''] = (await rawExchange(port, lines.join('\r\n'))).split('\r\n\r\n')
  const [status = '', ...rest] = head.split('\r\n')
  return {
    status: Number(status.split(' ')[1]),
    headers: new Headers(
      rest.map((field): [string, string] => [field.split(':', 1)[0] ?? '', field.replace(/^[^:]*:/, '')]),
    ),
  }
}

const preflight = (server: SimulatorServer, more: Readonly<Record<string, string>> = {}, path = CUSTOMERS) =>
  asked(server, `OPTIONS ${path}`, {
    Origin: PAGE,
    'Access-Control-Request-Method': 'GET',
    'Access-Control-Request-Headers': 'idempotency-key,x-api-key',
    ...more,
  })

const ofPage = { Origin: PAGE, 'X-API-KEY': 'test-api-key' }

describe('serve with cors', () => {
  it('answers a preflight with what the browser asked for', async () => {
    const { server } = await start({ cors: true })
    const { status, headers } = await preflight(server)
    expect([status, Object.fromEntries(headers)]).toEqual([
      204,
      {
        'access-control-allow-origin': PAGE,
        'access-control-allow-methods': 'GET',
        'access-control-allow-headers': 'idempotency-key,x-api-key',
        vary: 'origin',
        connection: 'close',
      },
    ])
  })

  it('a preflight is no request of the service: not in maintenance, traffic, limits and faults', async () => {
    const { simulator, server } = await start({ cors: true })
    const fault = simulator.faults.inject({ then: { status: 500 } })
    simulator.admin.maintenance.start()
    for (let time = 0; time < 30; time += 1) expect((await preflight(server)).status).toBe(204)
    simulator.admin.maintenance.stop()
    expect([fault.hits, simulator.traffic.length]).toEqual([0, 0])
    fault.disarm()
    const { headers } = await asked(server, `GET ${CUSTOMERS}`, ofPage)
    expect(headers.get('x-ratelimit-remaining')).toBe('9')
  })

  it.each([
    ['is done', [], {}, 200, ['content-type', 'x-ratelimit-remaining']],
    ['lacks its key', [], { 'X-API-KEY': '' }, 401, ['content-type']],
    ['meets a fault', [{ then: { status: 429, retryAfter: 7 } }], {}, 429, ['retry-after']],
    ['meets a damaged answer', [{ then: { truncateBody: 5 } }], {}, 200, ['x-ratelimit-limit']],
  ] as [string, FaultOptions[], Record<string, string>, number, string[]][])(
    'a page reads each header of the answer to a request that %s',
    async (_, faults, more, status, wanted) => {
      const { simulator, server } = await start({ cors: true })
      for (const fault of faults) simulator.faults.inject(fault)
      const answer = await asked(server, `GET ${CUSTOMERS}`, { ...ofPage, ...more })
      expect(answer.status).toBe(status)
      expect(answer.headers.get('access-control-allow-origin')).toBe(PAGE)
      expect(answer.headers.get('vary')).toBe('origin')
      const exposed = answer.headers.get('access-control-expose-headers')?.split(', ')
      const ofHost = ['access-control-allow-origin', 'access-control-expose-headers', 'connection', 'vary']
      const all = [...answer.headers.keys()].filter((name) => !ofHost.includes(name))
      expect(exposed).toEqual(expect.arrayContaining(wanted))
      expect([...(exposed ?? []), 'content-length']).toEqual(expect.arrayContaining(all))
    },
  )

  it('a page reads that an answer is a replay', async () => {
    const { server } = await start({ cors: true }, { assumptions: { 'idempotency-replay': true } })
    const body = '{"name":"Kept","email":"","address":"","country":"","phone":"","website":""}'
    const headers = {
      origin: PAGE,
      'x-api-key': 'test-api-key',
      'content-type': 'application/json',
      'idempotency-key': 'once',
    }
    const post = () => fetch(server.url + CUSTOMERS, { method: 'POST', headers, body })
    await post()
    expect((await post()).headers.get('access-control-expose-headers')).toContain('idempotent-replayed')
  })

  it('a lost answer is still lost', async () => {
    const { simulator, server } = await start({ cors: true })
    simulator.faults.inject({ then: { loseResponse: true } })
    expect((await asked(server, `GET ${CUSTOMERS}`, ofPage)).status).toBeNaN()
  })

  it('a page reads the 500 of an error that is none of the network', async () => {
    vi.spyOn(console, 'error').mockReturnValue(undefined)
    const broken = {
      baseUrl: 'https://accounting.test',
      fetch: () => Promise.reject(new RangeError('a bug')),
    }
    const server = await serve(broken, { cors: true })
    servers.push(server)
    const { status, headers } = await asked(server, 'GET /', ofPage)
    expect([status, headers.get('access-control-allow-origin')]).toEqual([500, PAGE])
  })

  it('adds to the headers of an answer that nobody may change', async () => {
    const { server: origin } = await start({ cors: true })
    const through = { baseUrl: origin.url, fetch: () => fetch(origin.url + CUSTOMERS) }
    const server = await serve(through, { cors: true })
    servers.push(server)
    const { status, headers } = await asked(server, 'GET /', ofPage)
    expect([status, headers.get('access-control-allow-origin')]).toEqual([401, PAGE])
  })

  it.each([
    ['no page', `GET ${CUSTOMERS}`, { 'X-API-KEY': 'test-api-key' }, 200, null],
    ['a page without an origin', `GET ${CUSTOMERS}`, { ...ofPage, Origin: 'null' }, 200, 'null'],
    ['OPTIONS of no browser', `OPTIONS ${CUSTOMERS}`, ofPage, 405, PAGE],
    ['a strange name', `GET ${CUSTOMERS}`, { ...ofPage, Host: 'evil.example' }, 403, null],
    ['the controls', 'GET /__simulator/clock', ofPage, 403, null],
  ] as [string, string, Record<string, string>, number, string | null][])(
    '%s: %s',
    async (_, line, headers, status, allowed) => {
      const { server } = await start({ cors: true, controls: true })
      const answer = await asked(server, line, headers)
      expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([status, allowed])
    },
  )

  it.each([
    ['the controls', {}, '/__simulator/clock'],
    ['a strange name', { Host: 'evil.example' }, CUSTOMERS],
  ])('refuses a preflight of %s', async (_, more, path) => {
    const { server } = await start({ cors: true, controls: true })
    const { status, headers } = await preflight(server, more, path)
    expect([status, headers.get('access-control-allow-origin')]).toEqual([403, null])
  })

  it.each(['yes', '*', PAGE, 1, null])('refuses %s', async (cors) => {
    await expect(serve(createSimulator(), { cors: cors as never })).rejects.toMatchObject({
      name: 'OptionError',
      option: 'cors',
    })
  })
})

describe('serve without cors', () => {
  const WHY = 'serve(simulator, { cors: true })'

  it.each([
    ['the next request', {}, 1],
    ['all requests', { on: `* ${CUSTOMERS}` }, 1],
    ['requests by a function', { on: ({ url }) => url.endsWith(CUSTOMERS) }, 1],
    ['the first of several', { request: 1 }, 1],
    ['the second', { skip: 1 }, 0],
  ] as [string, Partial<FaultOptions>, number][])(
    'a preflight uses up no fault for %s, and its reason says what answers browsers',
    async (_, selection, hits) => {
      const { simulator, server } = await start()
      const fault = simulator.faults.inject({ ...selection, then: { status: 503 } })
      const { status, headers } = await preflight(server)
      expect([status, headers.has('access-control-allow-origin'), fault.hits]).toEqual([401, false, 0])
      expect(simulator.traffic.at(-1)?.why).toContain(WHY)
      await asked(server, `GET ${CUSTOMERS}`, ofPage)
      expect(fault.hits).toBe(hits)
      expect(simulator.traffic.at(-1)?.why).not.toContain(WHY)
    },
  )

  it('a preflight is not the request for which a scenario waits', async () => {
    const { simulator, server } = await start()
    await simulator.play({
      name: 'The first request finds maintenance',
      steps: [{ when: { request: `* ${CUSTOMERS}` }, admin: { call: 'maintenance.start' } }],
    })
    await preflight(server)
    expect(simulator.admin.maintenance.current()).toBeNull()
    expect((await asked(server, `GET ${CUSTOMERS}`, ofPage)).status).toBe(503)
  })

  it('the reason stands in maintenance, too', async () => {
    const { simulator, server } = await start()
    simulator.admin.maintenance.start()
    expect((await preflight(server)).status).toBe(503)
    expect(simulator.traffic.at(-1)?.why).toContain(WHY)
  })
})
