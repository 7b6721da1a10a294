import { beforeEach, describe, expect, test, vi } from 'vitest'
import { AttemptLimiter } from '../../src/sandbox/attempt-limiter'
import { teamsByHash } from '../../src/sandbox/teams'
import { pause } from '../support/pause'
import { INVOICE } from '../support/worlds/shop'
import { type Made, TEAMS, TestDeployment } from './deployment'
import { MemorySandboxes } from './memory-sandboxes'

const ITEMS = '/public/v1/items/'
const OLD = 'an-old-token-of-the-team'
const NEW = 'a-newer-token-of-the-team'
const GUESS = 'a-guess-of-what-it-could-be'
const HASH = 'A'.repeat(64)

describe('the tokens of teams', () => {
  test.each<[teams: object, option: string, text: string]>([
    [{ web: '' }, 'teams.web', 'not empty'],
    [{ web: null }, 'teams.web', 'text'],
    [{ web: 7 }, 'teams.web', 'text'],
    [{ web: [] }, 'teams.web', 'a list of tokens'],
    [{ web: [OLD, 7] }, 'teams.web[1]', 'text'],
    [{ web: 'a' }, 'teams.web', 'at least 24 characters'],
    [{ web: ['x'.repeat(23)] }, 'teams.web[0]', 'at least 24 characters'],
    [{ web: `${OLD}\n` }, 'teams.web', 'a space or the end of a line, which no request can send'],
    [{ mobile: 'sha256:9f86' }, 'teams.mobile', '64 hexadecimal digits'],
    [{ web: OLD, mobile: OLD }, 'teams.mobile', 'web and mobile have the same token'],
    [{ web: [OLD, OLD] }, 'teams.web', 'web and web have the same token'],
    [{ web: `sha256:${HASH}`, mobile: `sha256:${HASH.toLowerCase()}` }, 'teams.mobile', 'the same token'],
  ])('%j is refused', async (teams, option, text) => {
    const message = expect.stringContaining(text)
    await expect(teamsByHash(teams as never)).rejects.toMatchObject({ option, message })
  })

  test('may be hashes, also with capitals', async () => {
    const [hash = ''] = [...(await teamsByHash({ web: OLD })).keys()]
    expect(await teamsByHash({ web: `sha256:${hash.toUpperCase()}` })).toEqual(new Map([[hash, 'web']]))
  })

  test('are replaced while the old one is still used', async () => {
    const many = new TestDeployment(new MemorySandboxes())
    const ask = async (token: string) => (await many.team('GET ', undefined, token)).status
    const both = async () => [await ask(OLD), await ask(NEW)]
    many.setTeams({ web: OLD })
    expect(await both()).toEqual([200, 401])
    many.setTeams({ web: [NEW, OLD] })
    expect(await both()).toEqual([200, 200])
    many.setTeams({ web: [NEW] })
    expect(await both()).toEqual([401, 200])
  })
})

