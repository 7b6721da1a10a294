import { isNamed } from './kernel/is-named'

/** An option that cannot be used; `option` names it. */
export class OptionError extends Error {
  override readonly name = 'OptionError'

  constructor(
    readonly option: string,
    message: string,
  ) {
    super(message)
  }
}

/** Whether an error names an option that cannot be used. */
export const isOptionError = isNamed<OptionError>('OptionError')
