import { isNamed } from '../../kernel/is-named'
import { listFor } from '../../kernel/list-for'
import { Mistake } from '../../kernel/mistake'
import { type Message, messages, onMember } from './messages'

/** Messages by member; `__all__` for those tied to no member (docs/service.md §7.3). */
export type Errors = Readonly<Record<string, readonly string[]>>

/** Messages with the sections of the rules behind them. */
export type MessagesByMember = Readonly<Record<string, readonly Message[]>>

/** One thing that is wrong with a request. */
export interface Problem {
  /** `__all__` for what is tied to no member. */
  readonly member: string
  readonly text: string
  /** The text with the exact place, such as `items.0.rate: Field required`. */
  readonly exact?: string
  readonly isMissing?: true
}

/** The service's answer to a request that it does not carry out. Nothing of the request remains. */
export class Refusal extends Mistake {
  override readonly name = 'Refusal'
  /** The errors by member, as in the body of the answer. */
  readonly errors: Errors

  constructor(
    readonly status: number,
    /** @internal */
    readonly messages: MessagesByMember,
    /** More for the traffic than the body holds: the exact member, the known names. */
    readonly detail = '',
    /** @internal */
    readonly problems: readonly Problem[] = problemsIn(messages),
  ) {
    const found = Object.entries(messages).map(
      ([member, all]) => [member, all.map(({ text }) => text)] as const,
    )
    super(found.map(([member, texts]) => `${member}: ${texts.join('; ')}`).join(' | '))
    this.errors = Object.fromEntries(found)
  }

  /** @internal */
  override nameCall(call: string): void {
    const isPart = call.endsWith('.update') && this.problems.some(({ isMissing }) => isMissing)
    const hint = isPart ? '; update takes the whole record, as PUT does' : ''
    // The exact members, where they are known.
    const texts = this.problems.map(({ member, text, exact = `${member}: ${text}` }) =>
      member === '__all__' ? text : indexed(exact),
    )
    const more = this.status === 404 && this.detail !== '' ? ` (${this.detail})` : ''
    this.message = `${call} refused: ${[...new Set(texts)].join('; ')}${more}${hint}`
  }
}

/** `items.0.rate` -> `items[0].rate` */
const indexed = (text: string): string => text.replace(/\.(\d+)(?=[.:"]|$)/g, '[$1]')

const problemsIn = (found: MessagesByMember): Problem[] =>
  Object.entries(found).flatMap(([member, texts]) => texts.map((message) => problem(member, message)))

const problem = (member: string, message: Message, exact?: string): Problem => ({
  member,
  text: message.text,
  ...(exact !== undefined && { exact }),
  ...(message === messages.required && { isMissing: true }),
})

/** The messages of a refused body that stands inside another one. */
export const messagesWithin = ({ messages: found }: Refusal): Message[] =>
  Object.entries(found).flatMap(([name, texts]) =>
    name === '__all__' ? texts : texts.map((message) => onMember(name, message)),
  )

export const refuse = {
  invalid: (messages: MessagesByMember, detail = '', problems?: readonly Problem[]): Refusal =>
    new Refusal(422, messages, detail, problems),
  missing: (model: string, detail = '', section = '7.4'): Refusal =>
    new Refusal(404, { __all__: [{ ...messages.noMatch(model), section }] }, detail),
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
  readonly #problems: Problem[] = []

  /**
   * @param detail for the traffic
   * @param exact the text with the exact place, for a call without HTTP
   */
  add(member: string, message: Message, detail?: string, exact?: string): void {
    this.#messages ??= new Map()
    const messages = listFor(this.#messages, member)
    if (messages.length >= MESSAGES_AT_MOST || messages.some(({ text }) => text === message.text)) return
    messages.push(message)
    this.#problems.push(problem(member, message, exact))
    // The message says the rest already.
    if (detail && detail !== member && detail !== `${member}: ${message.text}`) this.#details.push(detail)
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
      this.#problems,
    )
  }
}
