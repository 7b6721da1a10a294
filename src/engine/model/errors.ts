import { isNamed } from '../../kernel/is-named'
import { type Message, messages, onMember } from './messages'

/** Messages by member; `__all__` for those tied to no member (docs/service.md §7.3). */
export type Errors = Readonly<Record<string, readonly string[]>>

/** The same with the sections of the rules behind them. */
export type MessagesByMember = Readonly<Record<string, readonly Message[]>>

/** The service's answer to a request that it does not carry out. Nothing of the request remains. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly errors: Errors

  constructor(
    readonly status: number,
    /** @internal */
    readonly messages: MessagesByMember,
    /** More for the traffic than the body holds: the exact member, the known names. */
    readonly detail = '',
  ) {
    const said = Object.entries(messages).map(
      ([member, found]) => [member, found.map(({ text }) => text)] as const,
    )
    super(said.map(([member, texts]) => `${member}: ${texts.join('; ')}`).join(' | '))
    this.errors = Object.fromEntries(said)
  }
}

/** The messages of a refused body that stands inside another one. */
export const messagesWithin = ({ messages: found }: Refusal): Message[] =>
  Object.entries(found).flatMap(([name, said]) =>
    name === '__all__' ? said : said.map((message) => onMember(name, message)),
  )

export const refuse = {
  invalid: (messages: MessagesByMember, detail = ''): Refusal => new Refusal(422, messages, detail),
  missing: (model: string, detail = 'docs/service.md §7.4'): Refusal =>
    new Refusal(404, { __all__: [messages.noMatch(model)] }, detail),
}

/** Tests for a Refusal, also one of another copy of the package. */
export const isRefusal = isNamed<Refusal>('Refusal')

const MESSAGES_AT_MOST = 100
const DETAILS_AT_MOST = 5

/** Collects the problems of a request, stage by stage (docs/service.md §7.5). */
export class Problems {
  // A map, because clients choose the names of members, and one may be `__proto__`. Most requests need none.
  #messages: Map<string, Message[]> | undefined
  readonly #details: string[] = []

  add(member: string, message: Message, detail?: string): void {
    this.#messages ??= new Map()
    const messages = this.#messages.get(member) ?? []
    this.#messages.set(member, messages)
    if (messages.length >= MESSAGES_AT_MOST || messages.some(({ text }) => text === message.text)) return
    messages.push(message)
    if (detail) this.#details.push(detail)
  }

  get any(): boolean {
    return this.#messages !== undefined
  }

  /** Ends a stage: throws a Refusal with all problems of the stage. */
  throwIfAny(): void {
    if (this.#messages === undefined) return
    throw refuse.invalid(
      Object.fromEntries(this.#messages),
      this.#details.slice(0, DETAILS_AT_MOST).join('; '),
    )
  }
}
