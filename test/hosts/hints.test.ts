import { createSimulator, type Simulator } from 'accounting-simulator'
import { runTest } from 'accounting-simulator/matchers'
import { handlers } from 'accounting-simulator/msw'
import { setupServer } from 'msw/node'
import { afterEach, describe, expect, it, test, vi } from 'vitest'
import { HINTS } from '../../src/tools/ending/hints'
import { INVOICE } from '../support/worlds/shop'
import { CASES } from './hint-cases'
import { post } from './hint-steps'
import { NOTICES } from './notice-cases'

/** What the error of a failing test says before its timeline (docs/test-runners.md). */
async function hintsAfter(simulator: Simulator, body: (simulator: Simulator) => unknown): Promise<string[]> {
  const failing = async () => {
    await body(simulator)
    throw new Error('it fails')
  }
  const error = await runTest(simulator, failing).catch((thrown: unknown) => thrown)
  const [, said = ''] = /When it failed:\n(.*?)\n\nTimeline:/s.exec(String(error)) ?? []
  return said === '' ? [] : said.split('\n').map((line) => line.trim())
}

afterEach(() => void vi.useRealTimers())

const simulatorFor = (why: string): Simulator =>
  createSimulator(why.includes('by itself') ? { clock: 'auto' } : {})

describe('every hint is true', () => {
  test('and has its cases here', () => {
    expect(CASES.map(({ hint }) => hint)).toEqual(Object.keys(HINTS))
  })

  it.each(CASES)('$hint: said', async ({ said, text }) => {
    expect(await hintsAfter(createSimulator(), said)).toContain(text)
  })

  const silences = CASES.flatMap(({ silent, ...one }) => silent.map(([why, body]) => ({ ...one, why, body })))
  it.each(silences)('$hint: not said of $why', async ({ hint, text, why, body }) => {
    const simulator = simulatorFor(why)
    await hintsAfter(simulator, body)
    expect(HINTS[hint]?.(simulator)).not.toContain(text)
  })
})

describe('a call that nobody awaited', () => {
  const came = (path: string) => `#1 ${path} came after the test had last looked: is the call awaited?`
  const INVOICES = '/public/v1/invoices/'

  it('comes after the assertion', async () => {
    const body = (s: Simulator) => {
      void post(s, INVOICES, INVOICE)
      expect(s.records.invoices.count()).toBe(1)
    }
    expect(await hintsAfter(createSimulator(), body)).toEqual([came('POST /public/v1/invoices/')])
  })

  it('through msw, too', async () => {
    const server = setupServer()
    server.listen()
    const hints = await hintsAfter(createSimulator(), (s) => {
      server.use(...handlers(s))
      void fetch('https://accounting.test/public/v1/items/')
      expect(s.records.items.count()).toBe(0)
    })
    server.close()
    expect(hints.at(-1)).toBe(came('GET /public/v1/items/'))
  })

  it.each([
    [
      'awaited',
      async (s: Simulator) => {
        await post(s, INVOICES, INVOICE)
        expect(s.records.invoices.count()).toBe(2)
      },
    ],
    ['before nothing is read', (s: Simulator) => post(s, INVOICES, INVOICE)],
  ])('is not suspected of one that is %s', async (_, body) => {
    expect(await hintsAfter(createSimulator(), body)).toEqual([])
  })
})

describe('whatever else is printed is true', () => {
  it.each(NOTICES)('$kind: printed', { timeout: 20_000 }, async ({ text, said }) => {
    expect(await said()).toMatch(text)
  })

  const silences = NOTICES.flatMap(({ silent, ...one }) =>
    silent.map(([why, print]) => ({ ...one, why, print })),
  )
  it.each(silences)('$kind: not printed of $why', async ({ text, print }) => {
    expect(await print()).not.toMatch(text)
  })
})

describe('the text of an error', () => {
  const ITEMS = '/public/v1/items/'
  const get = (simulator: Simulator, path = ITEMS) =>
    simulator.fetch(path, { headers: { 'X-API-KEY': 'test-api-key' } })
  const errorOf = async (body: (simulator: Simulator) => unknown): Promise<Error> => {
    const simulator = createSimulator()
    return (await runTest(simulator, () => body(simulator)).catch((thrown: unknown) => thrown)) as Error
  }

  test('folds requests that got the same answer, and tells where the fault was injected', async () => {
    const error = await errorOf(async (simulator) => {
      simulator.faults.inject({ on: 'GET /public/v1/items/', times: 9, then: { status: 503 } })
      for (const _ of Array(5)) await get(simulator)
      await get(simulator, '/public/v1/customers/')
      throw new Error('it fails')
    })
    const [, story = ''] = String(error).split('\n\nTimeline:\n')
    expect(story.split('\n')).toEqual([
      '2026-01-15',
      expect.stringMatching(/^ {2}09:00:00.000 {2}request {3}#1 GET \/public\/v1\/items\/ .* 503 /),
      '  09:00:00.000  ... 4 more like it, to #5',
      expect.stringMatching(/#6 GET \/public\/v1\/customers\/ .* 200 /),
      '',
      expect.stringMatching(/^fault 1 was injected at hints\.test\.ts:\d+$/),
    ])
  })

  test('has lines that a terminal need not break, and all their words', async () => {
    let told = ''
    const error = await errorOf(async (simulator) => {
      await get(simulator, `${ITEMS}?colour=red&taste=sweet`)
      await get(simulator, `${ITEMS}?${'search=a&'.repeat(12)}colour=red`)
      told = String(simulator.timeline)
      throw new Error('it fails')
    })
    const [, story = ''] = String(error).split('\n\nTimeline:\n')
    const long = story.split('\n').filter((line) => line.length > 80)
    expect(long.map((line) => line.split(/ +/).length)).toEqual([2])
    expect(story.split(/\s+/)).toEqual(told.split(/\s+/))
    expect(story).toMatch(/#1 GET .*\n {16}\S/)
    expect(story).not.toMatch(/ $/m)
  })

  test('says once that equal requests were given up', async () => {
    const error = await errorOf(async (simulator) => {
      simulator.faults.inject({ times: 9, then: { status: 503 } })
      for (const page of [1, 2, 3]) await get(simulator, `${ITEMS}?page=${page}`)
      throw new Error('it fails')
    })
    expect(String(error)).toContain(
      '#1 GET /public/v1/items/ got status 503, and no equal request followed; so did 2 more, to #3\n',
    )
  })

  test('of two faults that hit nothing: the advice stands once, and the stack begins where the first was injected', async () => {
    const error = await errorOf((s) => {
      s.faults.inject({ then: { status: 503 } })
      s.faults.inject({ then: { status: 502 } })
    })
    expect(error.message).toContain('{"status":503}\n  fault 2 on')
    expect(error.message).toContain('{"status":502}; if that is meant, clear them in the test')
    expect(error.stack?.split('\n').find((line) => /^ +at /.test(line))).toContain('hints.test.ts')
  })
})
