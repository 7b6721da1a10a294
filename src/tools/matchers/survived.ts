import { refuseSurplus } from '../../errors/at-caller'
import type { Verdict } from './verdict'

/** Passes if a report of an exploration says that the program survived; the message tells the story. */
export function toHaveSurvived(received: unknown): Verdict {
  refuseSurplus(toHaveSurvived, arguments, 1)
  if (!isReport(received)) throw new TypeError('this matcher is for the report of explore or explore.once')
  const { survived, provesNothing } = received
  if (survived && provesNothing) throw new Error(`the report shows nothing: the program ${received}`)
  return {
    pass: survived,
    message: () =>
      survived
        ? `expected the program not to survive, but it ${received}`
        : `expected the program to survive, but it ${received}`,
  }
}

const isReport = (value: unknown): value is { readonly survived: boolean; readonly provesNothing?: true } =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as { survived?: unknown }).survived === 'boolean'
