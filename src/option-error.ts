const brand = Symbol.for('accounting-simulator.option-error')

/** An option that cannot be used; `option` names it. */
export class OptionError extends Error {
  override readonly name = 'OptionError'
  readonly [brand] = true

  constructor(
    readonly option: string,
    message: string,
  ) {
    super(message)
  }
}

/** Whether an error names an option that cannot be used; works across copies of the package. */
export const isOptionError = (error: unknown): error is OptionError =>
  typeof error === 'object' && error !== null && (error as { [brand]?: unknown })[brand] === true
