import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { createSimulator, type Simulator } from 'accounting-simulator'
import { matchers } from 'accounting-simulator/matchers'
import { handlers } from 'accounting-simulator/msw'
import { linkFakeTimers, type VirtualTimeOptions, withVirtualTime } from 'accounting-simulator/time'
import { setupServer } from 'msw/node'
import { vi } from 'vitest'
import { type Unhandled, unhandledRequests } from '../../src/hosts/vitest/unhandled-requests'
import { INVOICE } from '../support/worlds/shop'
import { HEADERS } from './hint-steps'

/** The text of the error, or of what was printed on standard error. */
async function printedBy(work: () => unknown): Promise<string> {
  const printed = vi.spyOn(console, 'error').mockReturnValue()
  const error = await Promise.resolve()
    .then(work)
    .catch((thrown: unknown) => thrown)
  const text = [error, ...printed.mock.calls.flat()].join('\n')
  printed.mockRestore()
  return text
}

const whyOf = async (path: string): Promise<string> => {
  const s = createSimulator()
  await s.fetch(path, { headers: HEADERS })
  return String(s.traffic.at(-1)?.why)
}
/** What the matcher says of these requests, in turn. */
const judged = async (matcher: keyof typeof matchers, ...steps: ((s: Simulator) => unknown)[]) => {
  const s = createSimulator()
  for (const step of steps) await step(s)
  const verdict = (matchers[matcher] as (s: Simulator) => { pass: boolean; message(): string })(s)
  return verdict.pass ? '' : verdict.message()
}
const keyed =
  (key: string, body: object = INVOICE) =>
  (s: Simulator) =>
    s
      .fetch('/public/v1/invoices/', {
        method: 'POST',
        headers: { ...HEADERS, 'Idempotency-Key': key },
        body: JSON.stringify(body),
      })
      .catch(() => undefined)
const storm = (s: Simulator) => void s.faults.inject({ times: 1, then: { status: 429, retryAfter: 30 } })
const ask = (s: Simulator) => s.fetch('/public/v1/items/', { headers: HEADERS })
const onClock = (program: () => Promise<unknown>, options: VirtualTimeOptions = {}) =>
  printedBy(() => withVirtualTime(createSimulator(), program, options))
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** A server, the socket of whose client is answered so. It is on the clock if the program starts it. */
async function answering(answer: (socket: Socket) => unknown) {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket)
    answer(socket)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const heard = () =>
    new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1', () => socket.write('a question'))
      socket.once('close', resolve).on('data', () => socket.write('and then?'))
    })
  const close = (): void => {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
  return { heard, close }
}
/** A program that reads from a server outside of it, and gives up after a minute. */
async function reading(answer: (socket: Socket) => unknown, options?: VirtualTimeOptions): Promise<string> {
  const { heard, close } = await answering(answer)
  const printed = await onClock(() => Promise.race([heard(), pause(60_000)]), options)
  close()
  return printed
}
const endsAfter = (milliseconds: number) => (socket: Socket) => setTimeout(() => socket.end(), milliseconds)
const speaks = (socket: Socket) => {
  const speaking = setInterval(() => socket.write('x'), 500)
  setTimeout(() => {
    clearInterval(speaking)
    socket.end()
  }, 6000)
}

/** What useSimulator would warn of when a test asks there; nobody listens at these ports. */
async function warnedOf(
  url: string,
  unhandled: Unhandled = 'warn',
  before: (s: Simulator) => unknown = () => undefined,
): Promise<string> {
  const s = createSimulator()
  const owner = { baseUrl: s.baseUrl, unhandled, complain: () => undefined }
  const server = setupServer(...handlers(s), unhandledRequests([owner]))
  server.listen({ onUnhandledRequest: 'bypass' })
  const warned = vi.spyOn(console, 'warn').mockReturnValue()
  await before(s)
  await fetch(url).catch(() => undefined)
  const text = warned.mock.calls.flat().join('\n')
  warned.mockRestore()
  server.close()
  return text
}

interface Kind {
  readonly kind: string
  readonly text: RegExp
  readonly said: () => Promise<string>
  /** Where it would be false. */
  readonly silent: readonly [why: string, print: () => Promise<string>][]
}

