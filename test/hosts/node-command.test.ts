import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { createSimulator } from 'accounting-simulator'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { commands } from '../../tsup.config'
import { bundlePrograms } from '../support/bundled'
import { temporaryFolder } from '../support/temporary-folder'

const folder = temporaryFolder()
beforeAll(() => bundlePrograms(folder, commands), 60_000)

let child: ChildProcess | undefined
function run(...args: string[]) {
  const started = spawn(process.execPath, [join(folder, 'node-command.js'), ...args])
  child = started
  const printed = { out: '', err: '' }
  started.stdout.on('data', (chunk) => {
    printed.out += chunk
  })
  started.stderr.on('data', (chunk) => {
    printed.err += chunk
  })
  return { started, printed, ended: once(started, 'close') }
}

/** Starts the command on a free port and reads what a person would read from its first line. */
async function serving(...args: string[]) {
  const command = run('--port', '0', ...args)
  while (!command.printed.out.includes('\n'))
    await Promise.race([once(command.started.stdout, 'data'), command.ended])
  const [, url = '', key = ''] = (args.includes('--json')
    ? /"url":"([^"]+)".*"apiKey":"([^"]+)"/
    : /(http:\S+) with API key (\S+)/
  ).exec(command.printed.out) ?? [command.printed.err]
  return { ...command, url, headers: { 'x-api-key': key, 'content-type': 'application/json' } }
}

afterEach(() => {
  child?.kill('SIGKILL')
})

