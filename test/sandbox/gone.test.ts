import { request } from 'node:http'
import { afterEach, expect, test, vi } from 'vitest'
import { answering } from '../../src/hosts/node/exchange'
import { doorOf } from '../../src/hosts/node/many/door'
import { listen, type SimulatorServer } from '../../src/hosts/node/server'
import { AttemptLimiter } from '../../src/sandbox/attempt-limiter'
import { Ids } from '../../src/sandbox/ids-and-tokens'
import { readQuotas } from '../../src/sandbox/quotas'
import { teamsByHash } from '../../src/sandbox/teams'
import { INVOICE } from '../support/worlds/shop'
import { DOMAIN, TEAMS, TestDeployment } from './deployment'
import { MemorySandboxes } from './memory-sandboxes'

let server: SimulatorServer
afterEach(() => server.close())

test('a move of time stops when its client closes the connection, and nothing is told of it', async () => {
  const quotas = readQuotas({}, 'quotas')
  const many = new TestDeployment(new MemorySandboxes(), quotas)
  const [now, tell] = [() => many.time, () => undefined]
  const parts = { ids: new Ids('a secret of the test'), domain: DOMAIN, teams: await teamsByHash(TEAMS) }
  const deployment = { ...parts, fleet: many.fleet, quotas, now, tell, tries: new AttemptLimiter(100) }
  const failed = vi.fn()
  const door = doorOf({
    deployment: () => deployment as never,
    health: (() => undefined) as never,
    page: undefined,
    cors: false,
    answered: () => undefined,
    failed,
  })
  const simulator = { baseUrl: 'http://localhost', fetch: async () => new Response() }
  const answers: Promise<Response>[] = []
  const watched: typeof door = (...asked) => {
    const answer = door(...asked)
    answers.push(answer)
    return answer
  }
  const handle = answering({ simulator, door: watched, isNamed: () => true })
  server = await listen(handle, { port: 0, host: '127.0.0.1', grace: 0 })
  const made = await many.make({
    clock: 'manual',
    options: { rateLimits: false, now: '2026-01-15T09:00:00.000Z' },
  })
  const dayOf = async () => ((await (await many.control(made, 'GET /clock')).json()) as { now: string }).now
  const daily = {
    company_id: 1,
    name: 'daily',
    memo: '',
    date: '2026-01-16',
    rrule: 'FREQ=DAILY',
    status: 'active',
  }
  const body = { ...daily, recurring_type: 'automatic', record_payload: INVOICE }
  expect((await many.service(made, 'POST /public/v1/recurring/invoices/', body)).status).toBe(200)
  const move = request({
    port: server.port,
    method: 'POST',
    path: '/__simulator/clock/advance',
    headers: { host: new URL(made.url).host, authorization: `Bearer ${made.adminToken}` },
  })
  move.on('error', () => undefined)
  move.end(JSON.stringify({ duration: '10000 days' }))
  const begin = await dayOf()
  await vi.waitUntil(async () => (await dayOf()) > begin, { timeout: 10_000 })
  move.destroy()
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([499])
  const at = await dayOf()
  for (let turn = 0; turn < 100; turn += 1) await new Promise(setImmediate)
  expect([await dayOf(), at < '2050']).toEqual([at, true])
  expect(failed).not.toHaveBeenCalled()
})
