import { isNamed } from './is-named'
import { Mistake } from './mistake'

/** Thrown for a duration that cannot be parsed or is out of range. The message lists the accepted forms. */
export class DurationError extends Mistake {
  override readonly name = 'DurationError'

  constructor(problem: string) {
    super(
      `${problem}. A duration is a text such as '5 days', '1 day 2 hours' or '90 s', an ISO 8601 duration such as ` +
        `'P5D', 'P1M2DT3H' or 'PT0.5S', or an object such as { days: 5, hours: 2 } with the members years, months, ` +
        'weeks, days, hours, minutes, seconds and milliseconds. It is never negative, and years and months are whole.',
    )
  }
}

/** Tests for a DurationError, also one of another copy of the package. */
export const isDurationError = isNamed<DurationError>('DurationError')
