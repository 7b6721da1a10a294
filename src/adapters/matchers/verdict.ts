/** The return type of matchers in jest, vitest and Playwright. */
export interface Verdict {
  readonly pass: boolean
  /** The message for a failed expectation, negated or not. */
  message(): string
}

/** Passes without offences; otherwise the message lists them. */
export const verdict = (expectation: string, offences: readonly string[]): Verdict => ({
  pass: offences.length === 0,
  message: () =>
    offences.length === 0
      ? `not expected, but so it is: ${expectation}`
      : `expected: ${expectation}\nbut:\n${offences.map((offence) => `  ${offence}`).join('\n')}`,
})
