import { didYouMean, shownName } from '../../kernel/nearest-name'
import { type Message, messages, onLine, Problems } from '../model/refusals'
import type { Fields } from '../schema/fields'

const UNKNOWN_AT_MOST = 100

/** The state of reading one body: the current path and the problems so far. */
export class Reading {
  readonly problems = new Problems()
  readonly #path: (string | number)[] = []
  #unknown = 0

  constructor(
    private readonly fields: Fields,
    readonly kept: ReadonlySet<string>,
  ) {}

  /** True if this member may be missing at the top level of the body. */
  keeps(name: string): boolean {
    return this.#path.length === 0 && this.kept.has(name)
  }

  enter(step: string | number): void {
    this.#path.push(step)
  }

  leave(): void {
    this.#path.pop()
  }

  /**
   * Adds a problem at the current path. Returns undefined as the value.
   * @param detail for the traffic, instead of the path and the message
   */
  complain(message: Message, detail?: string): undefined {
    const [member, index] = this.#path
    if (member === undefined) {
      this.problems.add('__all__', message)
      return
    }
    const name = String(member)
    const isLine = typeof index === 'number' && this.fields[name]?.kind === 'list'
    const exact = detail ?? `${this.#path.join('.')}: ${message.text}`
    this.problems.add(name, isLine ? onLine(index, message) : message, exact, exact)
  }

  /**
   * Reports a member that the object at the current path does not accept, up to the first hundred.
   * @param known names to suggest; absent for a request, because the traffic suggests names for it
   */
  complainOfUnknown(given: string, known?: Iterable<string>): void {
    this.#unknown += 1
    if (this.#unknown > UNKNOWN_AT_MOST) return
    const name = shownName(given)
    const detail = known && `no member "${[...this.#path, name].join('.')}"${didYouMean(name, known)}`
    if (this.#path.length === 0) this.problems.add(name, messages.unknownMember, detail ?? name, detail)
    else this.complain(messages.unknownMember, detail)
  }
}
