import { createSimulator, type Simulator } from 'accounting-simulator'
import { explore } from 'accounting-simulator/explore'
import { runTest } from 'accounting-simulator/matchers'
import { describe, expect, test, vi } from 'vitest'
import {
  fault,
  HOOKS,
  hearsAt,
  ITEMS,
  judge,
  look,
  opened,
  play,
  register,
  sync,
  throwing,
  turn,
  write,
} from './left-behind'

/** A test that has ended awaits nothing, so a control could only come too late. */
const LATE: readonly [string, (simulator: Simulator) => unknown, RegExp][] = [
  [
    'a client that nobody awaited, judged too early',
    (s) => {
      void write(s)
      judge(s)
    },
    /^POST \/public\/v1\/customers\/ was under way when the test ended: is your client awaited\?$/,
  ],
]

/** Faults of simulators that are not the test's own. */
const FORKS: readonly [string, (simulator: Simulator) => unknown][] = [
  [
    'a fork that is asked what would be, and whose fault hits nothing',
    async (s) => {
      await write(s)
      const fork = s.fork()
      fork.faults.inject(fault)
      await write(fork)
    },
  ],
  [
    'a fork that is thrown away with its fault, when nobody was asked',
    (s) => {
      const fork = s.fork()
      fork.faults.inject(fault)
      fork[Symbol.dispose]()
    },
  ],
  [
    'a fork whose fault is cleared or disarmed',
    async (s) => {
      const [cleared, disarmed] = [s.fork(), s.fork()]
      cleared.faults.inject(fault)
      cleared.faults.clear()
      disarmed.faults.inject(fault).disarm()
      await write(s)
    },
  ],
  [
    'a simulator beside the own that nobody is to ask',
    async (s) => {
      const mirror = createSimulator()
      mirror.faults.inject(fault)
      await write(s)
    },
  ],
  [
    'a fork that nobody is to ask, for as long as it is there',
    async (s) => {
      s.fork().faults.inject({ ...fault, times: Number.POSITIVE_INFINITY })
      await write(s)
    },
  ],
  [
    'a fork that is a template, and whose own fork meets the fault',
    async (s) => {
      await write(s)
      const template = s.fork()
      template.faults.inject(fault)
      await template.fork().fetch('/public/v1/items/')
    },
  ],
  [
    'a fault of a fork that is left to chance',
    async (s) => {
      s.fork().faults.inject({ ...fault, probability: 0.1 })
      await write(s)
    },
  ],
  [
    'a fork whose world is put back',
    async (s) => {
      const fork = s.fork()
      fork.faults.inject(fault)
      fork.reset()
      await write(s)
    },
  ],
  [
    'a fault of a fork that a delivery asked',
    async (s) => {
      const fork = s.fork()
      fork.faults.inject({ on: 'DELIVERY core.invoice/*', then: { timeout: true } })
      await hearsAt(fork, `${HOOKS}in`)
      await write(s)
    },
  ],
  [
    'an exploration of a program that asks nobody',
    async (s) => {
      await write(s)
      const experiment = { world: s, start: () => ({ run: () => undefined }), check: () => [] }
      await explore.once(experiment, [
        { on: 'DELIVERY core.customer/created', delivery: 1, do: 'delivery-twice' },
        { on: 'GET /public/v1/customers/', request: 1, attempt: 1, do: 'lose' },
      ])
    },
  ],
  [
    'a test of its own that answers for another simulator',
    async (s) => {
      const other = createSimulator()
      await write(s)
      await runTest(other, async () => {
        other.faults.inject(fault)
        await look(other)
        other.faults.clear()
      })
    },
  ],
]

/** What a correct test may do. */
const FINE: readonly [string, (simulator: Simulator) => unknown][] = [
  [
    'a step that lies in the future after others',
    (s) => play(s, { clearFaults: true }, { at: '1 day', inject: fault }),
  ],
  ['a step that failed, which the test looks at', async (s) => void (await play(s, { expect: ITEMS })).fired],
  [
    'a scenario of which no step came, which the test looks at',
    async (s) => void (await play(s, { at: '1 day', clearFaults: true })).unfired,
  ],
  ['a scenario that was disarmed', async (s) => (await play(s, { at: '1 day', clearFaults: true })).disarm()],
  ['a scenario that is read as text', async (s) => void String(await play(s, { expect: ITEMS }))],
  ['a page that is still loading, which nobody judges', (s) => void look(s)],
  [
    'a page that reads again when it has written',
    async (s) => {
      await write(s)
      judge(s)
      void look(s)
    },
  ],
  [
    'a page that shows that it is saving',
    async (s) => {
      await look(s)
      void write(s)
    },
  ],
  [
    'a page that is loading, of a record that the test looked up',
    (s) => {
      s.records.customers.findMany()
      void look(s)
    },
  ],
  [
    'a page that is saving, after the test had looked',
    async (s) => {
      await look(s)
      judge(s)
      void write(s)
    },
  ],
  [
    'a receiver that answers and works afterwards',
    async (s) => {
      await register(s, HOOKS)
      s.webhooks.connect(HOOKS, () => {
        void turn().then(() => write(s))
        return new Response(null, { status: 202 })
      })
      s.make.invoice()
      await s.webhooks.flush()
      judge(s)
    },
  ],
  ['an endpoint whose name is near, and meant', (s) => hearsAt(s, 'https://hoods.example.com/in')],
  [
    'a client that works on in the background, and had begun to read',
    (s) => {
      void sync(s)
      return turn()
        .then(turn)
        .then(() => judge(s))
    },
  ],
  ...FORKS,
  ['a receiver that is never called', (s) => void s.webhooks.connect(HOOKS, () => new Response())],
  ['an endpoint that is gone, beside a receiver', (s) => hearsAt(s, 'https://gone.example.com/in')],
  ['an endpoint with another number', (s) => hearsAt(s, 'https://hooks2.example.com/in')],
  [
    'a webhook that waits for another topic',
    async (s) => {
      await register(s, `${HOOKS}out`)
      await hearsAt(s, 'https://hooks.exmple.com/in')
    },
  ],
]

