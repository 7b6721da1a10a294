/** An option of `createSimulator` that cannot be used; `option` names it. */
export class OptionError extends Error {
  override readonly name = 'OptionError'

  constructor(
    readonly option: string,
    message: string,
  ) {
    super(message)
  }
}