export const NOTICES: readonly Kind[] = [
  {
    kind: 'the nearest name of an option',
    text: /perhaps seed/,
    said: () => printedBy(() => createSimulator({ sede: 1 } as never)),
    silent: [['a name like none', () => printedBy(() => createSimulator({ quantum: 1 } as never))]],
  },
  {
    kind: 'the nearest member of a body',
    text: /perhaps "?customer_id/,
    said: () =>
      printedBy(() =>
        createSimulator({ strict: true }).records.invoices.create({ ...INVOICE, custmer_id: 1 } as never),
      ),
    silent: [
      [
        'a member like none',
        () =>
          printedBy(() =>
            createSimulator({ strict: true }).records.invoices.create({ ...INVOICE, zebra: 1 } as never),
          ),
      ],
    ],
  },
  {
    kind: 'the nearest operation',
    text: /GET \/public\/v1\/invoices\//,
    said: () => whyOf('/public/v1/invoice/'),
    silent: [
      ['an operation that exists, and a record that does not', () => whyOf('/public/v1/invoices/999/')],
    ],
  },
  {
    kind: 'a matcher of duplicates',
    text: /made 2 times/,
    said: () => judged('toHaveNoDuplicates', keyed('a'), keyed('b')),
    silent: [
      ['a retry with its key', () => judged('toHaveNoDuplicates', keyed('a'), keyed('a'))],
      [
        'two that differ',
        () => judged('toHaveNoDuplicates', keyed('a'), keyed('b', { ...INVOICE, memo: 'other' })),
      ],
    ],
  },
  {
    kind: 'a matcher of Retry-After',
    text: /came before .* the end of the Retry-After/,
    said: () => judged('toHaveHonouredRetryAfter', storm, ask, ask),
    silent: [
      [
        'a client that waited',
        () => judged('toHaveHonouredRetryAfter', storm, ask, (s) => s.clock.advance('30 seconds'), ask),
      ],
      [
        'a test that went back in time',
        () => {
          let mark: ReturnType<Simulator['snapshot']>
          const keep = (s: Simulator) => {
            mark = s.snapshot()
          }
          const later = (s: Simulator) => s.clock.advance('1 hour')
          const back = (s: Simulator) => s.restore(mark)
          return judged('toHaveHonouredRetryAfter', keep, later, storm, ask, back, ask)
        },
      ],
    ],
  },
  {
    kind: 'a matcher of Retry-After: the clock stood',
    text: /clock stood still between #1 and #2\. If the client waits in real time: useSimulator/,
    said: () => judged('toHaveHonouredRetryAfter', storm, ask, ask),
    silent: [
      [
        'a clock that moved, though too little',
        () => judged('toHaveHonouredRetryAfter', storm, ask, (s) => s.clock.advance('2 seconds'), ask),
      ],
      [
        'a program on virtual time',
        () => judged('toHaveHonouredRetryAfter', storm, (s) => withVirtualTime(s, () => ask(s)), ask),
      ],
      [
        'linked fake timers',
        () => {
          vi.useFakeTimers({ toFake: ['setTimeout'] })
          return judged('toHaveHonouredRetryAfter', storm, (s) => void linkFakeTimers(s, vi), ask, ask)
        },
      ],
    ],
  },
  {
    kind: 'a matcher of Retry-After: fake timers stood',
    text: /clock stood still between #1 and #2\. If the client waits on the fake timers: linkFakeTimers\(/,
    said: () => {
      vi.useFakeTimers({ toFake: ['setTimeout'] })
      return judged('toHaveHonouredRetryAfter', storm, ask, ask)
    },
    silent: [['real timers', () => judged('toHaveHonouredRetryAfter', storm, ask, ask)]],
  },
  {
    kind: 'a matcher of idempotency keys',
    text: /has the key "a" of another write/,
    said: () => judged('toHaveUsedIdempotencyKeys', keyed('a'), keyed('a', { ...INVOICE, memo: 'other' })),
    silent: [
      [
        'a key that the service has forgotten',
        () =>
          judged(
            'toHaveUsedIdempotencyKeys',
            keyed('a'),
            (s) => s.clock.advance('49 hours'),
            keyed('a', { ...INVOICE, memo: 'other' }),
          ),
      ],
    ],
  },
  {
    kind: 'the notice of a program that nothing wakes',
    text: /the program has not ended for a second of real time/,
    said: () => {
      // In real time, because it is set outside of the program.
      const moment = pause(1500)
      return onClock(() => moment)
    },
    silent: [
      ['one that waits for its timers', () => onClock(() => pause(3_600_000))],
      ['one that ends', () => onClock(async () => 'at once')],
    ],
  },
  {
    kind: 'the notice that real I/O holds the clock',
    text: /time has stood still for a second of real time, because real I\/O is under way/,
    said: () => reading(endsAfter(1500)),
    silent: [
      ['I/O that ends soon', () => reading(endsAfter(100))],
      ['I/O that nobody waits for', () => reading(() => undefined, { realIo: 'ignore' })],
      [
        'a server of the program, which is on the clock, too',
        () =>
          onClock(async () => {
            const { heard, close } = await answering(endsAfter(3_600_000))
            await heard()
            close()
          }),
      ],
    ],
  },
  {
    kind: 'the notice that time goes on without real I/O',
    text: /waited 5 seconds of real time for real I\/O without a sign of life .*; time goes on without it/,
    said: () => reading(() => undefined),
    silent: [
      ['I/O that shows signs of life', () => reading(speaks)],
      ['I/O that ends later than that was said', () => reading(endsAfter(1500))],
    ],
  },
  {
    kind: 'the warning of a request to another origin',
    text: /GET http.* is let through: .*accounting\.test only[\s\S]*server of your own gets nothing .* intercept: false/,
    said: () => warnedOf('http://127.0.0.1:9/'),
    silent: [
      ['its own origin', () => warnedOf('https://accounting.test/public/v1/items/')],
      ['a request that is refused', () => warnedOf('http://127.0.0.1:11/', 'error')],
      ['a request that may pass in silence', () => warnedOf('http://127.0.0.1:13/', 'ignore')],
      [
        'a receiver that is connected',
        () =>
          warnedOf('http://127.0.0.1:15/in', 'warn', (s) =>
            s.webhooks.connect('https://hooks.example.com/', 'http://127.0.0.1:15'),
          ),
      ],
    ],
  },
]
