import { isNamed } from '../../kernel/is-named'

/** Messages by member; `__all__` for those tied to no member (docs/service.md §7.3). */
export type Errors = Readonly<Record<string, readonly string[]>>

/** Thrown for a request that the service refuses. The request leaves no trace. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  constructor(
    readonly status: number,
    readonly errors: Errors,
    /** For the traffic only: the exact member, the rule and its section. */
    readonly detail = '',
  ) {
    super(
      Object.entries(errors)
        .map(([member, messages]) => `${member}: ${messages.join('; ')}`)
        .join(' | '),
    )
  }
}

export const refuse = {
  invalid: (errors: Errors, detail = ''): Refusal => new Refusal(422, errors, detail),
  missing: (model: string, detail = 'docs/service.md §7.4'): Refusal =>
    new Refusal(404, { __all__: [`${model} matching query does not exist`] }, detail),
}

/** Tests for a Refusal, also one of another copy of the package. */
export const isRefusal = isNamed<Refusal>('Refusal')

const MESSAGES_AT_MOST = 100
const DETAILS_AT_MOST = 5

/** Collects the problems of a request, stage by stage (docs/service.md §7.5). */
export class Problems {
  // A map, because clients choose the names of members, and one may be `__proto__`.
  readonly #messages = new Map<string, string[]>()
  readonly #details: string[] = []

  add(member: string, text: string, detail?: string): void {
    const messages = this.#messages.get(member) ?? []
    this.#messages.set(member, messages)
    if (messages.length >= MESSAGES_AT_MOST || messages.includes(text)) return
    messages.push(text)
    if (detail) this.#details.push(detail)
  }

  /** Ends a stage: throws a Refusal with all problems of the stage. */
  throwIfAny(): void {
    if (this.#messages.size === 0) return
    throw refuse.invalid(
      Object.fromEntries(this.#messages),
      this.#details.slice(0, DETAILS_AT_MOST).join('; '),
    )
  }
}
