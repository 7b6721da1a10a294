import type { CoveredFact, Fact } from '../../events/coverage/covered-facts'
import { parseJson } from '../../kernel/decoded-text'
import { isObject } from '../../kernel/is-object'

export type JoinedFact = Omit<CoveredFact, 'last'>

/** The facts of several processes, each once. How often they were met is added up. */
export class JoinedFacts {
  readonly #facts = new Map<string, JoinedFact>()
  /** Lines that could not be read. */
  unreadable = 0

  add(fact: Fact, times = 1): void {
    const key = JSON.stringify([fact.source, fact.dimension, fact.operation, fact.what])
    const known = this.#facts.get(key)
    this.#facts.set(key, { ...(known ?? fact), times: (known?.times ?? 0) + times, by: known?.by ?? fact.by })
  }

  /**
   * Adds a file: a line for each fact, or the number of one that was met again.
   * @param from the number of the first line that counts
   */
  addFile(text: string, from = 0): void {
    const facts: Fact[] = []
    const lines = text.split('\n')
    // The process was killed within its last line, if anything follows the last end of a line.
    for (const [at, line] of lines.slice(0, -1).entries()) {
      const told = parseJson(line)
      const fact = typeof told === 'number' ? facts[told] : told
      if (!isFact(fact)) this.unreadable += 1
      else if (at >= from) this.add(fact)
      if (fact === told && isFact(fact)) facts.push(fact)
    }
  }

  get all(): readonly JoinedFact[] {
    return [...this.#facts.values()]
  }
}

export const isFact = (told: unknown): told is Fact =>
  isObject(told) &&
  ['dimension', 'operation', 'what', 'source'].every((name) => typeof told[name] === 'string') &&
  (told.by === null || typeof told.by === 'string')
