import { createSimulator, isOptionError, type Simulator } from 'accounting-simulator'
import { expect, test } from 'vitest'

const reached = (simulator: Simulator) =>
  [1, 2, 3].filter((port) => simulator.webhooks.reaches(`http://127.0.0.1:${port}/`))

const connect = (simulator: Simulator, port: number) =>
  simulator.webhooks.connect(`https://hooks-${port}.example.com/`, `http://127.0.0.1:${port}`)

test.each([
  ['shared', { wiring: 'shared' }, [1, 2, 3], [1, 2, 3]],
  ['shared, unless it is said', undefined, [1, 2, 3], [1, 2, 3]],
  ['of its own', { wiring: 'own' }, [1, 2], [1, 3]],
] as const)('the webhook targets of a fork are %s', (_, options, here, there) => {
  const simulator = createSimulator()
  connect(simulator, 1)
  const twin = simulator.fork(options)
  connect(simulator, 2)
  connect(twin, 3)
  expect([reached(simulator), reached(twin)]).toEqual([here, there])
})

test('there is no third way', () => {
  try {
    createSimulator().fork({ wiring: 'none' as 'own' })
    expect.unreachable()
  } catch (error) {
    expect(isOptionError(error) && error.option).toBe('wiring')
  }
})
