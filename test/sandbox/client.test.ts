import { inspect } from 'node:util'
import { isOptionError } from 'accounting-simulator'
import {
  isSandboxError,
  type SandboxAccess,
  type SandboxHandle,
  type SandboxTeam,
  sandbox,
} from 'accounting-simulator/controls'
import { sandboxes } from 'accounting-simulator/worker'
import { beforeEach, expect, test } from 'vitest'
import { readManyOptions } from '../../src/hosts/node/many/options'
import { INVOICE } from '../support/worlds/shop'
import { DOMAIN, TEAMS, TestDeployment } from './deployment'
import { MemorySandboxes } from './memory-sandboxes'

let many: TestDeployment
beforeEach(() => {
  many = new TestDeployment(new MemorySandboxes(), { sandboxes: 3 })
})

const teamWith = (token: string, url = `https://${DOMAIN}`) =>
  sandbox(url, token, { fetch: (address, init) => many.fetch(address, init) })

const refusal = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => (isSandboxError(error) ? error : Promise.reject(error)),
  )

test('a run has a sandbox, its workers fork it, and all are deleted at the end', async () => {
  const team = teamWith(TEAMS.web)
  const run = await team.create({ name: 'CI 4711', clock: 'manual' })
  const headers = { 'content-type': 'application/json' }
  const created = await run.fetch('/public/v1/invoices/', {
    method: 'POST',
    headers,
    body: JSON.stringify(INVOICE),
  })
  expect(created.status).toBe(200)
  const own = await team.open(run).fork('worker 1')
  expect(await own.control('GET /clock')).toMatchObject({ kind: 'manual' })
  const { from, to } = await own.control<{ from: string; to: string }>('POST /clock/advance', {
    duration: '5 days',
  })
  expect(Date.parse(to) - Date.parse(from)).toBe(5 * 86_400_000)
  expect(await own.control('GET /records/invoices')).toMatchObject({ count: 1 })
  const names = async () => {
    const found: string[] = []
    for await (const { name } of team.list()) found.push(name)
    return found.sort()
  }
  expect(await names()).toEqual(['CI 4711', 'worker 1'])
  expect(await team.change(own.id, { name: 'worker one', expiresIn: '1 hour' })).toMatchObject({
    name: 'worker one',
    expires: many.time + 3_600_000,
  })
  await own.delete()
  await team.delete(run.id)
  expect(await names()).toEqual([])
})

test('a sandbox that was idle is taken out of the bin', async () => {
  const team = teamWith(TEAMS.web)
  const { id } = await team.create({ name: 'demo' })
  await many.serve(31)
  expect(await refusal(team.change(id, { name: 'x' }))).toMatchObject({ status: 404 })
  await team.restore(id)
  expect(await team.change(id, { expiresIn: null })).toMatchObject({ name: 'demo' })
})

test('errors name the quota or the option', async () => {
  const team = teamWith(TEAMS.web)
  for (let at = 0; at < 3; at += 1) await team.create()
  expect(await refusal(team.create())).toMatchObject({ status: 429, quota: 'sandboxes' })
  const wrong = await refusal(teamWith(TEAMS.mobile).create({ clock: 'slow' as 'live' }))
  expect(wrong).toMatchObject({ status: 400, option: 'clock' })
  expect(wrong?.message).toContain("clock must be one of live, manual, not 'slow'")
  expect(await refusal(teamWith('a guess').create())).toMatchObject({ status: 401 })
})

test('a list that is taken for an array says how it is read', async () => {
  const team = teamWith(TEAMS.web)
  const { id } = await team.create()
  const ids: string[] = []
  for await (const one of team.list()) ids.push(one.id)
  for await (const one of await team.list()) ids.push(one.id)
  expect(ids).toEqual([id, id])
  const list = (await team.list()) as unknown as unknown[]
  const told = 'it gives one sandbox after the other, for await (const one of team.list())'
  expect(() => list.length).toThrow(`team.list() has no length: ${told}`)
  expect(() => list.map(String)).toThrow(told)
  expect(() => expect(list).toHaveLength(0)).toThrow(told)
  // What prints and compares it asks for none of these.
  expect([inspect(list), String(list), Object.keys(list)]).toEqual([
    expect.stringContaining('AsyncGenerator'),
    '[object AsyncGenerator]',
    [],
  ])
  expect(list).not.toEqual([])
})

// biome-ignore format: a table
test.each<[token: string | undefined, told: string]>([
  [undefined,   'token is missing, perhaps since a variable of the environment is not set'],
  ['',          "token must be a text that is not empty, not ''"],
  ['   ',       "token must be a text that is not empty, not '   '"],
  [' Bearer x', 'token must be given without Bearer'],
])('the token %j: %s', (token, told) => {
  expect(() => sandbox('https://sandbox.example.com', token)).toThrow(told)
})

const NO_DEPLOYMENT = 'url must be an address such as https://sandboxes.example, without /__sandboxes, not'

// biome-ignore format: a table
test.each<[url: string, told: string | undefined]>([
  ['https://x.example/team/__sandboxes-eu',  undefined],
  ['https://x.example/team/my__sandboxes/',  undefined],
  ['https://x.example:8443/',                undefined],
  ['http://127.0.0.1:4020',                  undefined],
  ['https://__sandboxes.example',            undefined],
  ['https://x.example/__sandboxes',          NO_DEPLOYMENT],
  ['https://x.example/?at=/__sandboxes',      undefined],
  ['https://x.example/__sandboxes?after=a',  NO_DEPLOYMENT],
  ['https://x.example/team/__sandboxes/bin', NO_DEPLOYMENT],
  ['localhost:4020',                         NO_DEPLOYMENT],
])('the deployment %s: %s', (url, told) => {
  if (told === undefined) expect(teamWith(TEAMS.web, url)).toHaveProperty('create')
  else expect(() => teamWith(TEAMS.web, url)).toThrow(told)
})