describe('a correct test', () => {
  test.each(LATE)('runTest tells of %s', async (_, work, problem) => {
    const own = createSimulator()
    const error: unknown = await runTest(own, () => work(own)).catch((thrown: unknown) => thrown)
    const [, line = ''] = String(error).split('\n  ')
    expect(line.split('\n')[0]).toMatch(problem)
  })

  test.each(FINE)('does not tell of %s, and neither does runTest', async (_, work) => {
    const { simulator, problems } = opened()
    await work(simulator)
    expect(await problems()).toEqual([])
    const own = createSimulator()
    await runTest(own, () => work(own))
  })

  test('runTest does not tell of the requests of another test on the same simulator', async () => {
    const simulator = createSimulator()
    const quick = runTest(simulator, async () => judge(simulator))
    const long = runTest(simulator, async () => {
      for (let turns = 0; turns < 3; turns += 1) await turn()
      await write(simulator)
    })
    expect(await Promise.allSettled([quick, long])).toMatchObject([
      { status: 'fulfilled' },
      { status: 'fulfilled' },
    ])
  })

  test('runTest tells of a fault in a fork that nobody asked, also if the test has failed', async () => {
    const simulator = createSimulator()
    const asks = (more: () => void) =>
      runTest(simulator, async () => {
        simulator.fork().faults.inject(fault)
        await write(simulator)
        more()
      }).catch(({ message }: Error) => message)
    const told = 'fault 1 on GET /public/v1/items/ was injected into a fork, which got no request afterwards'
    expect(await asks(() => undefined)).toContain(`the test leaves things undone:\n  ${told}`)
    expect(await asks(throwing)).toContain(`not my event\n\nWhen it failed:\n  ${told}`)
  })

  test.each<[string, 500 | 503, (own: Simulator) => Simulator]>([
    ['a fork that was asked for something else', 503, (own) => own.fork()],
    ['a simulator of its own', 500, () => createSimulator()],
  ])('runTest warns of a fault in %s, if the test asked its own', async (_, status, make) => {
    const warn = vi.spyOn(process, 'emitWarning').mockReset()
    const own = createSimulator()
    const asks = async (more: () => void): Promise<void> => {
      const other = make(own)
      other.faults.inject({ ...fault, then: { status } })
      await write(other)
      await own.fetch('/public/v1/items/')
      more()
    }
    const told = 'fault 1 on GET /public/v1/items/ hit nothing in another simulator; that of the test got #'
    await expect(runTest(own, () => asks(throwing))).rejects.toThrow(`When it failed:\n  ${told}`)
    await runTest(own, () => asks(() => undefined))
    expect(warn.mock.calls).toEqual([[expect.stringContaining(told), 'AccountingSimulatorWarning']])
    warn.mockRestore()
  })

  test('runTest leaves a fault to the test beside it that injected it', async () => {
    const [one, two] = [createSimulator(), createSimulator()]
    const done = runTest(one, async () => {
      await turn()
      await write(one)
      await turn()
    })
    const other = runTest(two, async () => {
      const fork = two.fork()
      fork.faults.inject(fault)
      two.faults.inject(fault).disarm()
      await turn()
      fork.faults.clear()
    })
    expect(await Promise.allSettled([done, other])).toMatchObject([
      { status: 'fulfilled' },
      { status: 'fulfilled' },
    ])
  })

  test('a simulator that tests share may have a fault for a later one', async () => {
    const shared = createSimulator()
    await runTest(shared, () => write(shared))
    shared.faults.inject({ on: 'POST /public/v1/customers/', then: { status: 503 } })
    await runTest(shared, () => look(shared))
    await runTest(shared, () => write(shared))
    expect(shared.faults.unfired()).toEqual([])
  })

  test('what was looked at before a reset is looked at no more', async () => {
    const own = createSimulator()
    await runTest(own, async () => void (await play(own, { expect: ITEMS })).fired)
    own.reset()
    await expect(runTest(own, () => play(own, { expect: ITEMS }))).rejects.toThrow('was not met')
  })

  test('in a page or behind a server, a write that nobody judges may come late', async () => {
    const { simulator, problems } = opened()
    simulator.hosting.servers.add('http://127.0.0.1:1')
    void write(simulator)
    expect(await problems()).toEqual([])
  })
})
