/** What the matchers of jest, vitest and Playwright return. */
export interface Verdict {
  readonly pass: boolean
  /** Said when the expectation fails, be it as it stands or negated. */
  message(): string
}

/** Passes when nothing offends; the message lists what does. */
export const verdict = (expectation: string, offences: readonly string[]): Verdict => ({
  pass: offences.length === 0,
  message: () =>
    offences.length === 0
      ? `not expected, but so it is: ${expectation}`
      : `expected: ${expectation}\nbut:\n${offences.map((offence) => `  ${offence}`).join('\n')}`,
})
