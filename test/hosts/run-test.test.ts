import { createSimulator, type Simulator } from 'accounting-simulator'
import { runTest } from 'accounting-simulator/matchers'
import { withVirtualTime } from 'accounting-simulator/time'
import { describe, expect, test } from 'vitest'

const HEADERS = { 'X-API-KEY': 'test-api-key' }
const ITEMS = '/public/v1/items/'
const get = (simulator: Simulator, path = ITEMS) => simulator.fetch(path, { headers: HEADERS })

async function errorOf(
  body: (simulator: Simulator) => unknown,
  before: (simulator: Simulator) => unknown = () => undefined,
) {
  const simulator = createSimulator()
  before(simulator)
  try {
    await runTest(simulator, () => body(simulator))
    return undefined
  } catch (error) {
    return error
  }
}

describe('a body that throws', () => {
  test('keeps its error, with the timeline in message and stack', async () => {
    const mine = new TypeError('the sums differ')
    const error = await errorOf(async (simulator) => {
      await get(simulator)
      throw mine
    })
    expect(error).toBe(mine)
    expect(mine.message).toMatch(
      /^the sums differ\n\nTimeline:\n2026-01-15\n.* #1 GET \/public\/v1\/items\/ /,
    )
    expect(mine.stack).toContain('#1 GET /public/v1/items/')
    expect(mine.stack).toMatch(/\n {4}at .*run-test\.test\.ts/)
  })

  test('may do so at once', async () => {
    const error = await errorOf(() => {
      throw new Error('at once')
    })
    expect(String(error)).toMatch(/^Error: at once\n\n(?:.+\n)+\nTimeline:\nnothing happened so far$/)
  })

  test.each([
    [
      'an advance that nobody awaits',
      (s: Simulator) => void s.clock.advance('1 day'),
      'an advance was still under way at 2026-01-15T09:00:00.000Z: is it awaited?',
    ],
    [
      'a refusal that is not repeated',
      async (s: Simulator) => {
        s.faults.inject({ then: { status: 503 } })
        await get(s)
        await get(s, '/public/v1/customers/')
      },
      '#1 GET /public/v1/items/ got status 503, and no equal request followed',
    ],
    [
      'a lost connection that is not repeated',
      async (s: Simulator) => {
        s.faults.inject({ then: { networkError: true } })
        await get(s).catch(() => undefined)
      },
      '#1 GET /public/v1/items/ has no response, and no equal request followed',
    ],
  ])('is told of %s', async (_, work, hint) => {
    const error = await errorOf(async (simulator) => {
      await work(simulator)
      throw new Error('it fails')
    })
    expect(String(error)).toContain(`it fails\n\nWhen it failed:\n  ${hint}\n\nTimeline:\n`)
  })

  test('is told nothing of a refusal that is repeated', async () => {
    const error = await errorOf(async (simulator) => {
      simulator.faults.inject({ then: { status: 429, retryAfter: 5 } })
      await get(simulator)
      await get(simulator)
      throw new Error('it fails')
    })
    expect(String(error)).not.toContain('When it failed')
  })

  test('is told nothing of a refusal that is repeated when it has thrown', async () => {
    const error = await errorOf(async (simulator) => {
      simulator.faults.inject({ then: { status: 503 } })
      await get(simulator)
      setImmediate(() => void get(simulator))
      throw new Error('it fails')
    })
    expect(String(error)).toContain('#2 GET /public/v1/items/')
    expect(String(error)).not.toContain('no equal request followed')
  })

  test('is told nothing of requests, if it is about an option', async () => {
    const error = await errorOf((simulator) =>
      simulator.faults.inject({ on: 'GET /public/v1/itens/', then: { status: 503 } }),
    )
    expect(error).toMatchObject({ name: 'OptionError' })
    expect(String(error)).not.toContain('the simulator got no request')
  })

  test('may throw anything', async () => {
    expect(
      await errorOf(() => {
        throw 'a text'
      }),
    ).toBe('a text')
  })
})

