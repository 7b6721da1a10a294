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
