import { readFileSync } from 'node:fs'
import { createSimulator, type Simulator } from 'accounting-simulator'
import { matchers, runTest } from 'accounting-simulator/matchers'
import { linkFakeTimers } from 'accounting-simulator/time'
import { schemas } from 'accounting-simulator/zod'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { HEADERS, HOOKS, look, register } from './left-behind'

expect.extend(matchers)
afterEach(() => void vi.useRealTimers())

type Work = (simulator: Simulator) => unknown

/**
 * A test is told nothing of the mistake. The assertion that docs/test-runners.md says to write fails for it, and not
 * for what was meant.
 */
interface Unseen {
  /** Done before the test. */
  readonly before?: Work
  readonly mistaken: Work
  readonly meant: Work
  readonly written: Work
}

const inTurn =
  (...works: readonly Work[]): Work =>
  async (s) => {
    for (const work of works) await work(s)
  }

const ACME = { name: 'Acme' }
const made: Work = ({ make }) => void make.customer(ACME)
const isThere: Work = ({ records }) => expect(records.customers.count(ACME)).toBe(1)

const connected: Work = ({ webhooks }) => webhooks.connect(HOOKS, () => new Response())
const registered: Work = (s) => register(s, `${HOOKS}in`)
const flushed: Work = ({ webhooks }) => webhooks.flush()
const unheard = (...works: readonly Work[]): Unseen => ({
  mistaken: inTurn(...works),
  meant: inTurn(connected, registered, made, flushed),
  written: ({ webhooks }) => expect(webhooks.attempts).toMatchObject([{ response: { status: 200 } }]),
})

const reads =
  (key?: string): Work =>
  (s) =>
    s.fetch('/public/v1/customers/', { headers: { ...HEADERS, ...(key && { 'X-API-KEY': key }) } })

const waits =
  (milliseconds: number): Work =>
  async (s) => {
    s.faults.inject({ on: 'GET /public/v1/customers/', then: { status: 429, retryAfter: 60 } })
    await look(s)
    const slept = s.clock.sleep(milliseconds)
    await s.clock.advance({ milliseconds })
    await slept
    await look(s)
  }

const unavailable: Work = ({ faults }) =>
  faults.inject({ on: 'GET /public/v1/customers/', times: 3, then: { status: 503 } })

/** By the first column of the table. */
const UNSEEN: Readonly<Record<string, readonly Unseen[]>> = {
  'A receiver hears nothing': [
    unheard(connected, registered, made),
    unheard(connected, registered, ({ webhooks }) => webhooks.hold(), made, flushed),
    unheard(connected, made, flushed),
    unheard(connected, made, registered, flushed),
    unheard(connected, (s) => register(s, 'http://hooks.example.com/in'), made, flushed),
    unheard(
      (s) => s.webhooks.connect('https://other.example/', () => new Response()),
      registered,
      made,
      flushed,
    ),
    unheard((s) => s.webhooks.connect(HOOKS, 'http://127.0.0.1:1'), registered, made, flushed),
  ],
  'Records are made in another world': [
    { mistaken: (s) => void s.fork().make.customer(ACME), meant: made, written: isThere },
    { mistaken: () => void createSimulator().make.customer(ACME), meant: made, written: isThere },
    { mistaken: (s) => void s.organization('othr').make.customer(ACME), meant: made, written: isThere },
  ],
  'The client asks another simulator': [
    {
      mistaken: (own) => runTest(own, async () => void (await reads()(createSimulator()))),
      meant: (own) => runTest(own, async () => void (await reads()(own))),
      written: (s) => expect(s).toHaveReceived('GET /public/v1/customers/'),
    },
  ],
  'A key was never issued': [
    {
      mistaken: reads('test-apikey'),
      meant: reads(),
      written: ({ traffic }) => expect(traffic.at(-1)?.response?.status).toBe(200),
    },
  ],
  'The world is put back before it is looked at': [
    { mistaken: inTurn(made, (s) => s.reset()), meant: made, written: isThere },
  ],
  '`clock.sleep` gets seconds': [
    { mistaken: waits(60), meant: waits(60_000), written: (s) => expect(s).toHaveHonouredRetryAfter() },
  ],
  'Fake timers are not linked': [
    {
      mistaken: () => void vi.useFakeTimers(),
      meant: (s) => void linkFakeTimers(s, vi.useFakeTimers()),
      written: async ({ clock }) => {
        await clock.advance('5 days')
        expect(new Date().toISOString()).toBe(clock.now)
      },
    },
  ],
  'A fault hits less often than it could': [
    {
      mistaken: inTurn(unavailable, reads()),
      meant: inTurn(unavailable, reads(), reads(), reads()),
      written: ({ faults }) => expect(faults.list()[0]?.hits).toBe(3),
    },
  ],
  'A fault of `beforeAll` meets no test, with `runTest` or without any end': [
    {
      before: unavailable,
      mistaken: made,
      meant: inTurn(reads(), reads(), reads()),
      written: ({ faults }) => expect(faults.unfired()).toEqual([]),
    },
  ],
  'A record is assigned to': [
    {
      mistaken: ({ make }) => void Object.assign(make.customer(), ACME),
      meant: ({ make, records }) => records.customers.update(make.customer().id, ACME),
      written: isThere,
    },
  ],
  'Entries are asked for by a wrong number': [
    {
      mistaken: () => undefined,
      meant: ({ make }) => void make.invoice(),
      written: ({ books }) => expect(books.entries({ record: 'invoice/1' })).not.toEqual([]),
    },
  ],
}

