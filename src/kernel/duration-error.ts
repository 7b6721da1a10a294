import { isNamed } from './is-named'
import { Mistake } from './mistake'

/** Thrown for a duration that cannot be parsed or is out of range. The message shows the accepted forms. */
export class DurationError extends Mistake {
  override readonly name = 'DurationError'

  constructor(problem: string) {
    super(
      `${problem}. A duration is a text such as '5 days' or 'P5D', or an object such as { days: 5 }, never negative`,
    )
  }
}

/** Tests for a DurationError, even one thrown by another copy of the package. */
export const isDurationError = isNamed<DurationError>('DurationError')
