import { warnOnce } from '../../host-time/warn-once'
import { isBetweenTests, withTest } from '../../running-test/until-read'
import { vitestTask } from '../../running-test/vitest'

/** The return type of matchers in jest, vitest and Playwright. */
export interface Verdict {
  /** True if what was expected holds. */
  readonly pass: boolean
  /** The message for a failed expectation, negated or not. */
  message(): string
}

/** Passes without offences; otherwise the message lists them. `negated` is what `.not` hopes for, and misses. */
export const verdict = (expectation: string, negated: string, offences: readonly string[]): Verdict => ({
  pass: offences.length === 0,
  message: () =>
    offences.length === 0
      ? `expected ${negated}, but found none`
      : `expected ${expectation}, but:\n${firstOf(offences)
          .map((offence) => `  ${offence}`)
          .join('\n')}`,
})

const AT_MOST = 10

/** A long list is told by its beginning. */
export const firstOf = (texts: readonly string[]): readonly string[] =>
  texts.length <= AT_MOST + 1 ? texts : [...texts.slice(0, AT_MOST), `and ${texts.length - AT_MOST} more`]

/** Hears in the place of the terminal. */
let hears: ((text: string) => void) | undefined

/** Hands on what is to be warned of while a matcher judges. */
export function hearing<T>(hear: (text: string) => void, judge: () => T): T {
  hears = hear
  try {
    return judge()
  } finally {
    hears = undefined
  }
}

/** Warns of a matcher once, with its first test. */
export function warnOfMatcher(text: string): void {
  if (hears) hears(text)
  else warnOnce(withTest(text), text)
}

/**
 * Warns of a matcher that passes because it judged nothing. A test may well want that, so it is no failure. A hook
 * or the end of a fixture judges all tests of a file, and some of them only read. The body of a test has no result yet.
 */
export function warnOfNothing(matcher: string, why: string): void {
  const task = vitestTask()
  const isInHook = task ? task.result?.state !== 'run' : isBetweenTests()
  if (!isInHook) warnOfMatcher(`${matcher} compared nothing: ${why} before this line.`)
}
