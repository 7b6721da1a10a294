import { UUID } from '../../../kernel/uuid'
/** A request in the order of its operation. */
export interface TryNumber {
  readonly request: number
  readonly attempt: number
}

/** Numbers distinct requests and their tries, for each operation. */
export class RequestCounter {
  readonly #operations = new Map<string, Map<string, TryNumber>>()

  count(operation: string, identity: string): TryNumber {
    const known = this.#operations.get(operation) ?? new Map<string, TryNumber>()
    this.#operations.set(operation, known)
    const before = known.get(identity) ?? { request: known.size + 1, attempt: 0 }
    const ordinal = { ...before, attempt: before.attempt + 1 }
    known.set(identity, ordinal)
    return ordinal
  }

  /** For each operation the number of tries of each of its requests. */
  get tries(): Record<string, number[]> {
    return Object.fromEntries(
      [...this.#operations].map(([operation, known]) => [
        operation,
        [...known.values()].map(({ attempt }) => attempt),
      ]),
    )
  }
}

const NUMBER = new RegExp(`${UUID}|\\d+`, 'gi')

/** 'WRITE invoice-{}' */
export const writeOperation = (name: string): string => `WRITE ${name.replace(NUMBER, '{}')}`
