import { messageOf } from '../../../kernel/message-of'
import { problemOf, type SqliteDatabase, type SqliteStatement } from './sqlite-database'
import { pathOf } from './sqlite-opening'

type Values = readonly (string | number | null)[]
type Read = readonly [query: string, values: Values]

/** The heads of all sandboxes, without which no sandbox can be served. */
const HEADS: Read = ['SELECT count(json) FROM head', []]

/** The statements of a database, each prepared once. Errors make them check whether the file is readable. */
export class SqliteStatements {
  readonly #prepared = new Map<string, SqliteStatement>()
  /** The failed read, which `failure` tries again. */
  #doubt: Read | undefined

  constructor(private readonly database: SqliteDatabase) {}

  /** The reason why the file cannot be read now; undefined if it can. */
  get failure(): string | undefined {
    if (!this.#doubt) return undefined
    // Empties the page cache, because cached pages do not show whether the disk can be read.
    this.database.exec('PRAGMA shrink_memory')
    for (const read of [HEADS, this.#doubt])
      try {
        this.#read(read)
      } catch (error) {
        // A damaged page of one sandbox is no reason to stop serving the others.
        if (read === HEADS || problemOf(error) !== 'damaged')
          return `${pathOf(this.database)} cannot be read: ${messageOf(error)}`
      }
    this.#doubt = undefined
    return undefined
  }

  all(query: string, values: Values): Record<string, unknown>[] {
    try {
      return this.#read([query, values])
    } catch (error) {
      this.note(error, query.startsWith('SELECT') ? [query, values] : HEADS)
      throw error
    }
  }

  run(query: string, values: Values): void {
    this.#of(query).run(...values)
  }

  /** Remembers a read to try again. A failed write says nothing about reads, so the heads are tried. */
  note(error: unknown, read = HEADS): void {
    if (['damaged', 'unreadable'].includes(problemOf(error) ?? '')) this.#doubt = read
  }

  #read([query, values]: Read): Record<string, unknown>[] {
    return this.#of(query).all(...values) as Record<string, unknown>[]
  }

  #of(query: string): SqliteStatement {
    const statement = this.#prepared.get(query) ?? this.database.prepare(query)
    this.#prepared.set(query, statement)
    return statement
  }
}
