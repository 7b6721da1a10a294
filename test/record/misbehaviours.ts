import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { brotliCompressSync, gzipSync } from 'node:zlib'

/** A service that misbehaves, what the recording holds of its answer, and what is told. */
interface Misbehaviour {
  /** Writes the answer. */
  readonly send: (socket: Socket) => unknown
  /** Null if no answer is recorded. */
  readonly recorded: object | null
  readonly told: RegExp
  /** What a client sees of what cannot be passed on as it is. */
  readonly seen?: object
}

const JSON_BODY = JSON.stringify({ detail: 'in whole' })
const CUT_BODY = '{"id":7,"name":"begun'
const HTML = '<html><h1>502 Bad Gateway</h1></html>'
const HUGE = Buffer.alloc(24 * 1024 * 1024, 'a')

const head = (status: string, ...lines: string[]): string =>
  [`HTTP/1.1 ${status}`, ...lines, '', ''].join('\r\n')

function sendBody(socket: Socket, body: Buffer | string, ...lines: string[]): void {
  socket.write(head('200 OK', ...lines, `Content-Length: ${Buffer.byteLength(body)}`))
  socket.end(body)
}

async function inParts(socket: Socket, pauseMs: number, ...parts: string[]): Promise<void> {
  socket.write(head('200 OK', 'Content-Type: application/json', 'Transfer-Encoding: chunked'))
  for (const part of parts) {
    await setTimeout(pauseMs)
    socket.write(`${part.length.toString(16)}\r\n${part}\r\n`)
  }
  socket.end('0\r\n\r\n')
}

const TYPE = 'Content-Type: application/json'
const WHOLE = { status: 200, body: JSON_BODY }

export const MISBEHAVIOURS: Readonly<Record<string, Misbehaviour>> = {
  'redirects elsewhere': {
    send: (socket) => socket.end(head('308 Moved', 'Location: https://new.example/', 'Content-Length: 0')),
    recorded: { status: 308, headers: { location: 'https://new.example/' } },
    told: /308 {2}it redirects to https:\/\/new\.example, and whoever follows goes past record$/,
  },
  'compresses with gzip': {
    send: (socket) => sendBody(socket, gzipSync(JSON_BODY), TYPE, 'Content-Encoding: gzip'),
    recorded: { ...WHOLE, headers: { 'content-encoding': 'gzip' } },
    told: / 200$/,
  },
  'compresses with brotli': {
    send: (socket) => sendBody(socket, brotliCompressSync(JSON_BODY), TYPE, 'Content-Encoding: br'),
    recorded: WHOLE,
    told: / 200$/,
  },
  'compresses with what nobody knows': {
    send: (socket) => sendBody(socket, 'zzz', TYPE, 'Content-Encoding: rot13'),
    recorded: { status: 200, body: '', notHeld: 'its content-encoding is rot13' },
    told: /the body of the answer is not recorded: its content-encoding is rot13$/,
  },
  'says gzip and sends text': {
    send: (socket) => sendBody(socket, JSON_BODY, TYPE, 'Content-Encoding: gzip'),
    recorded: { status: 200, notHeld: 'it is no gzip, as its content-encoding says' },
    told: /it is no gzip, as its content-encoding says$/,
  },
  'sends chunks': {
    send: (socket) => inParts(socket, 0, '{"detail":', '"in whole"', '}'),
    recorded: WHOLE,
    told: / 200$/,
  },
  'dies within an answer': {
    send: (socket) => {
      socket.write(head('200 OK', TYPE, 'Content-Length: 1000'))
      socket.write(CUT_BODY, () => socket.destroy())
    },
    recorded: { status: 200, body: CUT_BODY, notHeld: `it was cut off after ${CUT_BODY.length} bytes` },
    told: /the connection broke within the answer \(ECONNRESET\); .*cut off after 21 bytes$/,
  },
  'dies within chunks': {
    send: (socket) => {
      socket.write(head('200 OK', TYPE, 'Transfer-Encoding: chunked'))
      socket.write(`15\r\n${CUT_BODY}\r\n`, () => socket.destroy())
    },
    recorded: { status: 200, body: CUT_BODY, notHeld: 'it was cut off after 21 bytes' },
    told: /the connection broke within the answer/,
  },
  'resets the connection': {
    send: (socket) => socket.resetAndDestroy(),
    recorded: null,
    told: / --- {2}the service broke the connection and did not answer \(ECONNRESET\)$/,
  },
  'is slow': {
    send: (socket) => inParts(socket, 150, '{"detail":', '"in whole"', '}'),
    recorded: WHOLE,
    told: / 200$/,
  },
  'answers with the HTML of a proxy': {
    send: (socket) =>
      socket.end(head('502 Bad Gateway', 'Content-Type: text/html', `Content-Length: ${HTML.length}`) + HTML),
    recorded: { status: 502, body: HTML },
    told: / 502 {2}the answer is text\/html, no JSON$/,
  },
  'sends more than its content-length': {
    send: (socket) =>
      socket.end(`${head('200 OK', TYPE, `Content-Length: ${JSON_BODY.length}`)}${JSON_BODY}more`),
    recorded: WHOLE,
    seen: { status: 200, body: JSON_BODY, trouble: undefined },
    told: /the service sent more than its content-length; that is not passed on$/,
  },
  'sends less than its content-length': {
    send: (socket) => socket.end(`${head('200 OK', TYPE, 'Content-Length: 22')}${CUT_BODY}`),
    recorded: { status: 200, body: CUT_BODY, notHeld: 'it was cut off after 21 bytes' },
    told: /the connection broke within the answer/,
  },
  'has both framings': {
    send: (socket) =>
      socket.end(`${head('200 OK', 'Content-Length: 3', 'Transfer-Encoding: chunked')}0\r\n\r\n`),
    seen: { body: '', trouble: 'ECONNRESET' },
    recorded: null,
    told: /the service sent what is no HTTP \(HPE_\w+\)$/,
  },
  'speaks no HTTP': {
    send: (socket) => socket.end('220 mail.example ESMTP\r\n'),
    seen: { body: '', trouble: 'ECONNRESET' },
    recorded: null,
    told: / --- {2}the service sent what is no HTTP \(HPE_\w+\)$/,
  },
  'sends a huge body': {
    send: (socket) => sendBody(socket, HUGE, 'Content-Type: application/octet-stream'),
    recorded: { status: 200, body: '', notHeld: 'it has more than 8388608 bytes' },
    told: /it has more than 8388608 bytes$/,
  },
  'sends bytes that are no text': {
    send: (socket) => sendBody(socket, Buffer.from([0x89, 0x50, 0xff, 0xfe]), 'Content-Type: image/png'),
    recorded: { status: 200, body: '', notHeld: 'its bytes are no text' },
    told: /its bytes are no text$/,
  },
  'has a status of its own': {
    send: (socket) => socket.end(head('777 Lucky', 'Content-Length: 0')),
    recorded: null,
    told: / 777 {2}not recorded: replay could not read it: .*status/,
  },
}

/** Answers `/public/v1/{n}` with the nth misbehaviour. Everything else is the test's own mistake. */
export async function misbehavingService(): Promise<Server> {
  const rows = Object.values(MISBEHAVIOURS)
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    let asked = ''
    socket.on('data', (part) => {
      const isBegun = asked.includes('\r\n\r\n')
      asked += part
      if (isBegun || !asked.includes('\r\n\r\n')) return
      rows[Number(/^GET \/public\/v1\/(\d+)/.exec(asked)?.[1])]?.send(socket)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}
