import { isNamed } from './kernel/is-named'

/** Thrown for an invalid option or argument. `option` is its path, such as `apiKeys` or `steps[3].at`. */
export class OptionError extends Error {
  override readonly name = 'OptionError'

  constructor(
    readonly option: string,
    message: string,
  ) {
    super(message)
  }
}

/** Tests for an OptionError, also one of another copy of the package. */
export const isOptionError = isNamed<OptionError>('OptionError')
