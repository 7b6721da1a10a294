import { hostTime } from '../host-time/host-time'
import { fromHere, nameInFile, type TellEnd } from './runner'

interface JestTest {
  readonly timeout?: number
  readonly errors?: unknown[]
  readonly concurrent?: boolean
}

/** The part of jest's state that is used here. */
interface JestState {
  readonly testTimeout?: number
  currentlyRunningTest?: JestTest | null
}

/** jest, and runners with the same interface. */
interface ExpectHost {
  readonly expect?: { getState?(): { readonly currentTestName?: string; readonly testPath?: string } }
}

/** The state of jest in a process that runs a file of tests; undefined elsewhere. */
export function stateOfJest(): JestState | undefined {
  const key = Object.getOwnPropertySymbols(globalThis).find(
    ({ description }) => description === 'JEST_STATE_SYMBOL',
  )
  return key && (globalThis as unknown as Record<symbol, JestState>)[key]
}

/** Undefined between tests. jest's state still has the name of the last test then, but not the test. */
export const jestTest = (): JestTest | undefined => stateOfJest()?.currentlyRunningTest ?? undefined

function atHand() {
  try {
    return (globalThis as ExpectHost).expect?.getState?.() ?? {}
  } catch {
    // Another library may have an `expect` with a different interface.
    return {}
  }
}

function fileOfJest(): string | undefined {
  const { testPath } = atHand()
  return testPath && fromHere(testPath)
}

export function nameOfJest(): string | undefined {
  const { currentTestName } = atHand()
  return currentTestName === undefined ? undefined : nameInFile(fileOfJest(), currentTestName)
}

/** Reports the end of each test. jest sets `currentlyRunningTest` anew when a test has ended. */
export function watchJest(state: JestState, tell: TellEnd): void {
  const numbers = new Map<JestTest, number>()
  let test = state.currentlyRunningTest
  Object.defineProperty(state, 'currentlyRunningTest', {
    get: () => test,
    set: (next: typeof test) => {
      const name = nameOfJest()
      if (test && !next && !test.concurrent && name !== undefined) {
        if (!numbers.has(test)) numbers.set(test, numbers.size)
        const id = `${name} ${numbers.get(test)}`
        tell({ id, name, file: fileOfJest(), hasFailed: (test.errors ?? []).length > 0 })
      }
      test = next
    },
    configurable: true,
  })
}

/** Milliseconds before the time limit at which the time-out is reported. */
const MARGIN = 200

/**
 * Adds an error to a jest test shortly before its time limit, because jest ends the test without calling
 * anything. The returned function cancels this, for a body that ends in time.
 */
export function tellTimeOutOfJest(told: (error: Error) => void): () => void {
  const { currentlyRunningTest: test, testTimeout } = stateOfJest() ?? {}
  const limit = test?.timeout ?? testTimeout ?? 0
  const { errors } = test ?? {}
  // For a concurrent test, the running test may be another one.
  if (errors === undefined || test?.concurrent || limit <= MARGIN) return () => undefined
  const error = new Error('the test has not ended in time')
  // Not a timer of the host, because fake timers would count it.
  const signal = hostTime.timeoutSignal(limit - MARGIN)
  const tell = (): void => {
    errors.push(error)
    told(error)
  }
  signal.addEventListener('abort', tell)
  return () => {
    signal.removeEventListener('abort', tell)
    const place = errors.indexOf(error)
    if (place >= 0) errors.splice(place, 1)
  }
}
