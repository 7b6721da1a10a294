import { createSimulator, type Simulator } from 'accounting-simulator'
import { matchers } from 'accounting-simulator/matchers'
import { expect, test } from 'vitest'

type Story = (simulator: Simulator) => unknown

/** Calls to a simulator, and the matcher's message about it and about its part; empty if it passes. */
export function cases(
  matcher: Exclude<keyof typeof matchers, 'toHaveReceived'>,
  part: 'traffic' | 'books',
  rows: readonly [title: string, story: Story, offence: string | undefined][],
) {
  test.each(rows)(`${matcher}: %s`, async (_, story, offence) => {
    const simulator = createSimulator()
    await story(simulator)
    const { pass, message } = matchers[matcher](simulator)
    expect(pass ? undefined : message()).toEqual(offence && expect.stringContaining(offence))
    expect(matchers[matcher](simulator[part]).pass).toBe(pass)
  })
}
