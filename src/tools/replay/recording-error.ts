import { isNamed } from '../../kernel/is-named'

/** Thrown for a recording that cannot be read. `place` is a line or an entry, such as `line 7`. */
export class RecordingError extends Error {
  override readonly name = 'RecordingError'

  constructor(
    readonly place: string,
    problem: string,
  ) {
    super(place === '' ? problem : `${place}: ${problem}`)
  }
}

/** Tests for a RecordingError, also one of another copy of the package. */
export const isRecordingError = isNamed<RecordingError>('RecordingError')
