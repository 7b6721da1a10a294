import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  readFileSync,
  renameSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { request } from 'node:http'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { SqliteFile } from '../../src/hosts/node/many/sqlite-file'
import { SqliteSandboxes } from '../../src/hosts/node/many/sqlite-sandboxes'
import { WorkerThread } from '../../src/hosts/node/many/world-thread'
import { attempt } from '../../src/kernel/attempt'
import { answerTo } from '../../src/sandbox/storage-answer'
import { pause } from '../support/pause'
import { temporaryFolder } from '../support/temporary-folder'
import { customer, INVOICE } from '../support/worlds/shop'
import { TestDeployment } from './deployment'
import { commandForEach, type ManyCommand, TOKENS } from './many-command'
import { type Opened, sqliteHere } from './storages'

const PROGRAM = temporaryFolder()
/** Root only may become somebody else, who may not reach a Node in the folders of root. */
const OTHERS_MAY_START_NODE =
  process.getuid?.() === 0 && spawnSync(process.execPath, ['--version'], { uid: 65_534 }).status === 0

describe.skipIf(!sqliteHere)('an operator is told', () => {
  let many: ManyCommand
  commandForEach(PROGRAM, (made) => {
    many = made
  })

  test('that the process is not ready, since its file was cut, and which file that is', async () => {
    await many.start()
    await many.make()
    const file = join(many.directory, 'sandboxes.sqlite')
    const ready = async () => {
      const response = await fetch(`${many.url}/readyz`)
      return [response.status, ((await response.json()) as { problem?: string }).problem]
    }
    // At rest the log is emptied into the file.
    while (statSync(file).size < 50_000) await pause(100)
    expect(await ready()).toEqual([200, undefined])
    truncateSync(file, 20_000)
    expect(await ready()).toEqual([503, expect.stringContaining(`${file} was cut`)])
    await many.end('SIGKILL')
    await expect(many.start()).rejects.toThrow(`put ${file} back`)
    writeFileSync(
      file,
      'this is no database, and never was one: it only lies where one lay before'.repeat(20),
    )
    await expect(many.start()).rejects.toThrow(`${file} cannot be read`)
  })

  test('that the process is not ready, since another file took the place of its own', async () => {
    await many.start()
    await many.make()
    const file = join(many.directory, 'sandboxes.sqlite')
    while (statSync(file).size < 50_000) await pause(100)
    copyFileSync(file, `${file}.copy`)
    renameSync(`${file}.copy`, file)
    expect((await fetch(`${many.url}/readyz`)).status).toBe(503)
  })

  test('that the process is ready while its writes fail: a limit of files is no fault of reads', async () => {
    many.blocks = 4096
    await many.start()
    const made = await many.make({ clock: 'manual', options: { rateLimits: false } })
    const body = { ...customer('x'), address: 'x'.repeat(200_000) }
    let response = await many.service(made, 'POST /public/v1/customers/', body)
    for (let count = 0; count < 50 && response.ok; count += 1)
      response = await many.service(made, 'POST /public/v1/customers/', body)
    expect([response.status, await response.text()]).toEqual([503, expect.stringContaining('disk I/O error')])
    const ready = await fetch(`${many.url}/readyz`)
    expect([ready.status, await ready.text()]).toEqual([200, '{"status":"ready"}'])
    expect((await many.service(made, 'GET /public/v1/items/')).status).toBe(200)
  })

  test.each([
    [['--public-url', 'https://tools.example.com/sim/'], 'https://tools.example.com/sim'],
    [['--domain', 'x.example.com'], 'https://{id}.x.example.com'],
    [['--public-url', 'http://x.corp', '--domain', 'x.corp'], 'http://{id}.x.corp'],
    [['--public-url', 'https://x.corp:8443', '--domain', 'x.corp:8443'], 'https://{id}.x.corp:8443'],
    [['--public-url', 'https://x.corp:8443/', '--domain', 'x.corp'], 'https://{id}.x.corp:8443'],
  ])('clients are told the URL at which they reach a sandbox: %j', async (args, expected) => {
    await many.start(...args)
    const made = await many.make()
    const { sandboxes } = (await (await many.team('GET ')).json()) as { sandboxes: { url: string }[] }
    const url = expected.replace('{id}', made.id)
    expect([made.url, sandboxes[0]?.url]).toEqual([url, url])
    const { baseUrl } = (await (await many.control(made, '/')).json()) as { baseUrl: string }
    const { servers } = (await (await many.control(made, '/openapi')).json()) as { servers: object[] }
    expect([baseUrl, servers]).toMatchObject([url, [{ url }]])
    const message = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'operations', arguments: {} },
    }
    const told = await fetch(`${many.url}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${made.adminToken}`,
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
      },
      body: JSON.stringify(message),
    })
    expect(await told.text()).toContain(`${url}"`.replaceAll('"', '\\"'))
    expect((await many.service(made, 'GET /public/v1/items/')).status).toBe(200)
  })

  test('of each refusal of access and each quota, and not of who looks for something anywhere', async () => {
    await many.start()
    const [made, other] = [await many.make(), await many.make()]
    const atHost = (id: string, apiKey: string) =>
      new Promise<number | undefined>((resolve) => {
        const { port } = new URL(many.url)
        const headers = { host: `${id}.localhost:${port}`, 'x-api-key': apiKey }
        request({ port, host: '127.0.0.1', path: '/public/v1/items/', headers }, ({ statusCode }) =>
          resolve(statusCode),
        ).end()
      })
    expect(await atHost(made.id, other.apiKey)).toBe(403)
    expect((await many.team(`DELETE /${made.id}`, undefined, TOKENS.mobile)).status).toBe(404)
    expect((await many.team('POST ', { name: 'x'.repeat(100_000) })).status).toBe(413)
    const nobody = await fetch(`${many.url}/public/v1/items/`)
    expect([nobody.status, await nobody.json()]).toEqual([
      404,
      { error: expect.stringContaining('send its key as X-API-KEY') },
    ])
    await many.end()
    const refused = many.events.filter(({ event }) => event === 'refused')
    expect(refused.map(({ status, team, sandbox, quota }) => [status, team, sandbox, quota])).toEqual([
      [403, 'web', made.id, undefined],
      [404, 'mobile', undefined, undefined],
      [413, 'web', undefined, 'rows'],
    ])
  })

  test('nothing but events: neither webhooks that failed nor the SQLite of this Node are on the error output', async () => {
    await many.start('--idle', '100 milliseconds', '--no-deliveries')
    const made = await many.make()
    const url = 'https://hooks.example.com/x'
    await many.service(made, 'POST /public/v2/webhooks/', { url, topics: ['core.invoice/created'] })
    expect((await many.service(made, 'POST /public/v1/invoices/', INVOICE)).status).toBe(200)
    const advance = await fetch(`${many.url}/__simulator/webhooks/flush`, {
      method: 'POST',
      headers: { authorization: `Bearer ${made.adminToken}` },
    })
    expect(advance.status).toBe(200)
    const deliveries = await (await many.control(made, '/webhooks/attempts')).text()
    expect(deliveries).toContain('--no-deliveries')
    await many.end()
    // Each line is JSON.
    expect(many.events.map(({ event }) => event)).toEqual(['listening', 'created', 'stopping', 'stopped'])
  })

  test.runIf(OTHERS_MAY_START_NODE)('which folder and which file belong to somebody else', async () => {
    await many.start()
    await many.end()
    const file = join(many.directory, 'sandboxes.sqlite')
    many.user = 65_534
    const folders = [dirname(PROGRAM), PROGRAM, dirname(many.directory), dirname(many.teams)]
    for (const folder of folders) chmodSync(folder, 0o755)
    await expect(many.start()).rejects.toThrow(`may not read and write ${many.directory}: give`)
    chownSync(many.directory, 65_534, 65_534)
    await expect(many.start()).rejects.toThrow(`may not read and write ${file}: give ${many.directory}`)
  })
})

