import { once } from 'node:events'
import { mkdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { serveMany } from 'accounting-simulator/node'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { answering } from '../../src/hosts/node/exchange'
import { listen, type SimulatorServer } from '../../src/hosts/node/server'
import { commands } from '../../tsup.config'
import { bundlePrograms } from '../support/bundled'
import { pause } from '../support/pause'
import { temporaryFolder } from '../support/temporary-folder'
import { customer } from '../support/worlds/shop'
import { ManyCommand, TOKENS } from './many-command'
import { sqliteHere } from './storages'

/** A socket of Node that is bound, and that nobody listens on. */
interface TcpWrap {
  readonly constants: { readonly SERVER: number }
  readonly TCP: new (
    kind: number,
  ) => { readonly fd: number; bind(host: string, port: number): void; close(): void }
}

const PROGRAM = temporaryFolder()
const MIB = 1024 * 1024

/** Everything that a server says on a connection until it ends it. */
async function heard(socket: Socket): Promise<string> {
  let text = ''
  socket.on('data', (part) => {
    text += part
  })
  socket.on('error', () => undefined)
  await once(socket, 'close')
  return text
}

describe.skipIf(!sqliteHere)('a deployment that cannot start', () => {
  test.each([
    ['its door for the operator', 'operator.sock'],
    ['its note of what it works on', 'working'],
  ])('because of %s listens no longer, and can start in the same process afterwards', async (_, name) => {
    const directory = temporaryFolder()
    const inItsPlace = join(directory, name)
    mkdirSync(inItsPlace)
    const free = await listen(async () => undefined, { port: 0, host: '127.0.0.1', grace: 0 })
    await free.close()
    const { port } = free
    const start = () => {
      const database = sqliteHere && new sqliteHere(join(directory, 'sandboxes.sqlite'))
      return serveMany({ directory, port, teams: TOKENS, ...(database && { database }) })
    }
    await expect(start()).rejects.toThrow(/EISDIR|directory/)
    const reached = fetch(free.url).then(({ status }) => status)
    await expect(reached).rejects.toThrow('fetch failed')
    rmdirSync(inItsPlace)
    const server = await start()
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
    await server.close()
  })

  test('because its log is damaged lets go of the file', async () => {
    const directory = temporaryFolder()
    const note = join(directory, 'sandboxes.sqlite-seen')
    const start = () => {
      const database = sqliteHere && new sqliteHere(join(directory, 'sandboxes.sqlite'))
      return serveMany({ directory, teams: TOKENS, ...(database && { database }) })
    }
    writeFileSync(note, '{"salt":"","frames":9}')
    await expect(start()).rejects.toThrow('the write-ahead log of the sandboxes is damaged')
    rmSync(note)
    await (await start()).close()
  })
})

describe('a request whose rest does not come', () => {
  const PATIENCE = 100
  let server: SimulatorServer
  let isRead = false
  beforeEach(async () => {
    const simulator = { baseUrl: 'http://localhost', fetch: async () => new Response() }
    const door = async (incoming: AsyncIterable<Buffer>) => {
      const read = async () => {
        for await (const _ of incoming);
      }
      if (isRead) await read().catch(() => undefined)
      else await pause(5 * PATIENCE)
      return new Response('done')
    }
    const handle = answering({ simulator, door: door as never, isNamed: () => true })
    server = await listen(handle, { port: 0, host: '127.0.0.1', grace: 0, patience: PATIENCE })
  })
  afterEach(() => server.close())
  const send = (text: string): Socket => {
    const socket = connect(server.port, '127.0.0.1')
    socket.write(text)
    return socket
  }

  test.each<[what: string, text: string]>([
    ['nothing', ''],
    ['half of its headers', 'POST / HTTP/1.1\r\nhost: x\r\ncontent-'],
    ['half of its body', 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\nabc'],
    ['half of its chunks', 'POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\n'],
  ])('after %s is cut, with 408', async (_, text) => {
    isRead = true
    const began = Date.now()
    expect(await heard(send(text))).toMatch(/^(HTTP\/1\.1 408 |$)/)
    expect(Date.now() - began).toBeLessThan(10 * PATIENCE)
  })

  test('a body that comes slowly, and one that nobody reads at once, are no silence', async () => {
    isRead = true
    const slow = send('POST / HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: 6\r\n\r\n')
    const answer = heard(slow)
    for (const letter of 'abcdef') {
      await pause(PATIENCE / 2)
      slow.write(letter)
    }
    expect(await answer).toContain('200 OK')
    isRead = false
    const whole = 'POST / HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: 3\r\n\r\nabc'
    expect(await heard(send(whole))).toContain('200 OK')
  })
})

describe.skipIf(!sqliteHere)('many', () => {
  let many: ManyCommand
  beforeAll(() => bundlePrograms(PROGRAM, commands), 60_000)
  beforeEach(async () => {
    many = new ManyCommand(PROGRAM)
    await many.start()
  })
  afterEach(async () => {
    await many.end('SIGKILL')
  })
  const posted = (path: string, headers: Record<string, string>, bytes: number): Promise<number | string> =>
    new Promise((resolve) => {
      const { port } = new URL(many.url)
      const sent = request({ port, host: '127.0.0.1', path, method: 'POST', headers }, (answer) => {
        answer.resume().on('end', () => resolve(answer.statusCode ?? 0))
        answer.on('error', () => resolve('cut in its answer'))
      })
      sent.on('error', ({ code }: NodeJS.ErrnoException) => resolve(code ?? ''))
      sent.end(Buffer.alloc(bytes, 'a'))
    })

  test('a client reads why its body is too long, whether it keeps the connection or not', async () => {
    const made = await many.make()
    const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
    const kinds: [string, Record<string, string>, number][] = [
      ['/__sandboxes', bearer(TOKENS.web), 413],
      ['/__sandboxes', bearer('wrong'), 401],
      ['/public/v1/invoices/', { 'x-api-key': made.apiKey, 'content-type': 'application/json' }, 413],
      ['/__simulator/reset', bearer(made.adminToken), 413],
    ]
    for (const mib of [2, 17])
      for (const connection of ['close', 'keep-alive'])
        for (const [path, headers, status] of kinds)
          expect([mib, connection, path, await posted(path, { ...headers, connection }, mib * MIB)]).toEqual([
            mib,
            connection,
            path,
            status,
          ])
  })

  test('a client waits in the queue of a socket of systemd while one process follows another', async () => {
    const { TCP, constants } = (process as unknown as { binding(name: 'tcp_wrap'): TcpWrap }).binding(
      'tcp_wrap',
    )
    const socket = new TCP(constants.SERVER)
    socket.bind('127.0.0.1', 0)
    await many.end()
    many.socket = socket.fd
    await many.start()
    const made = await many.make()
    const { url } = many
    await many.end()
    const asked = many.service(made, 'GET /public/v1/items/')
    await pause(100)
    await many.start()
    expect([many.url, (await asked).status]).toEqual([url, 200])
    await many.end()
    socket.close()
  })

  test('a client that goes in the midst of its body is no failure of the deployment', async () => {
    const made = await many.make()
    const { port } = new URL(many.url)
    const heads = [
      `POST /__sandboxes HTTP/1.1\r\nauthorization: Bearer ${TOKENS.web}`,
      `POST /__simulator/reset HTTP/1.1\r\nauthorization: Bearer ${made.adminToken}`,
      `POST /mcp HTTP/1.1\r\nauthorization: Bearer ${made.adminToken}`,
      `POST /public/v1/invoices/ HTTP/1.1\r\nx-api-key: ${made.apiKey}`,
    ]
    for (const head of heads)
      for (const length of [2000, 200_000]) {
        const socket = connect(Number(port), '127.0.0.1')
        socket.write(`${head}\r\nhost: localhost\r\ncontent-length: ${length}\r\n\r\n{"name":`)
        await pause(50)
        socket.destroy()
        await pause(50)
      }
    expect(many.events.map(({ event }) => event)).toEqual(['listening', 'created'])
  })

  test.each<[what: string, line: string, headers: string[], status: number]>([
    ['one host', '/__sandboxes', ['localhost'], 401],
    ['two hosts', '/__sandboxes', ['localhost', 'other.localhost'], 400],
    ['the same host twice', '/__sandboxes', ['localhost', 'localhost'], 400],
    ['a URL of that host', 'http://localhost/__sandboxes', ['localhost'], 401],
    ['a URL of another host', 'http://other.localhost/__sandboxes', ['localhost'], 400],
  ])('a request that names %s', async (_, target, hosts, status) => {
    const socket = connect(Number(new URL(many.url).port), '127.0.0.1')
    const names = hosts.map((host) => `Host: ${host}\r\n`).join('')
    socket.write(`GET ${target} HTTP/1.1\r\n${names}Connection: close\r\n\r\n`)
    expect(await heard(socket)).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  })

  test('a raw request reaches what its key and host allow, whatever it hides', async () => {
    const [own, other] = [await many.make(), await many.make()]
    const made = await many.service(other, 'POST /public/v1/customers/', customer('of the other'))
    expect(made.ok).toBe(true)
    const { port } = new URL(many.url)
    const [mine, theirs] = [own, other].map(({ id }) => `${id}.localhost:${port}`)
    const list = '/public/v1/customers/?limit=100'
    const key = `x-api-key: ${own.apiKey}\r\n`
    const head = `host: ${mine}\r\n${key}`
    const hidden = `GET ${list} HTTP/1.1\r\n${head}\r\n`
    const chunks = 'transfer-encoding: chunked\r\n'
    const post = `POST ${list} HTTP/1.1\r\n${head}`
    const get = (path: string, headers = head) =>
      `GET ${path} HTTP/1.1\r\n${headers}connection: close\r\n\r\n`
    const at = (host: string) => get(list, `host: ${host}\r\n${key}`)
    const tries: [what: string, text: string, status: string][] = [
      ['its own list', get(list), '200'],
      ['a length and chunks', `${post}content-length: 6\r\n${chunks}\r\n0\r\n\r\n${hidden}`, '400'],
      ['two lengths', `${post}content-length: 5\r\ncontent-length: 6\r\n\r\nabcdef${hidden}`, '400'],
      ['a length with a sign', `${post}content-length: +3\r\n\r\nabc${hidden}`, '400'],
      ['a length below 0', `${post}content-length: -1\r\n\r\n${hidden}`, '400'],
      ['chunks with a space', `${post}transfer-encoding : chunked\r\n\r\n0\r\n\r\n${hidden}`, '400'],
      ['two codings', `${post}${chunks}transfer-encoding: identity\r\n\r\n0\r\n\r\n${hidden}`, '400'],
      ['an unknown coding', `${post}transfer-encoding: xchunked\r\n\r\n0\r\n\r\n${hidden}`, '400'],
      ['lines that end in LF', `GET ${list} HTTP/1.1\nhost: ${theirs}\n${key}\n`, '400'],
      ['a CR in a header', get(list, `${head}x: a\rb\r\n`), '400'],
      ['a folded host', get(list, `${head} host: ${theirs}\r\n`), '400'],
      ['no host', get(list, key), '400'],
      ['NUL in a path', get('/\0'), '400'],
      ['a host in the path', get(`//${theirs}${list}`), '404'],
      ['dots to a file', get('/%2e%2e/%2e%2e/etc/passwd'), '404'],
      ['dots to the bin', get('/public/v1/../../__sandboxes/bin'), '404'],
      ['TRACE', `TRACE / HTTP/1.1\r\n${head}connection: close\r\n\r\n`, '404'],
      ['CONNECT', `CONNECT 127.0.0.1:${port} HTTP/1.1\r\n${head}\r\n`, ''],
      ['a header of 20 kB', get(list, `${head}x: ${'x'.repeat(20_000)}\r\n`), '431'],
      ['a host of 8 kB', at('a'.repeat(8000)), '200'],
      ['the host of the other', at(String(theirs)), '403'],
      ['that host in capitals', at(String(theirs).toUpperCase()), '403'],
      ['that host with a dot', at(`${other.id}.localhost.:${port}`), '403'],
      ['that host without a port', at(`${other.id}.localhost`), '403'],
      ['a host below it', at(`x.${theirs}`), '404'],
      ['both hosts', at(`${own.id}.${theirs}`), '404'],
      ['a host after a user', at(`${mine}@${theirs}`), '404'],
      ['dots before a host', at(`../${theirs}`), '404'],
      ['an address', at(`127.0.0.1:${port}`), '200'],
    ]
    const heardOf = async (text: string): Promise<[statuses: string, isTold: boolean]> => {
      const socket = connect(Number(port), '127.0.0.1')
      socket.write(text, 'latin1')
      const answer = await heard(socket)
      const statuses = [...answer.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => status)
      return [statuses.join(), answer.includes('of the other')]
    }
    for (const [what, text, status] of tries)
      expect([what, ...(await heardOf(text))]).toEqual([what, status, false])
    expect((await many.service(other, `GET ${list}`)).status).toBe(200)
  }, 60_000)
})
