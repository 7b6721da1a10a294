import { warnOnce } from '../../host-time/warn-once'
import { isBetweenTests, withTest } from '../../running-test/until-read'
import { vitestTask } from '../../running-test/vitest'

/** The return type of matchers in jest, vitest and Playwright. */
export interface Verdict {
  /** True if the expectation holds. */
  readonly pass: boolean
  /** The message for a failed expectation, negated or not. */
  message(): string
}

/** Passes without offences; otherwise the message lists them. `negated` is the text for a failed `.not`. */
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

/** Shortens a long list. */
export const firstOf = (texts: readonly string[]): readonly string[] =>
  texts.length <= AT_MOST + 1 ? texts : [...texts.slice(0, AT_MOST), `and ${texts.length - AT_MOST} more`]

/** Receives warnings instead of the terminal. */
let hears: ((text: string) => void) | undefined

/** Passes the warnings of a matcher to `hear` while `judge` runs. */
export function hearing<T>(hear: (text: string) => void, judge: () => T): T {
  hears = hear
  try {
    return judge()
  } finally {
    hears = undefined
  }
}

/** Prints a warning of a matcher once, with the name of the first test. */
export function warnOfMatcher(text: string): void {
  if (hears) hears(text)
  else warnOnce(withTest(text), text)
}

/**
 * Warns of a matcher that passes because it judged nothing. A test may want that, so it does not fail. Hooks
 * judge every test of a file, also those that only read, so they do not warn. In its body a test has no
 * result.
 */
export function warnOfNothing(matcher: string, why: string): void {
  const task = vitestTask()
  const isInHook = task ? task.result?.state !== 'run' : isBetweenTests()
  if (!isInHook) warnOfMatcher(`${matcher} compared nothing: ${why} before this line.`)
}