/** These are listed and not played: they are written otherwise, or happen where no test of ours is. */
const NOT_PLAYED = [
  'A member is misspelt in plain JavaScript',
  'A schema is looked up by a status that the operation does not have',
  'A receiver is connected where another one is',
  'A click is not awaited',
  'Nobody judges the test',
  'The base URL is that of a stranger',
  'An assertion asks nothing',
  'A unit is another',
  'An amount is in cents',
  'A 422 is swallowed by the client',
  'Another mock answers in our place',
  'A receiver catches its own failed assertion',
  'A fork of a sandbox is asked at the shared URL with the key of the original',
  'Tests in Python share their world',
]

describe('a mistake that no tool can see', () => {
  const cases = Object.entries(UNSEEN).flatMap(([mistake, all]) =>
    all.map((one, at) => [`${mistake}, ${at}`, one] as const),
  )

  test.each(cases)('%s: what is written instead sees it', async (_, { before, mistaken, meant, written }) => {
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined)
    for (const [work, isRight] of [
      [mistaken, false],
      [meant, true],
    ] as const) {
      const simulator = createSimulator()
      await before?.(simulator)
      await runTest(simulator, async () => void (await work(simulator)))
      expect(warn.mock.calls).toEqual([])
      const isSatisfied = await Promise.resolve(simulator)
        .then(written)
        .then(
          () => true,
          () => false,
        )
      vi.useRealTimers()
      expect(isSatisfied).toBe(isRight)
    }
    warn.mockRestore()
  })

  test('a member that is expected, and none that is looked up, shows how it is spelt', async () => {
    const simulator = createSimulator()
    await reads()(simulator)
    const entry = simulator.traffic.at(-1)
    expect(entry).toMatchObject({ request: { headers: { 'content-type': 'application/json' } } })
    expect(entry).not.toMatchObject({ request: { headers: { 'Content-Type': 'application/json' } } })
    const responses = schemas.operations['GET /public/v1/items/']?.responses
    expect(responses?.[200]?.safeParse({})).toMatchObject({ success: false })
    expect(responses?.[299]).toBeUndefined()
  })

  test('a receiver that took the place of another one is seen by what the first one did', async () => {
    const simulator = createSimulator()
    const first = vi.fn(() => new Response())
    simulator.webhooks.connect(HOOKS, first)
    await inTurn(connected, registered, made, flushed)(simulator)
    expect(first).not.toHaveBeenCalled()
    expect(simulator.webhooks.targets).toMatchObject([{ isSuccessor: true }])
  })

  test('the table has those that are played and those that are not, and no others', () => {
    const page = readFileSync('docs/test-runners.md', 'utf8')
    const [, table = ''] = page.split('## Mistakes that no tool can see for you\n')
    const rows = table.split('\n## ')[0]?.matchAll(/^\| ([^|]+) \|/gm) ?? []
    const [, ...mistakes] = [...rows].map(([, mistake = '']) => mistake.split(':')[0]?.trim())
    expect(mistakes.sort()).toEqual([...Object.keys(UNSEEN), ...NOT_PLAYED].sort())
  })
})