test.each<[string, (team: SandboxTeam, own: SandboxHandle) => Promise<unknown>]>([
  ['team.create', (team) => team.create({ name: (() => '') as never })],
  ['team.change', (team) => team.change('a', { name: (() => '') as never })],
  ['team.change without an id', (team) => team.change('', {})],
  ['team.delete', (team) => team.delete('')],
  ['team.restore', (team) => team.restore('')],
  ['own.control', (_, own) => own.control('POST /faults', { when: () => true })],
  ['own.fork', (_, own) => own.fork((() => '') as never)],
  ['own.fetch', (_, own) => own.fetch(7 as never)],
])('%s rejects a mistake, as fetch does, and throws nothing', async (_, call) => {
  const team = teamWith(TEAMS.web)
  const own = await team.create()
  expect(await call(team, own).catch(isOptionError)).toBe(true)
})

test('a deployment on this machine is called without names of hosts', async () => {
  const run = await teamWith(TEAMS.web, 'http://127.0.0.1:4020').create()
  expect(run.url).toBe('http://127.0.0.1:4020')
  expect((await run.fetch('/public/v1/customers/')).status).toBe(200)
  expect(await run.control('GET /clock')).toMatchObject({ kind: 'live' })
})

/** What would go elsewhere, be lost on the way, or be undefined. */
test.each<[string, (team: SandboxTeam, own: SandboxHandle) => unknown, string]>([
  [
    'the address of another server',
    (_, own) => own.fetch('https://api.example.com/public/v1/invoices/'),
    'path leads to https://api.example.com, which is not the sandbox',
  ],
  [
    'an address with its content',
    (_, own) => own.fetch('data:text/plain,x'),
    'path leads to data:, which is not',
  ],
  ['an address of mail', (_, own) => own.fetch('mailto:a@b.example'), 'path leads to mailto:, which is not'],
  [
    'the URL of another server',
    (_, own) => own.fetch(new URL('https://b.example')),
    'path leads to https://b.e',
  ],
  ['no path', (_, own) => own.fetch(undefined as never), 'path must be a path such as /public/v1/items/'],
  ['half an address', (_, own) => own.fetch('http://['), 'path must be a path such as /public/v1/items/'],
  [
    'a function in the body',
    (team) => team.create({ options: { answers: (() => undefined) as never } }),
    'options.answers must be a value that JSON can say, not a function',
  ],
  [
    'a function in an array of the body',
    (_, own) => own.control('POST /faults', { faults: [{}, { when: [() => true] }] }),
    'faults[1].when[0] must be a value that JSON can say, not a function',
  ],
  [
    'a function in a body that is an array',
    (_, own) => own.control('POST /faults', [() => true]),
    '[0] must be a value that JSON can say, not a function',
  ],
  [
    'a function as the body',
    (_, own) => own.control('POST /faults', () => true),
    'body must be a value that JSON can say, not a function',
  ],
  ['a token with its scheme', () => teamWith(`Bearer ${TEAMS.web}`), 'token must be given without Bearer'],
  ['the address of the list', () => teamWith(TEAMS.web, `https://${DOMAIN}/__sandboxes`), 'url must be'],
  ['a misspelt call', (team) => (team as never as { opn: string }).opn, 'perhaps team.open'],
])('a mistake of the caller is told: %s', async (_, call, told) => {
  const team = teamWith(TEAMS.web)
  const own = await team.create()
  await expect((async () => call(team, own))()).rejects.toThrow(told)
})

test.each(['/public/v1/items/?limit=1', 'public/v1/items/', 'whole', 'URL'])(
  'a handle fetches %s',
  async (path) => {
    const own = await teamWith(TEAMS.web).create({ name: undefined as never, expiresIn: null })
    const whole = `${own.url}/public/v1/items/`
    const { status } = await own.fetch(path === 'URL' ? new URL(whole) : path === 'whole' ? whole : path)
    expect(status).toBe(200)
    const kept = JSON.parse(JSON.stringify(own)) as SandboxAccess
    expect(await teamWith(TEAMS.web).open(kept).control('GET /records/items')).toMatchObject({ count: 6 })
    expect(await Promise.resolve(own)).toBe(own)
  },
)

const readMany = (domain: string) => readManyOptions({ directory: 'kept', teams: TEAMS, domain }, '').domain

test.each(['https://sandbox.example.com', 'sandbox.example.com/', '*.sandbox.example.com', ''])(
  'the domain %j would be a part of each name: refused',
  (domain) => {
    const told = 'domain must be a host name such as sandbox.example.com, without scheme, path and wildcard'
    expect(() => readMany(domain)).toThrow(told)
    expect(() => sandboxes({ domain, teams: TEAMS })).toThrow(told)
  },
)

test.each(['sandbox.example.com', 'localhost', 'localhost:4020', 'b\u00fccher.example', '[::1]:4020'])(
  'the domain %j is taken',
  (domain) => {
    expect(readMany(domain)).toBe(domain)
    expect(sandboxes({ domain, teams: TEAMS })).toHaveProperty('fetch')
  },
)
