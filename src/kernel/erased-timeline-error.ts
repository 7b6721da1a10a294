import { isNamed } from './is-named'
import { Mistake } from './mistake'

/** Thrown when a rewind names a mark that an earlier rewind has erased. */
export class ErasedTimelineError extends Mistake {
  override readonly name = 'ErasedTimelineError'

  constructor() {
    super('this snapshot lies on an erased timeline: an earlier snapshot was restored after it was taken')
  }
}

/** Tests for an ErasedTimelineError, even one thrown by another copy of the package. */
export const isErasedTimelineError = isNamed<ErasedTimelineError>('ErasedTimelineError')
