/** What every client of the story throws when the service refuses. */
export class Refused extends Error {
  readonly status: number
  readonly errors: Readonly<Record<string, readonly string[]>>

  constructor(status: number, errors: Readonly<Record<string, readonly string[]>>) {
    super(`${status}: ${JSON.stringify(errors)}`)
    this.status = status
    this.errors = errors
  }
}
