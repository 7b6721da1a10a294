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

/** jest, and others with its face. */
interface ExpectHost {
  readonly expect?: { getState?(): { readonly currentTestName?: string; readonly testPath?: string } }
}

/** The state that jest keeps where it runs a file of tests; undefined elsewhere. */
export function stateOfJest(): JestState | undefined {
  const key = Object.getOwnPropertySymbols(globalThis).find(
    ({ description }) => description === 'JEST_STATE_SYMBOL',
  )
  return key && (globalThis as unknown as Record<symbol, JestState>)[key]
}

/** jest keeps the name of its last test, but not the test. */
export const jestTest = (): JestTest | undefined => stateOfJest()?.currentlyRunningTest ?? undefined

function atHand() {
  try {
    return (globalThis as ExpectHost).expect?.getState?.() ?? {}
  } catch {
    // Another library has an `expect` of its own.
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

/** jest lets go of a test when it is over. */
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

/** So many milliseconds before its end, a test is told that its time is out. */
const MARGIN = 200

/**
 * jest ends a test that runs out of time without asking it, so this becomes one of its errors, shortly before. The
 * function that it returns takes that back, for a body that has ended in time.
 */
export function tellTimeOutOfJest(told: (error: Error) => void): () => void {
  const { currentlyRunningTest: test, testTimeout } = stateOfJest() ?? {}
  const limit = test?.timeout ?? testTimeout ?? 0
  const { errors } = test ?? {}
  // Of tests side by side, it may be another one.
  if (errors === undefined || test?.concurrent || limit <= MARGIN) return () => undefined
  const error = new Error('the test has not ended in time')
  // No timer of the host: fake ones would count it.
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
