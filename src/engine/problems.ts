import { refuse } from './refusal'

const MESSAGES_AT_MOST = 100
const DETAILS_AT_MOST = 5

/** Collects what is wrong with a request, stage by stage (docs/service.md §7.5). */
export class Problems {
  // A map: members are named by clients, and one of them may be called __proto__.
  readonly #messages = new Map<string, string[]>()
  readonly #details: string[] = []

  add(member: string, text: string, detail?: string): void {
    const messages = this.#messages.get(member) ?? []
    this.#messages.set(member, messages)
    if (messages.length >= MESSAGES_AT_MOST || messages.includes(text)) return
    messages.push(text)
    if (detail) this.#details.push(detail)
  }

  /** Ends a stage: refuses with everything that the stage found. */
  settle(): void {
    if (this.#messages.size === 0) return
    throw refuse.invalid(
      Object.fromEntries(this.#messages),
      this.#details.slice(0, DETAILS_AT_MOST).join('; '),
    )
  }
}