test('a second thread that fails is no failure of the storage', async () => {
  const program = join(temporaryFolder(), 'gone.js')
  const thread = new WorkerThread(new URL(`file://${program}`), { domain: 'x', quotas: {} as never })
  const error = await thread.run('begin', []).catch((reason) => reason)
  const answer = answerTo(error)
  const { error: text } = (await answer.json()) as { error: string }
  expect([answer.status, text]).toEqual([503, expect.stringContaining('started anew')])
  expect(text).not.toContain('storage')
})

describe.runIf(sqliteHere)('a file says that it cannot be read', () => {
  const Here = sqliteHere as Opened

  test('while that is so: not since a page of one table is damaged, and not when it is whole again', async () => {
    const path = join(temporaryFolder(), 'x.sqlite')
    const database = new Here(path)
    const file = new SqliteFile(database)
    const many = new TestDeployment(new SqliteSandboxes(file))
    await many.make()
    for (const _ of [1, 2]) file.look()
    const [whole, page, rows] = [readFileSync(path), readFileSync(path), readFileSync(path)]
    const [root] = database.prepare("SELECT rootpage AS n FROM sqlite_master WHERE name = 'numbered'").all()
    const start = (Number((root as { n: number }).n) - 1) * 4096
    page.fill(0xaa, start, start + 4096)
    rows.fill(0xaa)
    const read = (bytes: Buffer) => {
      writeFileSync(path, bytes)
      database.exec('PRAGMA shrink_memory')
      const rows = attempt(() => file.all('SELECT * FROM numbered'))
      return [rows !== undefined, file.problem]
    }
    expect(read(page)).toEqual([false, undefined])
    expect(read(rows)).toEqual([false, expect.stringContaining(`${path} cannot be read`)])
    expect(read(whole)).toEqual([true, undefined])
  })

  test.each<[what: string, begin: string, errcode: number, code: string, isTold: boolean]>([
    ['every read', 'SELECT', 266, 'SQLITE_IOERR_READ', true],
    ['reads of one table', 'SELECT text FROM notes', 266, 'SQLITE_IOERR_READ', true],
    ['reads of one damaged page', 'SELECT text FROM notes', 11, 'SQLITE_CORRUPT', false],
    ['a write that answers rows', 'INSERT INTO notes', 778, 'SQLITE_IOERR_WRITE', false],
    ['other things', 'SELECT text FROM notes', 1, 'SQLITE_ERROR', false],
  ])('if the disk fails in %s, until it does not', (_, begin, errcode, code, isTold) => {
    const real = new Here(join(temporaryFolder(), 'x.sqlite'))
    let isFailing = false
    const asked: string[] = []
    const file = new SqliteFile({
      exec: (sql) => real.exec(sql),
      close: () => real.close(),
      prepare(sql) {
        const statement = real.prepare(sql)
        const all = (...values: (string | number | null)[]) => {
          asked.push(sql)
          if (isFailing && sql.startsWith(begin))
            throw Object.assign(new Error('disk I/O error'), { errcode, code })
          return statement.all(...values)
        }
        return { all, run: (...values) => statement.run(...values) }
      },
    })
    isFailing = true
    const query = begin.startsWith('INSERT')
      ? "INSERT INTO notes VALUES ('x', 'y') RETURNING text"
      : 'SELECT text FROM notes'
    expect(() => file.all(query)).toThrow('disk I/O error')
    for (const time of [1, 2])
      expect([time, file.problem]).toEqual([
        time,
        isTold ? expect.stringContaining('cannot be read: disk') : undefined,
      ])
    isFailing = false
    const before = asked.length
    expect(file.problem).toBe(undefined)
    expect(asked.slice(before).some((sql) => !sql.startsWith('SELECT') && !sql.startsWith('PRAGMA'))).toBe(
      false,
    )
    expect(file.all('SELECT text FROM notes')).toEqual([])
  })
})
