/** A refusal that trying again will not change, with the messages of the service by field. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError'

  constructor(
    call: string,
    readonly status: number,
    readonly errors: Readonly<Record<string, readonly string[]>>,
  ) {
    const messages = Object.entries(errors).map(([field, texts]) =>
      field === '__all__' ? texts.join(', ') : `${field}: ${texts.join(', ')}`,
    )
    super(`${call} answered ${status}: ${messages.join('; ')}`)
  }
}
