import { beforeEach, vi } from 'vitest'

/** Hears the warnings of a file: `left` has those of each test, in order. */
export function warningsLeft() {
  const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined)
  const left: unknown[][] = []
  beforeEach(() => void warn.mockClear())
  // The end of a test comes after its hooks, so the next test finds its warnings.
  beforeEach(({ onTestFinished }) =>
    onTestFinished(() => void left.push(warn.mock.calls.map(([text]) => text))),
  )
  return { warn, left }
}
