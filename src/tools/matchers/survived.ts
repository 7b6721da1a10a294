import { refuseSurplus } from '../../errors/at-caller'
import { warnOnce } from '../../host-time/warn-once'
import { wrongReceiver } from './received'
import type { Verdict } from './verdict'

/** Passes if the report of an exploration says that the program survived. Also prints its warnings. */
export function toHaveSurvived(received: unknown): Verdict {
  refuseSurplus(toHaveSurvived, arguments, 1)
  if (!isReport(received)) throw wrongReceiver('the report of explore or explore.once', received)
  const { survived, provesNothing, warnings = [] } = received
  if (survived && provesNothing)
    throw new Error(
      `the report shows nothing: ${isText(received) ? `the program ${received}` : warnings.join('; ')}`,
    )
  if (survived) for (const text of warnings) warnOnce(`toHaveSurvived: the report warns: ${text}`)
  return {
    pass: survived,
    message: () =>
      survived
        ? `expected the program not to survive, but it ${received}`
        : `expected the program to survive, but it ${received}`,
  }
}

/** Reports that were read from JSON have no `toString` of their own. */
const isText = (report: object): boolean => Object.hasOwn(report, 'toString')

const isReport = (
  value: unknown,
): value is {
  readonly survived: boolean
  readonly provesNothing?: true
  readonly warnings?: readonly string[]
} => typeof value === 'object' && value !== null && 'survived' in value && typeof value.survived === 'boolean'
