import { isNamed } from './is-named'
import { Mistake } from './mistake'

/** Thrown by a rewind to a mark that an earlier rewind has erased. */
export class ErasedTimelineError extends Mistake {
  override readonly name = 'ErasedTimelineError'

  constructor() {
    super(
      'This mark lies on an erased timeline: the history was rewound to an earlier mark after it was taken',
    )
  }
}

/** Tests for an ErasedTimelineError, also one of another copy of the package. */
export const isErasedTimelineError = isNamed<ErasedTimelineError>('ErasedTimelineError')