describe('a receiver that throws', () => {
  const mine = () => Object.assign(new RangeError('not my event'), { mine: true })
  const hears = async (simulator: Simulator, receiver: () => unknown, options = {}) => {
    simulator.webhooks.connect('https://hooks.example.com/', receiver as () => Response, options)
    await simulator.fetch('/public/v2/webhooks/', {
      method: 'POST',
      headers: { ...HEADERS, 'Content-Type': 'application/json' },
      body: JSON.stringify({ url: 'https://hooks.example.com/in', topics: ['core.customer/created'] }),
    })
    simulator.make.customer()
    await simulator.webhooks.flush()
  }
  const throwing = (error: unknown) => () => {
    throw error
  }

  test.each([
    ['at once', (error: unknown) => throwing(error)],
    ['later', (error: unknown) => async () => Promise.reject(error)],
  ])('%s: the test fails with the error itself, its line, and the timeline', async (_, make) => {
    const error = mine()
    expect(await errorOf((simulator) => hears(simulator, make(error)))).toBe(error)
    expect(error.stack).toMatch(/\n {4}at mine .*run-test\.test\.ts/)
    expect(error.message).toMatch(/^not my event\n\n(.*\n)*Timeline:\n(.*\n)*.*delivery/)
  })

  test('is a member of the error of what else is left behind', async () => {
    const error = await errorOf(async (simulator) => {
      simulator.faults.inject({ on: `GET ${ITEMS}`, then: { status: 503 } })
      await hears(simulator, throwing(mine()))
    })
    expect(String(error)).toContain('fault 1 on GET /public/v1/items/ hit nothing')
  })

  test('in a fork of the simulator, too', async () => {
    const error = mine()
    for (const wiring of ['shared', 'own'] as const)
      expect(await errorOf((s) => hears(s.fork({ wiring }), throwing(error)))).toBe(error)
  })

  test('what is no error is told with where it was thrown', async () => {
    expect(String(await errorOf((simulator) => hears(simulator, throwing('no'))))).toContain(
      "Error: the receiver of https://hooks.example.com/in threw 'no'",
    )
  })

  test('fails one test only', async () => {
    const simulator = createSimulator()
    await expect(runTest(simulator, () => hears(simulator, throwing(mine())))).rejects.toThrow('not my event')
    expect(await runTest(simulator, () => 7)).toBe(7)
  })

  test('is told beside the error of the test itself', async () => {
    const error = await errorOf(async (simulator) => {
      await hears(simulator, throwing(mine()))
      throw new Error('it fails')
    })
    expect(String(error)).toMatch(
      /^Error: it fails\n\nWhen it failed:\n {2}the receiver of .*\/in threw RangeError: not my event at .*run-test/,
    )
  })

  test.each([
    ['may throw', throwing(mine()), { mayThrow: true }],
    ['answers 500', () => new Response(null, { status: 500 }), {}],
    ['answers like a broken connection', () => Response.error(), {}],
  ])('a receiver that %s fails nothing', async (_, receiver, options) => {
    expect(await errorOf((simulator) => hears(simulator, receiver, options))).toBe(undefined)
  })

  test.each([
    ['nothing', undefined, 'a Response, not undefined'],
    ['null', null, 'a Response, not null'],
    ['a text', 'ok', "a Response, not 'ok'"],
    ['a number', 200, 'a Response, not 200'],
    ['an object', { status: 200 }, 'a Response, not an object'],
  ])('a receiver that returns %s is told what to return', async (_, answer, text) => {
    const error = await errorOf((simulator) => hears(simulator, () => answer))
    expect(error).toMatchObject({ name: 'OptionError', option: 'target' })
    expect(String(error)).toContain(`the receiver of https://hooks.example.com/in must return ${text}\n\n`)
  })

  test('a receiver that returns one response twice is told', async () => {
    const answer = new Response('read')
    await answer.text()
    expect(String(await errorOf((simulator) => hears(simulator, () => answer)))).toContain(
      'its body was read before; a receiver returns a new Response each time',
    )
  })
})

test.each([
  [{}, () => 1],
  [createSimulator(), undefined],
])('other arguments are refused', async (simulator, body) => {
  await expect(runTest(simulator as Simulator, body as () => number)).rejects.toThrow(
    'runTest takes a simulator and the body of a test, a function',
  )
})

describe('a body that passes', () => {
  test('gives back its result', async () => {
    expect(await runTest(createSimulator(), async () => 7)).toBe(7)
  })

  test.each([
    [
      'a fault',
      (s: Simulator) => s.faults.inject({ on: `GET ${ITEMS}`, then: { status: 503 } }),
      'fault 1 on',
    ],
    ['an advance', (s: Simulator) => void s.clock.advance('1 day'), 'an advance was still under way'],
    [
      'a response',
      async (s: Simulator) => {
        s.faults.inject({ then: { delay: '1 minute' } })
        void get(s).catch(() => undefined)
        await new Promise(setImmediate)
      },
      'the answer to GET https://accounting.test/public/v1/items/ is held back until',
    ],
    [
      'broken books',
      (s: Simulator) => {
        s.books.check = () => [
          { invariant: 'debitsEqualCredits', where: 'transaction 7', text: 'off by 0.01' },
        ]
      },
      'the books are broken: debitsEqualCredits: transaction 7: off by 0.01',
    ],
  ])('may not leave %s', async (_, work, problem) => {
    const error = String(await errorOf(work))
    expect(error).toContain(`Error: the test leaves things undone:\n  ${problem}`)
    expect(error).toContain('\n\nTimeline:\n')
  })

  test('need not use up the faults that were there before', async () => {
    const armed = (s: Simulator) => s.faults.inject({ then: { status: 503 } })
    expect(await errorOf(() => undefined, armed)).toBe(undefined)
  })

  test('may run on virtual time', async () => {
    const error = await errorOf((simulator) =>
      withVirtualTime(simulator, async () => {
        await new Promise((resolve) => setTimeout(resolve, 60_000))
        expect(simulator.clock.now).toBe('never')
      }),
    )
    expect(String(error)).toContain('jump to 2026-01-15 09:01')
  })
})

test.each<[string, (simulator: Simulator) => unknown, string]>([
  [
    'a program on virtual time that nobody awaits',
    (s: Simulator) => void withVirtualTime(s, () => get(s)),
    'withVirtualTime was still under way: is it awaited?',
  ],
  [
    'a program on virtual time after others, which nobody awaits',
    async (s: Simulator) => {
      await withVirtualTime(s, () => get(s))
      s.records.items.count()
      void withVirtualTime(s, () => get(s))
    },
    'withVirtualTime was still under way: is it awaited?',
  ],
  [
    'an async function in the place of its call',
    () => async () => undefined,
    'the body returned an async function, which nobody calls: is it the test?',
  ],
])('%s fails a test that passed', async (_, body, told) => {
  expect(String(await errorOf(body))).toContain(told)
})

test('a body may return a client, and run within a program on virtual time', async () => {
  const simulator = createSimulator()
  const read = await runTest(simulator, async () => {
    await get(simulator)
    return async () => get(simulator)
  })
  expect((await read()).status).toBe(200)
  const made = async () => 1
  expect(await runTest(simulator, () => simulator.make.customer() && made)).toBe(made)
  await withVirtualTime(simulator, () => runTest(simulator, () => get(simulator)))
  const program = withVirtualTime(simulator, () => get(simulator))
  await runTest(simulator, () => program)
})
