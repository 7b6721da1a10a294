import { createSimulator } from 'accounting-simulator'
import { runTest } from 'accounting-simulator/matchers'
import { afterEach, expect, test, vi } from 'vitest'
import { watchTest } from '../../src/running-test/running-test'
import { withTest } from '../../src/running-test/until-read'
import { look } from '../simulator/left-behind'

const STATE = Symbol('JEST_STATE_SYMBOL')
afterEach(() => void Reflect.deleteProperty(globalThis, STATE))

/** Runs a test as jest would see it, with that limit. */
function running(milliseconds: number, limit: object): Error[] {
  const errors: Error[] = []
  Reflect.set(globalThis, STATE, { testTimeout: 5000, currentlyRunningTest: { errors, ...limit } })
  const own = createSimulator()
  void runTest(own, async () => {
    await look(own)
    await new Promise((resolve) => setTimeout(resolve, milliseconds))
  })
  return errors
}
const after = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

test('a test that runs out of time in jest has the timeline, too', async () => {
  const errors = running(3000, { timeout: 300 })
  await vi.waitFor(() => expect(errors[0]?.message).toContain('Timeline:'), 2000)
  expect(errors).toEqual([
    expect.objectContaining({ message: expect.stringContaining('#1 GET /public/v1/customers/') }),
  ])
  expect(errors[0]?.message).toMatch(/^the test has not ended in time\n/)
})

test.each([
  ['in time', 20, { timeout: 900 }],
  ['shortly before the limit', 300, { timeout: 450 }],
  ['long before the limit of the project', 20, {}],
  ['with a limit that is too short to tell', 150, { timeout: 150 }],
  ['late, beside others', 3000, { timeout: 300, concurrent: true }],
  ['in a runner that keeps no errors', 20, { timeout: 100, errors: undefined }],
])('one that ends %s has none', async (_, milliseconds, limit) => {
  const errors = running(milliseconds, limit)
  await after(600)
  expect(errors).toEqual([])
})

test('fake timers of the test have none of it, which would move their clock', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'Date'] })
  Reflect.set(globalThis, STATE, { testTimeout: 5000, currentlyRunningTest: { errors: [] } })
  expect(await runTest(createSimulator(), () => vi.getTimerCount())).toBe(0)
  vi.useRealTimers()
})

test('jest lets go of a test at its end, which `mutate` is told then', () => {
  const ends: [name: string, hasFailed: boolean][] = []
  const others: string[] = []
  const ids = new Set<string>()
  const state: { currentlyRunningTest: object | null } = { currentlyRunningTest: { errors: [] } }
  const play = (name: string, test: object): void => {
    vi.stubGlobal('expect', { getState: () => ({ currentTestName: name, testPath: 'a.test.js' }) })
    state.currentlyRunningTest = test
    watchTest(ends, ({ id, name: told, file, hasFailed }) => {
      expect(file).toBe('a.test.js')
      ids.add(id)
      ends.push([told, hasFailed])
    })
    // Another one hears of the same ends.
    watchTest(others, ({ name: told }) => others.push(told))
    state.currentlyRunningTest = null
  }
  Reflect.set(globalThis, STATE, state)
  // Within this process the tests of vitest come first.
  vi.stubGlobal('__vitest_worker__', undefined)
  const again = { errors: ['red'] }
  play('sells', { errors: [] })
  play('sells', { errors: ['red'] })
  play('tries', again)
  again.errors = []
  play('tries', again)
  play('beside others', { errors: ['red'], concurrent: true })
  vi.unstubAllGlobals()
  const of = (name: string) => `a.test.js > ${name}`
  expect(ends).toEqual([
    [of('sells'), false],
    [of('sells'), true],
    [of('tries'), true],
    [of('tries'), false],
  ])
  expect(others).toEqual(ends.map(([name]) => name))
  expect(ids.size).toBe(3)
})

test.each([
  [false, 'a.test.js > sells: a verdict'],
  [true, 'a verdict'],
])('a warning names the test of jest, but none of those that run side by side: %s', (concurrent, text) => {
  vi.stubGlobal('__vitest_worker__', undefined)
  vi.stubGlobal('expect', { getState: () => ({ currentTestName: 'sells', testPath: 'a.test.js' }) })
  Reflect.set(globalThis, STATE, { currentlyRunningTest: { concurrent } })
  const told = withTest('a verdict')
  vi.unstubAllGlobals()
  expect(told).toBe(text)
})

/** As the suite of a user has it: one variable, and a simulator for each test. */
let shared = createSimulator()
const late = { goOn: () => {}, moves: () => {}, hasEnded: false }

test('jest keeps the name of its last test; runTest that was not returned there is told all the same', async () => {
  const state: { currentlyRunningTest: object | null } = { currentlyRunningTest: { errors: [] } }
  Reflect.set(globalThis, STATE, state)
  const ended = runTest(createSimulator(), async () => {
    await after(20)
    throw new Error('the simulator was disposed of')
  })
  state.currentlyRunningTest = null
  await expect(ended).rejects.toThrow(/which has ended: is it returned or awaited there\?/)
})

test('a test that runs out of time leaves its body behind', () => {
  const waiting = new Promise<void>((resolve) => {
    late.goOn = resolve
  })
  void runTest(shared, async () => {
    await waiting
    const moved = shared.clock.advance('1 day')
    late.moves()
    await moved
    late.hasEnded = true
  }).catch(() => undefined)
  expect(late.hasEnded).toBe(false)
})

test('the next test is not blamed for what that body does to its simulator, which is a warning', async () => {
  shared = createSimulator()
  const warned = vi.spyOn(process, 'emitWarning').mockReturnValue()
  const ended = runTest(shared, async () => {
    const moving = new Promise<void>((resolve) => {
      late.moves = resolve
    })
    late.goOn()
    await moving
  })
  await expect(ended).resolves.toBeUndefined()
  const told = warned.mock.calls.flat().join()
  warned.mockRestore()
  expect(told).toContain(
    'has ended, and its body still runs: it ran out of time, or runTest is not returned there. It may have used the simulator of this test',
  )
  expect(told).toContain('an advance was still under way')
})
