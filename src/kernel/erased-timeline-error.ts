import { isNamed } from './is-named'

/** Thrown by a rewind to a mark that was taken after one which has been rewound to since. */
export class ErasedTimelineError extends Error {
  override readonly name = 'ErasedTimelineError'

  constructor() {
    super(
      'This mark lies on an erased timeline: the history was rewound to an earlier mark after it was taken',
    )
  }
}

/** Whether an error says that a snapshot was erased by a restore to an earlier one. */
export const isErasedTimelineError = isNamed<ErasedTimelineError>('ErasedTimelineError')
