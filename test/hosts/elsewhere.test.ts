import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createSimulator, type Simulator } from 'accounting-simulator'
import { explore } from 'accounting-simulator/explore'
import { matchers, runTest } from 'accounting-simulator/matchers'
import { describe, expect, test, vi } from 'vitest'
import { ITEMS, look, play, throwing, warned, write } from '../simulator/left-behind'

const UNMET = 'step 0 of scenario storm (expect items, at 2026-01-15T09:00:00.000Z) was not met: '

describe('runTest tells of a fork', () => {
  const WRONG: readonly [string, (fork: Simulator) => unknown, string][] = [
    [
      'an expectation that was not met',
      (fork) => play(fork, { expect: { ...ITEMS, count: 1000 } }),
      `in a fork, ${UNMET}`,
    ],
    [
      'an advance that nobody awaited',
      (fork) => void fork.clock.advance('30 days'),
      'in a fork, an advance was still under way at ',
    ],
  ]
  const playedIn = async (fork: Simulator): Promise<WeakRef<Simulator>> => {
    await play(fork, { expect: { ...ITEMS, count: 1000 } })
    return new WeakRef(fork)
  }

  test('that nobody holds any more', async () => {
    setFlagsFromString('--expose-gc')
    const own = createSimulator()
    const ended = runTest(own, async () => {
      const kept = await playedIn(own.fork())
      const others = Array.from({ length: 120 }, () => new WeakRef(own.fork()))
      await new Promise((resolve) => setTimeout(resolve, 5))
      runInNewContext('gc')()
      expect([kept, others.at(-1)].map((one) => one?.deref() !== undefined)).toEqual([true, false])
    })
    await expect(ended).rejects.toThrow(`in a fork, ${UNMET}`)
  })

  test.each(WRONG)('%s', async (_, work, told) => {
    const asks = (more: () => void): Promise<string> => {
      const own = createSimulator()
      const ended = runTest(own, async () => {
        await work(own.fork())
        more()
      })
      return ended.then(String, ({ message }: Error) => message)
    }
    expect(await asks(() => undefined)).toContain(`the test leaves things undone:\n  ${told}`)
    expect(await asks(throwing)).toContain(`not my event\n\nWhen it failed:\n  ${told}`)
  })
})

describe('runTest does not tell of', () => {
  const FINE: readonly [string, (own: Simulator) => unknown][] = [
    [
      'an expectation of a fork that was met',
      (own) => play(own.fork(), { expect: { ...ITEMS, count: own.records.items.count() } }),
    ],
    [
      'a failed step of a fork, at which the test looks',
      async (own) => void (await play(own.fork(), { expect: { ...ITEMS, count: 1000 } })).fired,
    ],
    ['an advance of a fork that is awaited', (own) => own.fork().clock.advance('30 days')],
    [
      'an advance of a fork that is disposed of',
      (own) => {
        const fork = own.fork()
        fork.clock.advance('30 days').catch(() => undefined)
        fork[Symbol.dispose]()
      },
    ],
    [
      'an expectation of its own that fails in the future of a fork, where nobody asks',
      async (own) => {
        const storm = await play(own, { at: '1 day', expect: { ...ITEMS, count: 1000 } })
        await own.fork().clock.advance('2 days')
        storm.disarm()
      },
    ],
    ['a step of a fork that has not come', (own) => play(own.fork(), { at: '1 day', clearFaults: true })],
    [
      'forks of an exploration',
      async (own) => {
        const experiment = { world: own, start: () => ({ run: () => look(own) }), check: () => [] }
        await explore.once(experiment, [])
      },
    ],
    [
      'forks that the check of an exploration makes',
      async (own) => {
        const check = async ({ simulator }: { simulator: Simulator }): Promise<string[]> => {
          const fork = simulator.fork()
          await play(fork, { expect: { ...ITEMS, count: 1000 } })
          fork.faults.inject({ then: { status: 503 } })
          return []
        }
        const report = await explore.once({ world: own, start: () => ({ run: () => look(own) }), check }, [])
        return report.survived
      },
    ],
    [
      'a test within that answers for itself',
      async (own) => {
        const fork = own.fork()
        await runTest(fork, () => fork.clock.advance('1 day'))
        void fork.clock.advance('1 day')
      },
    ],
  ]
  test.each(FINE)('%s', async (_, work) => {
    const own = createSimulator()
    await expect(runTest(own, async () => String(await work(own)))).resolves.toEqual(expect.any(String))
  })
})

describe('a new simulator in the place of the own', () => {
  const count = ({ records }: Simulator): number => records.invoices.count()
  const told = 'the test looked at a simulator that it had made, which got nothing, and not at its own'

  test('is a warning, once, if the test judges it and asks its own', async () => {
    const asks = async (own: Simulator) => {
      await write(own)
      expect(count(createSimulator())).toBe(0)
    }
    expect(await warned(asks)).toEqual([
      expect.stringMatching(`once, .* its own: ${told}, which got 1 request: is it the right one\\?$`),
    ])
    expect(await warned(asks)).toEqual([])
    expect(await warned((own) => asks(own).then(throwing))).toEqual([expect.stringContaining(`\n  ${told}`)])
  })

  /** What they do when their own simulator has been asked. */
  const FINE: readonly [string, (own: Simulator) => unknown][] = [
    ['both are compared', (own) => expect(count(own)).toBe(count(createSimulator()))],
    ['the own is judged by a matcher', (own) => [count(createSimulator()), matchers.toBeBalanced(own)]],
    ['nobody looks at the other', () => void createSimulator().apiKey],
    ['the other gets requests of its own', () => asked(createSimulator())],
    ['the other has a world that was exported', (own) => count(createSimulator({ world: own.export() }))],
    ['the other has an address of its own', () => count(createSimulator({ baseUrl: 'https://mirror.test' }))],
    ['it was made before the test', () => count(before)],
    ['it has a test of its own', () => runTest(before.fork(), () => ownTest(createSimulator()))],
    ['it is a fork, asked what would be', (own) => count(own.fork())],
  ]
  const before = createSimulator()
  const asked = async (other: Simulator): Promise<void> => {
    await write(other)
    count(other)
  }
  const ownTest = (other: Simulator) => runTest(other, () => count(other))

  test.each(FINE)('is none if %s', async (_, work) => {
    expect(await warned((own) => write(own).then(() => work(own)))).toEqual([])
  })

  test('is none if nobody asks the own', async () => {
    expect(await warned(() => count(createSimulator()))).toEqual([])
  })
})

test('runTest warns of a 404 that is no answer about a record, once, and not of one that is', async () => {
  const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined)
  const simulator = createSimulator()
  const headers = { 'X-API-KEY': simulator.apiKey }
  await runTest(simulator, async () => {
    for (const path of ['/public/v1/items/99/', '/public/v1/itms/99/', '/public/v1/itms/99/'])
      expect((await simulator.fetch(path, { headers })).status).toBe(404)
  })
  const texts = warn.mock.calls.map(([text]) => text)
  warn.mockRestore()
  expect(texts).toEqual([
    expect.stringContaining('the test passed, and GET /public/v1/itms/99/ was answered by 404'),
  ])
})