describe('accounting-simulator', () => {
  it('answers pages of other origins, asked by the word serve and --cors', async () => {
    const command = run('serve', '--port', '0', '--cors')
    while (!command.printed.out.includes('\n'))
      await Promise.race([once(command.started.stdout, 'data'), command.ended])
    const [url = command.printed.err] = /http:\/\/[\d.:]+/.exec(command.printed.out) ?? []
    const preflight = await fetch(`${url}/public/v1/customers/`, {
      method: 'OPTIONS',
      headers: { origin: 'http://localhost:5173', 'access-control-request-method': 'GET' },
    })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-origin')).toBe('http://localhost:5173')
  })

  it('serves, saves its world when told to stop, and starts again from it', { timeout: 60_000 }, async () => {
    const file = join(temporaryFolder(), 'world.json')
    const body = JSON.stringify({ name: 'Kept', email: '', address: '', country: '', phone: '', website: '' })

    const first = await serving('--clock', 'manual', '--save', file)
    const created = await fetch(`${first.url}/public/v1/customers/`, {
      method: 'POST',
      headers: first.headers,
      body,
    })
    const { id } = (await created.json()) as { id: number }
    first.started.kill('SIGTERM')
    expect(await first.ended).toEqual([0, null])
    const simulator = createSimulator({ world: JSON.parse(readFileSync(file, 'utf8')) })
    expect(simulator.records.customers.get(id).name).toBe('Kept')

    const second = await serving('--world', file)
    const found = await fetch(`${second.url}/public/v1/customers/${id}/`, { headers: second.headers })
    expect(((await found.json()) as { name: string }).name).toBe('Kept')
    second.started.kill('SIGINT')
    expect(await second.ended).toEqual([0, null])
  })

  it('ends with its standard input', { timeout: 60_000 }, async () => {
    const { started, ended } = await serving('--end-with', 'stdin')
    started.stdin.end()
    expect(await ended).toEqual([0, null])
  })

  it('says in one line of JSON where it listens, and prints nothing more', { timeout: 60_000 }, async () => {
    const { url, headers, printed, started, ended } = await serving('--json', '--ui')
    const { port, pid, ...others } = JSON.parse(printed.out)
    expect([url, pid]).toEqual([`http://127.0.0.1:${port}`, started.pid])
    expect(others).toEqual({
      url,
      apiKey: headers['x-api-key'],
      clock: 'live',
      controls: `${url}/__simulator/`,
      inspector: `${url}/__simulator/ui/`,
    })
    await fetch(`${url}/public/v1/invoices/`, { headers })
    started.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
    expect(printed.out.match(/\n/g)).toHaveLength(1)
  })

  it('writes the same into a file, which is there as long as it listens', { timeout: 60_000 }, async () => {
    const file = join(temporaryFolder(), 'ready.json')
    writeFileSync(file, 'of an earlier one')
    const { url, printed, started, ended } = await serving('--ready-file', file, '--controls', 'off')
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ url, pid: started.pid, clock: 'live' })
    expect(printed.out).toContain(`Serving at ${url}`)
    started.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
    expect(existsSync(file)).toBe(false)
  })

  it('several that ask for a free port at once get one each', { timeout: 60_000 }, async () => {
    const all = await Promise.all(Array.from({ length: 4 }, () => serving('--json')))
    expect(new Set(all.map(({ url }) => url)).size).toBe(4)
    for (const { started } of all) started.stdin.end()
    for (const { started } of all) started.kill('SIGTERM')
    for (const { ended } of all) expect(await ended).toEqual([0, null])
  })

  it.each(['stdin', 'parent'])(
    'ends within a second with %s, whatever is under way',
    { timeout: 60_000 },
    async (what) => {
      const command = [join(folder, 'node-command.js'), '--port', '0', '--json', '--end-with', what]
      const start = `
      const child = require('child_process').spawn(process.execPath, ${JSON.stringify(command)},
        { stdio: [${what === 'stdin' ? "'pipe'" : "'ignore'"}, 'inherit', 'inherit'] })
      setInterval(() => {}, 1000)`
      const parent = spawn(process.execPath, ['-e', start])
      const ended = once(parent, 'close')
      const [line] = await once(parent.stdout, 'data')
      const { url } = JSON.parse(String(line))
      const fault = JSON.stringify({ then: { delay: '1 hour' } })
      await fetch(`${url}/__simulator/faults`, { method: 'POST', body: fault })
      const held = fetch(`${url}/public/v1/invoices/`).catch(() => undefined)
      const half = fetch(`${url}/public/v1/invoices/`, {
        method: 'POST',
        body: new ReadableStream({}),
        duplex: 'half',
      } as RequestInit).catch(() => undefined)
      await setTimeout(100)
      const killed = performance.now()
      parent.kill('SIGKILL')
      await ended
      expect(performance.now() - killed).toBeLessThan(1000)
      await Promise.all([held, half])
    },
  )

  it('ends with its parent', { timeout: 60_000 }, async () => {
    const command = [join(folder, 'node-command.js'), '--port', '0', '--end-with', 'parent']
    const start = `require('child_process').spawn(process.execPath, ${JSON.stringify(command)}, { stdio: 'inherit' })`
    const parent = spawn(process.execPath, ['-e', start])
    const ended = once(parent, 'close')
    await once(parent.stdout, 'data')
    parent.kill('SIGKILL')
    // Its output closes when the command has ended, too.
    expect(await ended).toEqual([null, 'SIGKILL'])
  })

  it.each([
    ['SIGHUP', []],
    ['SIGTERM', ['SIGTERM']],
    ['SIGINT', ['SIGTERM']],
  ] as const)('keeps the world when told by %s and then by %j', { timeout: 60_000 }, async (signal, more) => {
    const file = join(temporaryFolder(), 'world.json')
    const { url, headers, started, ended } = await serving('--save', file)
    const fault = JSON.stringify({ then: { staleRead: true } })
    await fetch(`${url}/__simulator/faults`, { method: 'POST', body: fault })
    // A request that never ends must not keep the command.
    const half = fetch(`${url}/public/v1/invoices/`, {
      method: 'POST',
      headers,
      body: new ReadableStream({}),
      duplex: 'half',
    } as RequestInit).catch(() => undefined)
    started.kill(signal)
    for (const next of more) started.kill(next)
    await ended
    await half
    const simulator = createSimulator({ world: JSON.parse(readFileSync(file, 'utf8')) })
    expect(simulator.books.check()).toEqual([])
  })

  it('plays a scenario, and is directed through its controls', { timeout: 60_000 }, async () => {
    const { url, headers, started, ended } = await serving(
      '--clock',
      'manual',
      '--scenario',
      'maintenance-window',
    )
    const control = async (method: string, path: string, body?: object) => {
      const init = { method, body: body ? JSON.stringify(body) : null }
      const response = await fetch(`${url}/__simulator${path}`, init)
      expect(response.status).toBe(200)
      return response.json() as Promise<unknown>
    }
    const status = async () => (await fetch(`${url}/public/v1/invoices/`, { headers })).status
    expect(await status()).toBe(200)
    await control('POST', '/clock/advance', { duration: '1 minute' })
    expect(await status()).toBe(503)
    expect(await control('GET', '/plays')).toMatchObject([{ fired: [{ outcome: 'done' }], unfired: [] }])
    await control('POST', '/clock/advance', { duration: '1 hour' })
    expect(await status()).toBe(200)
    started.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
  })

  it('is set up, tells each request, and says what it is', { timeout: 60_000 }, async () => {
    const options = '--clock manual --now 2026-03-01T08:00:00Z --strict --no-rate-limits'.split(' ')
    const { url, headers, printed, started, ended } = await serving(
      ...options,
      '--assume',
      'trailing-slash=accept',
    )
    expect(await (await fetch(`${url}/`)).text()).toContain(
      'A simulated accounting-records service, for tests.',
    )
    expect(await (await fetch(`${url}/__simulator/`)).json()).toMatchObject({
      baseUrl: url,
      now: '2026-03-01T08:00:00.000Z',
    })
    for (let time = 0; time < 11; time += 1)
      expect((await fetch(`${url}/public/v1/customers`, { headers })).status).toBe(200)
    expect((await fetch(`${url}/public/v1/customers/?colour=red`, { headers })).status).toBe(422)
    started.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
    const lines = printed.out.split('\n').filter((line) => line.includes('/public/'))
    expect(lines).toHaveLength(12)
    expect(lines[0]).toBe('2026-03-01T08:00:00.000Z  GET /public/v1/customers  200  listed 5 of 5 customers')
    expect(lines[11]).toContain(
      'GET /public/v1/customers/?colour=red  422  colour: Extra inputs are not permitted',
    )
  })

  it('tells its version', { timeout: 60_000 }, async () => {
    const { printed, ended } = run('--version')
    expect(await ended).toEqual([0, null])
    expect(printed.out).toMatch(/^\d+\.\d+\.\d+\n$/)
  })

  it('keeps its controls to itself if told to', { timeout: 60_000 }, async () => {
    const { url, headers, started, ended } = await serving('--controls', 'off')
    expect((await fetch(`${url}/__simulator/clock`, { headers })).status).toBe(404)
    expect((await fetch(`${url}/`, { headers })).status).toBe(404)
    started.kill('SIGINT')
    expect(await ended).toEqual([0, null])
  })

  it.each([
    [
      ['--scenario', 'sunshine'],
      'accounting-simulator: there is no scenario sunshine; there are rate-limit-storm, ',
    ],
    [
      ['--scenario', 'flaky-netwerk'],
      'accounting-simulator: there is no scenario flaky-netwerk, perhaps flaky-network; there are ',
    ],
    [
      ['--now', 'noon'],
      "accounting-simulator: now must be an instant such as 2026-01-15T09:00:00Z, not 'noon'\n",
    ],
    [['--assume', 'trailing=1'], "accounting-simulator: there is no assumption called 'trailing'"],
    [['--clock', 'fast'], 'accounting-simulator: --clock must be live or manual, not fast\n'],
    [['--scenario', 'absent.json'], 'accounting-simulator: --scenario absent.json cannot be read: '],
    [['--world', 'absent.json'], 'accounting-simulator: --world absent.json cannot be read: '],
    [
      ['--ready-file', 'no/such/folder/f'],
      'accounting-simulator: --ready-file no/such/folder/f cannot be written: ',
    ],
    [['--save', 'no/such/folder/f'], 'accounting-simulator: --save no/such/folder/f cannot be written: '],
  ])('%j ends with a message and no stack', async (args, message) => {
    const { printed, ended } = run(...args)
    expect(await ended).toEqual([1, null])
    expect(printed.err.startsWith(message), printed.err).toBe(true)
    expect(printed.err.trim().split('\n')).toHaveLength(1)
  })
})
