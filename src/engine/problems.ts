import { type Errors, refuse } from './refusal'

const MESSAGES_AT_MOST = 100

/** Collects what is wrong with a request, stage by stage (docs/service.md §7.5). */
export class Problems {
  #errors: Record<string, string[]> = {}
  #details: string[] = []

  add(member: string, text: string, detail?: string): void {
    const messages = Object.hasOwn(this.#errors, member) ? (this.#errors[member] as string[]) : []
    this.#errors[member] = messages
    if (messages.length >= MESSAGES_AT_MOST || messages.includes(text)) return
    messages.push(text)
    if (detail) this.#details.push(detail)
  }

  get any(): boolean {
    return Object.keys(this.#errors).length > 0
  }

  /** Ends a stage: refuses with everything that the stage found. */
  settle(): void {
    if (this.any) throw refuse.invalid(this.#errors as Errors, this.#details.slice(0, 5).join('; '))
  }
}
