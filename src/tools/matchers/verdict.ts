import { warnOnce } from '../../host-time/warn-once'

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
      : `expected ${expectation}, but:\n${offences.map((offence) => `  ${offence}`).join('\n')}`,
})

/** Warns of a matcher that passes because it judged nothing. A test may well want that, so it is no failure. */
export const warnOfNothing = (matcher: string, why: string): void =>
  warnOnce(`${matcher} compared nothing: ${why} before this line.`)
