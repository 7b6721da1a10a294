import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { listen, type SimulatorServer } from '../../src/hosts/node/server'
import { pause } from '../support/pause'

const REQUEST = 'GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n'
/** Bytes that are read from a connection at once. */
const READING = 65_536
const nextTurn = (): Promise<void> => new Promise(setImmediate)

type Exchange = [incoming: IncomingMessage, outgoing: ServerResponse]

let server: SimulatorServer | undefined
let sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  sockets = []
  await server?.close()
})

/** Listens, and handles each request with what `handled` does. */
async function listening(
  handled: (...exchange: Exchange) => Promise<unknown>,
  patience?: number,
): Promise<number> {
  const handle = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const closed = once(outgoing, 'close')
    await handled(incoming, outgoing)
    await closed
  }
  server = await listen(handle, {
    port: 0,
    host: '127.0.0.1',
    grace: 50,
    ...(patience !== undefined && { patience }),
  })
  return server.port
}

function connected(port: number): Socket {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined)
  sockets.push(socket)
  return socket
}

/** What a connection says, until it ends with the text. */
async function said(socket: Socket, text: string): Promise<string> {
  let heard = ''
  for await (const part of socket.setEncoding('latin1').iterator({ destroyOnReturn: false })) {
    heard += part
    if (heard.endsWith(text)) break
  }
  return heard
}

describe('requests that one connection sends at once', () => {
  test('are handled one after the other and answered in order', async () => {
    let underWay = 0
    let most = 0
    const port = await listening(async ({ url }, outgoing) => {
      underWay += 1
      most = Math.max(most, underWay)
      await nextTurn()
      underWay -= 1
      outgoing.end(`answer to ${url};`)
    })
    const socket = connected(port)
    const paths = Array.from({ length: 1000 }, (_, at) => `/${at}`)
    socket.write(paths.map((path) => REQUEST.replace('/healthz', path)).join(''))
    const heard = await said(socket, 'answer to /999;')
    const answered = [...heard.matchAll(/answer to (\S+);/g)].map(([, path]) => path)
    expect([answered, most]).toEqual([paths, 1])
  })

  test('are not read while one of them is under way, and others are answered meanwhile', async () => {
    let taken: Socket | undefined
    let turns = 0
    const port = await listening(async ({ url, socket }, outgoing) => {
      if (url === '/other') return outgoing.end('the other')
      taken = socket
      turns += 1
      if (turns > 10) return undefined
      await nextTurn()
      return outgoing.end('mine')
    })
    const many = connected(port)
    many.write(REQUEST.repeat(100_000))
    const other = connected(port)
    for (let turn = 0; turn < 50; turn += 1) {
      other.write(REQUEST.replace('/healthz', '/other'))
      await said(other, 'the other')
    }
    expect(turns).toBe(11)
    expect(taken?.bytesRead).toBeLessThanOrEqual(2 * READING)
  })

  test('do not keep a server from its end', async () => {
    let handled = 0
    const port = await listening(async () => {
      handled += 1
    })
    connected(port).write(REQUEST.repeat(20_000))
    const other = connected(port)
    other.write(REQUEST)
    while (handled < 2) await nextTurn()
    await server?.close()
    expect(handled).toBe(2)
  })

  test('come to nothing when the connection is closed', async () => {
    let handled = 0
    const port = await listening(async (_, outgoing) => {
      handled += 1
      outgoing.shouldKeepAlive = false
      outgoing.end('the last')
    })
    const socket = connected(port)
    socket.write(REQUEST.repeat(3))
    expect(await said(socket, 'never')).toContain('the last')
    expect(handled).toBe(1)
  })

  test('may have bodies, of which a part comes later', async () => {
    const port = await listening(async (incoming, outgoing) => {
      let length = 0
      for await (const part of incoming) length += part.length
      await nextTurn()
      outgoing.end(`${length} bytes;`)
    })
    const socket = connected(port)
    const post = (length: number): string => `POST / HTTP/1.1\r\nhost: x\r\ncontent-length: ${length}\r\n\r\n`
    const lengths = [10, 300_000, 0, 70_000, 1_000_000]
    socket.write(lengths.map((length) => post(length) + 'a'.repeat(length)).join('') + post(7))
    const heard = await said(socket, '1000000 bytes;')
    expect([...heard.matchAll(/(\d+) bytes/g)].map(([, length]) => Number(length))).toEqual(lengths)
    socket.write('abcdefg')
    expect(await said(socket, 'bytes;')).toContain('7 bytes;')
  })
})

test('an answer that nobody reads is cut, and no request is that takes its time', async () => {
  const large = Buffer.alloc(32 * 1024 * 1024, 'a')
  const timeouts: (number | undefined)[] = []
  let isCut = false
  const port = await listening(async ({ url, socket }, outgoing) => {
    timeouts.push(socket.timeout)
    if (url !== '/large') return outgoing.end('small')
    outgoing.once('close', () => {
      isCut = true
    })
    return outgoing.end(large)
  }, 100)
  const socket = connected(port)
  socket.write(REQUEST.repeat(2) + REQUEST.replace('/healthz', '/large').repeat(2))
  while (!isCut) await pause(10)
  expect(timeouts).toEqual([0, 0, 0])
})
