import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { pause } from '../support/pause'
import { temporaryFolder } from '../support/temporary-folder'
import { commandForEach, ManyCommand, TOKENS } from './many-command'
import { sqliteHere } from './storages'

const PROGRAM = temporaryFolder()
const NEW = 'a-newer-token-of-the-team'
const GUIDE = readFileSync('docs/operating.md', 'utf8')

test('docs/operating.md has each event of the log, and no other', () => {
  const sources = ['src/sandbox/events.ts', 'src/hosts/node/many/events.ts', 'src/command/many/log.ts']
  const told = sources.flatMap(
    (path) => readFileSync(path, 'utf8').match(/(?<=readonly event: )'[^;}]+/g) ?? [],
  )
  const named = new Set(told.flatMap((types) => types.match(/\w+/g) ?? []))
  const [, table = ''] = GUIDE.split('| `event` | |')
  const rows = table.split('\n\n')[0]?.match(/(?<=^\| )[^|]+/gm) ?? []
  const described = new Set(rows.slice(1).flatMap((row) => row.match(/(?<=`)\w+(?=`)/g) ?? []))
  expect([...described].sort()).toEqual([...named].sort())
})

describe.skipIf(!sqliteHere)('many, operated', () => {
  let many: ManyCommand
  commandForEach(PROGRAM, (made) => {
    many = made
  })
  test('tokens are read again at SIGHUP; a file that cannot be taken changes nothing', async () => {
    await many.start()
    const ask = async () => {
      const tries = [TOKENS.web, NEW].map((token) => many.team('GET ', undefined, token))
      return (await Promise.all(tries)).map(({ status }) => status)
    }
    expect(await ask()).toEqual([200, 401])
    await many.make({ name: 'demo' })
    const again = async (teams: object, event: string) => {
      many.err = ''
      many.setTeams(teams)
      many.signal('SIGHUP')
      return many.told(event)
    }
    expect(await again({ web: [NEW, TOKENS.web] }, 'tokensRead')).toMatchObject({ teams: 1 })
    expect(await ask()).toEqual([200, 200])
    expect((await again({ web: 'short' }, 'error')).error).toContain('at least 24 characters')
    expect(await ask()).toEqual([200, 200])
    expect(await again({ shop: NEW }, 'teamWithoutToken')).toMatchObject({ team: 'web', sandboxes: 1 })
    expect(await ask()).toEqual([401, 200])
  })

  test('files are for its user only', async () => {
    mkdirSync(many.directory)
    chmodSync(many.directory, 0o755)
    for (const name of ['sandboxes.sqlite']) writeFileSync(join(many.directory, name), '', { mode: 0o644 })
    await many.start()
    await many.make()
    const modes = ['sandboxes.sqlite', 'sandboxes.sqlite-wal', 'operator.sock'].map((name) =>
      (statSync(join(many.directory, name)).mode & 0o777).toString(8),
    )
    expect(modes).toEqual(['600', '600', '600'])
    const fresh = new ManyCommand(PROGRAM)
    await fresh.start()
    expect((statSync(fresh.directory).mode & 0o777).toString(8)).toBe('700')
    await fresh.end()
  })

  test.each([
    ['', 'has no secret'],
    ['short', 'has no secret'],
    ['another secret than before', 'is not the one'],
  ])('a secret that is %j is told of with its file, and the old one is not lost', async (text, complaint) => {
    await many.start()
    const made = await many.make()
    await many.end()
    const file = join(many.directory, 'secret')
    writeFileSync(file, text)
    await expect(many.start()).rejects.toThrow(complaint)
    rmSync(file)
    await many.start()
    expect((await many.service(made, 'GET /public/v1/items/')).status).toBe(200)
  })

  test('a secret that is lost is told of: another one would hide every sandbox', async () => {
    await many.start()
    const made = await many.make()
    await many.end()
    if (!sqliteHere) throw new Error('there is no SQLite')
    const database = new sqliteHere(join(many.directory, 'sandboxes.sqlite'))
    const [{ text }] = database.prepare("SELECT text FROM notes WHERE name = 'secret'").all() as [
      { text: string },
    ]
    database.exec("DELETE FROM notes WHERE name = 'secret'")
    database.close()
    await expect(many.start()).rejects.toThrow('is lost')
    const file = join(many.directory, 'secret')
    writeFileSync(file, 'another secret than before')
    await expect(many.start()).rejects.toThrow('is not the one')
    writeFileSync(file, text)
    await many.start()
    expect((await many.service(made, 'GET /public/v1/items/')).status).toBe(200)
  })

  test('the ready file is that of this process, also after a start that failed', async () => {
    const ready = join(temporaryFolder(), 'ready.json')
    writeFileSync(ready, '{"web":"a token"}')
    await expect(many.start('--ready-file', ready)).rejects.toThrow('is there already, and it is none')
    expect(readFileSync(ready, 'utf8')).toBe('{"web":"a token"}')
    writeFileSync(ready, '{"pid":1}\n')
    many.setTeams({ web: 'short' })
    await expect(many.start('--ready-file', ready)).rejects.toThrow('at least 24 characters')
    expect(existsSync(ready)).toBe(false)
    many.setTeams(TOKENS)
    await many.start('--ready-file', ready)
    expect(readFileSync(ready, 'utf8')).toBe(many.out)
    await many.end('SIGKILL')
    const killed = many.out
    await many.start('--ready-file', ready)
    expect(readFileSync(ready, 'utf8')).not.toBe(killed)
    expect(await many.end()).toBe(0)
    expect(existsSync(ready)).toBe(false)
  })

  test('each event is one line of JSON with time, team and sandbox', async () => {
    await many.start()
    const { id } = await many.make({ name: 'a "name"\nof two lines' })
    await many.team('GET ', undefined, 'wrong')
    await many.team('GET ', undefined, 'wrong')
    await many.team(`DELETE /${id}`)
    expect(await many.end()).toBe(0)
    const told = many.events.map(({ event, team, sandbox, status, times }) => [
      event,
      team,
      sandbox,
      status,
      times,
    ])
    expect(told).toEqual([
      ['listening', undefined, undefined, undefined, undefined],
      ['created', 'web', id, undefined, undefined],
      ['refused', undefined, undefined, 401, undefined],
      ['deleted', 'web', id, undefined, undefined],
      ['stopping', undefined, undefined, undefined, undefined],
      ['refused', undefined, undefined, 401, 1],
      ['stopped', undefined, undefined, undefined, undefined],
    ])
    for (const { time } of many.events) expect(new Date(String(time)).toISOString()).toBe(time)
  })

  test('the log for people is text, and may be off', async () => {
    await many.start('--log', 'text')
    await many.make({ name: 'two words' })
    await many.end()
    expect(many.err).toMatch(/^\S+Z created team=web sandbox=[a-z2-7]{22} name="two words"$/m)
    many.err = ''
    await many.start('--log', 'off')
    await many.end()
    expect(many.err).toBe('')
  })

  test('says that it lives, that it is ready, and what it does', async () => {
    await many.start()
    const made = await many.make()
    await many.service(made, 'GET /public/v1/items/')
    await many.team('GET ', undefined, 'wrong')
    // It counts against no quota in the bin.
    await many.make({ expiresIn: '1 second' })
    await many.told('expired')
    const ask = async (path: string, headers = {}) => {
      const response = await fetch(many.url + path, { headers })
      return [response.status, await response.text()] as const
    }
    expect(await ask('/healthz')).toEqual([200, expect.stringContaining('"status":"ok"')])
    expect(await ask('/readyz')).toEqual([200, '{"status":"ready"}'])
    const [, text] = await ask('/metrics')
    const metric = (sample: string) =>
      Number(text.split(`\naccounting_sandboxes_${sample} `)[1]?.split('\n')[0])
    expect(metric('requests_total{code="200"}')).toBeGreaterThanOrEqual(3)
    expect(metric('requests_total{code="401"}')).toBe(1)
    expect(metric('events_total{event="created"}')).toBe(2)
    expect(metric('sandboxes{team="web"}')).toBe(1)
    expect(metric('open')).toBe(1)
    expect(metric('file_bytes{file="sandboxes.sqlite-wal"}')).toBeGreaterThan(0)
    expect(metric('free_bytes')).toBeGreaterThan(0)
    expect(metric('request_seconds_count')).toBeGreaterThanOrEqual(4)
    expect(metric('request_seconds_bucket{le="+Inf"}')).toBe(metric('request_seconds_count'))
    // Each line is one that Prometheus reads, and each family is described once.
    const lines = text.trimEnd().split('\n')
    for (const line of lines)
      expect(line).toMatch(
        /^(# (HELP|TYPE) accounting_sandboxes_\w+ .+|accounting_sandboxes_\w+(\{[^{}]+\})? [\d.e+-]+)$/,
      )
    const types = lines
      .filter((line) => line.startsWith('# TYPE'))
      .map((line) => line.split('_sandboxes_')[1])
    expect(new Set(types).size).toBe(types.length)
    const [, table = ''] = GUIDE.split('| Metric, after `accounting_sandboxes_` |')
    const described = table.split('\n\n')[0]?.match(/(?<=^\| `)\w+/gm) ?? []
    expect(described.length).toBeGreaterThan(7)
    for (const name of described) expect(types).toContainEqual(expect.stringMatching(`^${name} `))
    // Not through a proxy, and not of a sandbox.
    for (const headers of [{ 'x-forwarded-for': '203.0.113.7' }, { 'sec-fetch-site': 'same-origin' }])
      expect((await ask('/metrics', headers))[0]).toBe(403)
    const { port } = new URL(many.url)
    const ofSandbox = await new Promise<number | undefined>((resolve) => {
      const headers = { host: `${made.id}.localhost:${port}` }
      request({ port, host: '127.0.0.1', path: '/metrics', headers }, ({ statusCode }) =>
        resolve(statusCode),
      ).end()
    })
    expect(ofSandbox).toBe(401)
  })

  test.each<[args: (file: string) => string[], json: object, text: string]>([
    [(file) => ['--quotas', file], { requestPerSecond: 5 }, 'perhaps requestsPerSecond'],
    [(file) => ['--quotas', file], { rows: -1 }, 'rows must be'],
    [(file) => ['--teams', file], { web: 7 }, 'teams.web must be'],
    [() => ['--public-url', 'sandbox.example.com'], {}, 'publicUrl must be a URL'],
    [() => ['--public-url', 'https://x.example/sim', '--domain', 'x.example'], {}, 'leave domain out'],
    [() => ['--log', 'xml'], {}, '--log must be json, text or off'],
    [() => ['--quota', 'x'], {}, 'there is no option --quota, perhaps --quotas'],
    [() => ['--connections', 'x'], {}, '--connections must be a whole number'],
    [() => ['--grace', 'soon'], {}, '--grace'],
  ])('what cannot be taken is told of: %j', async (args, json, text) => {
    const file = join(temporaryFolder(), 'file.json')
    writeFileSync(file, JSON.stringify(json))
    await expect(many.start(...args(file))).rejects.toThrow(text)
  })

  test('quotas of a file are kept', async () => {
    const file = join(temporaryFolder(), 'quotas.json')
    writeFileSync(file, JSON.stringify({ sandboxes: 1 }))
    await many.start('--quotas', file)
    await many.make()
    expect(await (await many.team('POST ', {})).json()).toMatchObject({ quota: 'sandboxes' })
  })

  test('works below a path of a proxy: client, page and sandboxes', async () => {
    await many.start('--ui', '--public-url', 'http://localhost/sim')
    const proxy = createServer((incoming, outgoing) => {
      const { method, headers, url = '' } = incoming
      const path = url.replace(/^\/sim/, '')
      const sent = request(
        `${many.url}${path}`,
        { method, headers: { ...headers, host: 'localhost' } },
        (answer) => {
          outgoing.writeHead(answer.statusCode ?? 500, answer.headers)
          answer.pipe(outgoing)
        },
      )
      incoming.pipe(sent)
    })
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
    try {
      const { port } = proxy.address() as { port: number }
      const base = `http://127.0.0.1:${port}/sim`
      const { sandbox } = await import('accounting-simulator/controls')
      const made = await sandbox(base, TOKENS.web).create({ clock: 'manual' })
      expect((await made.fetch('/public/v1/items/')).status).toBe(200)
      expect(await made.control('GET /clock')).toMatchObject({ kind: 'manual' })
      const page = await fetch(`${base}/__sandboxes/ui`)
      expect([page.status, page.url]).toEqual([200, `${base}/__sandboxes/ui/`])
      await made.delete()
    } finally {
      proxy.close()
    }
  })

  test('connections above the limit are closed', async () => {
    await many.start('--connections', '1')
    const ask = () => fetch(`${many.url}/healthz`, { headers: { connection: 'close' } })
    const held = request(`${many.url}/__sandboxes`, { method: 'POST' })
    held.on('error', () => undefined)
    held.flushHeaders()
    await pause(100)
    await expect(ask()).rejects.toThrow()
    held.destroy()
    await pause(100)
    expect((await ask()).status).toBe(200)
  })
})
