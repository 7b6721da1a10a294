import { messageOf } from '../../../kernel/message-of'
import { problemOf, type SqliteDatabase, type SqliteStatement } from './sqlite-database'
import { pathOf } from './sqlite-opening'

type Values = readonly (string | number | null)[]

/** The statements of a database, each prepared once. It remembers when the file could not be read. */
export class SqliteStatements {
  readonly #prepared = new Map<string, SqliteStatement>()
  #failure: string | undefined

  constructor(private readonly database: SqliteDatabase) {}

  /** Says why a statement could not read the file; undefined if all could. */
  get failure(): string | undefined {
    return this.#failure
  }

  all(query: string, values: Values): Record<string, unknown>[] {
    try {
      return this.#of(query).all(...values) as Record<string, unknown>[]
    } catch (error) {
      this.note(error)
      throw error
    }
  }

  run(query: string, values: Values): void {
    this.#of(query).run(...values)
  }

  note(error: unknown): void {
    if (problemOf(error) === 'unreadable')
      this.#failure = `${pathOf(this.database)} cannot be read: ${messageOf(error)}`
  }

  #of(query: string): SqliteStatement {
    const statement = this.#prepared.get(query) ?? this.database.prepare(query)
    this.#prepared.set(query, statement)
    return statement
  }
}