describe('a deployment', () => {
  let many: TestDeployment
  let made: Made
  beforeEach(async () => {
    many = new TestDeployment(new MemorySandboxes(), { triesPerMinute: 5 })
    made = await many.make({ clock: 'manual', name: 'demo' })
  })

  test('gives a sandbox another key and token, and the old token ends', async () => {
    await many.service(made, 'POST /public/v1/invoices/', INVOICE)
    const response = await many.team(`POST /${made.id}/credentials`)
    const renewed = (await response.json()) as Made
    expect([response.status, renewed.id, renewed.url]).toEqual([200, made.id, made.url])
    const reach = async (one: Made) => [
      (await many.service(one, `GET ${ITEMS}`)).status,
      (await many.control(one, 'GET /clock')).status,
    ]
    await many.fleet.evict(0)
    expect(await reach(renewed)).toEqual([200, 200])
    expect(await reach(made)).toEqual([200, 401])
    expect((await many.team(`POST /${made.id}/credentials`, undefined, TEAMS.mobile)).status).toBe(404)
  })

  test('tells who did what, with team and sandbox', async () => {
    const [team, sandbox] = ['web', made.id]
    const fork = (await (await many.team(`POST /${made.id}/fork`, { name: 'fork' })).json()) as Made
    await many.team(`PATCH /${made.id}`, { name: 'shop', expiresIn: '1 hour' })
    await many.team(`POST /${made.id}/credentials`)
    await many.team(`DELETE /${fork.id}`)
    many.time += 3_600_000
    await many.fleet.wakeDue()
    expect(many.events).toEqual([
      { event: 'created', team, sandbox, name: 'demo' },
      { event: 'created', team, sandbox: fork.id, name: 'fork', from: made.id },
      { event: 'changed', team, sandbox },
      { event: 'renewed', team, sandbox },
      { event: 'deleted', team, sandbox: fork.id },
      { event: 'expired', team, sandbox, because: 'end' },
    ])
  })

  test('tells of what it refuses itself, and not of what its services refuse', async () => {
    many.events.length = 0
    await many.service({ ...made, apiKey: 'unknown' }, `GET ${ITEMS}`)
    await many.control(made, 'POST /faults', { then: { status: 503 }, times: 1 })
    expect((await many.service(made, `GET ${ITEMS}`)).status).toBe(503)
    expect(many.events).toEqual([])
    await many.team('GET ', undefined, GUESS)
    await many.control({ ...made, adminToken: 'st_guess' }, 'GET /clock')
    const address = many.address
    const refused = { event: 'refused', status: 401, method: 'GET', address }
    expect(many.events).toEqual([
      { ...refused, path: '/__sandboxes' },
      { ...refused, path: '/__simulator/clock', sandbox: made.id },
    ])
  })

  test.each<[what: string, guess: (other: TestDeployment) => Promise<Response>]>([
    ['tokens of teams', (other) => other.team('GET ', undefined, GUESS)],
    ['tokens of sandboxes', (other) => other.control({ ...made, adminToken: 'st_x' }, 'GET /clock')],
    ['ids', (other) => other.fetch(`https://${'a'.repeat(22)}.sandbox.example.com/`)],
  ])('bounds the tries of %s from one address', async (_, guess) => {
    many.address = '198.51.100.1'
    for (let count = 1; count <= 5; count += 1) expect((await guess(many)).status).not.toBe(429)
    const refused = await guess(many)
    expect([refused.status, await refused.json()]).toMatchObject([429, { quota: 'triesPerMinute' }])
    // Nobody learns there whether a guess was right.
    expect((await many.team('GET ')).status).toBe(429)
    const seconds = Number(refused.headers.get('retry-after'))
    expect(seconds).toBe(12)
    many.address = '203.0.113.7'
    expect((await many.team('GET ')).status).toBe(200)
    many.address = '198.51.100.1'
    many.time += seconds * 1000
    expect((await many.team('GET ')).status).toBe(200)
  })

  test.each([
    ['a network of IPv6', '2001:db8:7:1::1', '2001:db8:7:1:ffff::2', 429],
    ['another network of IPv6', '2001:db8:7:1::1', '2001:db8:7:2::1', 200],
    ['an address in its longer form', '198.51.100.1', '::ffff:198.51.100.1', 429],
    ['another address in its longer form', '::ffff:198.51.100.1', '::ffff:198.51.100.2', 200],
    ['another address behind a translator', '64:ff9b::198.51.100.1', '64:ff9b::198.51.100.2', 200],
  ])('takes %s for one client, or for two', async (_, first, second, status) => {
    many.address = first
    for (let count = 1; count <= 6; count += 1) await many.team('GET ', undefined, GUESS)
    many.address = second
    expect((await many.team('GET ')).status).toBe(status)
  })

  test('remembers who has tried too often, whoever tries after that', () => {
    const tries = new AttemptLimiter(5)
    const addressOf = (at: number): string => `10.${at >> 16}.${(at >> 8) & 255}.${at & 255}`
    tries.succeeded('192.0.2.1', 'web')
    for (let count = 0; count < 5; count += 1) tries.failed('192.0.2.1', 0)
    for (let at = 0; at < 30_000; at += 1) {
      tries.failed(addressOf(at), 0)
      if (at % 9000 === 0) tries.succeeded('192.0.2.1', 'mobile')
    }
    const wait = ['web', 'mobile', 'another'].map((what) => tries.wait('192.0.2.1', what, 0))
    expect(wait).toEqual([undefined, undefined, 12])
  })

  test('remembers what an address was let in to last, of very many', () => {
    const tries = new AttemptLimiter(1)
    for (let at = 0; at < 30_000; at += 1) tries.succeeded('192.0.2.1', `sandbox ${at}`)
    tries.failed('192.0.2.1', 0)
    const known = Array.from({ length: 30_000 }, (_, at) => `sandbox ${at}`).filter(
      (what) => tries.wait('192.0.2.1', what, 0) === undefined,
    )
    expect(known).toHaveLength(1000)
    expect(known[0]).toBe('sandbox 29000')
  })

  test('takes nobody for let in whose key a sandbox refused', async () => {
    many.address = '198.51.100.1'
    expect((await many.service({ ...made, apiKey: 'unknown' }, `GET ${ITEMS}`)).status).toBe(403)
    const guess = () => many.control({ ...made, adminToken: 'st_x' }, 'GET /clock')
    for (let count = 1; count <= 5; count += 1) expect((await guess()).status).toBe(401)
    expect((await guess()).status).toBe(429)
    expect((await many.service(made, `GET ${ITEMS}`)).status).toBe(429)
  })

  test('counts no request without a token, a key or an id: those who look whether somebody is there', async () => {
    many.address = '198.51.100.1'
    for (const path of ['/', '/favicon.ico', '/__sandboxes', '/', '/robots.txt', '/'])
      expect((await many.fetch(`https://sandbox.example.com${path}`)).status).not.toBe(429)
    expect((await many.team('GET ')).status).toBe(200)
  })

  test('lets in whom it has let in before from that address', async () => {
    for (let count = 1; count <= 6; count += 1) await many.team('GET ', undefined, GUESS)
    expect((await many.team('GET ', undefined, GUESS)).status).toBe(429)
    expect((await many.team('GET ')).status).toBe(200)
    const next = await many.make()
    expect((await many.control(next, 'GET /clock')).status).toBe(200)
    expect((await many.service(next, `GET ${ITEMS}`)).status).toBe(200)
  })

  test('gives no advice for programs on its error output', async () => {
    const warn = vi.spyOn(console, 'error').mockReturnValue()
    await many.control(made, 'POST /faults', { then: { delay: '1 hour' }, times: 1 })
    const held = many.service(made, `GET ${ITEMS}`)
    await pause(1100)
    expect(warn).not.toHaveBeenCalled()
    await many.control(made, 'POST /clock/advance', { duration: '1 hour' })
    expect((await held).status).toBe(200)
    warn.mockRestore()
  })
})
