import { messageOf } from '../../../kernel/message-of'
import type { Sql } from '../../../sandbox/sql-layout'
import { StorageError } from '../../../sandbox/storage'
import { problemOf, type SqliteDatabase } from './sqlite-database'
import { openWhole, pathOf } from './sqlite-opening'
import { SqliteStatements } from './sqlite-statements'
import { WalCheckpointer } from './wal-checkpointer'

/** The name of the database file in the directory. */
export const DATABASE = 'sandboxes.sqlite'

/** One SQLite file for all sandboxes. All writes of one turn of the event loop share a transaction. */
export class SqliteFile implements Sql {
  readonly #statements: SqliteStatements
  /** Undefined for a database in memory. */
  readonly #care: WalCheckpointer | undefined
  #works: (() => void)[] = []
  #committed: Promise<void> | undefined
  #isFull = false

  /** @throws Error if another process has the file, if a later version wrote it, or if it is damaged */
  constructor(private readonly database: SqliteDatabase) {
    this.#statements = new SqliteStatements(database)
    const path = pathOf(database)
    this.#care = path === '' ? undefined : new WalCheckpointer(path, (sql) => this.database.exec(sql))
    openWhole(database, this.#care?.damage)
    this.#care?.begin()
  }

  all(query: string, ...values: (string | number | null)[]): Record<string, unknown>[] {
    return this.#statements.all(query, values)
  }

  run(query: string, ...values: (string | number | null)[]): void {
    this.#statements.run(query, values)
  }

  /** Does the work in the transaction of this turn, and resolves when it is stored. @throws StorageError */
  write(work: () => void): Promise<void> {
    let refusal: StorageError | undefined
    this.#works.push(() => {
      try {
        work()
      } catch (error) {
        // A StorageError means that this write wrote nothing, so the others of the turn are stored.
        if (!(error instanceof StorageError)) throw error
        refusal = error
      }
    })
    this.#committed ??= new Promise((resolve, reject) =>
      setImmediate(() => {
        const works = this.#works
        this.#works = []
        this.#committed = undefined
        try {
          this.transaction(() => {
            for (const one of works) one()
          })
          resolve()
        } catch (error) {
          reject(error)
        }
      }),
    )
    return this.#committed.then(() => {
      if (refusal) throw refusal
    })
  }

  /** @throws StorageError; then the transaction is rolled back */
  transaction(work: () => void): void {
    try {
      this.#care?.wrote()
      this.database.exec('BEGIN IMMEDIATE')
      work()
      this.database.exec('COMMIT')
      this.#isFull = false
    } catch (error) {
      this.#rollBack()
      this.#statements.note(error)
      this.#isFull = problemOf(error) === 'full'
      throw new StorageError(messageOf(error), this.#isFull, { cause: error })
    }
  }

  /** True if the disk was full at the last transaction. */
  get isFull(): boolean {
    return this.#isFull
  }

  /** The reason why the file cannot be read; undefined if it can. */
  get problem(): string | undefined {
    return this.#statements.failure ?? this.#care?.problem
  }

  /** Copies all stored rows into an empty or missing file. Requests are answered meanwhile. */
  async copyTo(path: string): Promise<void> {
    if (this.database.backup) await this.database.backup(path)
    else this.database.prepare('VACUUM INTO ?').run(path)
  }

  /** Runs a transaction that deletes. On a full disk it may use the disk reserve. @throws StorageError */
  release(work: () => void): void {
    try {
      this.transaction(work)
    } catch (error) {
      if (!(error instanceof StorageError && error.isFull && this.#care?.makesRoom())) throw error
      this.transaction(work)
    }
  }

  /** Called regularly to checkpoint the write-ahead log. */
  look(): void {
    this.#care?.look()
  }

  close(): void {
    this.#care?.end()
    this.database.close()
  }

  /** SQLite may have rolled back already. */
  #rollBack(): void {
    try {
      this.database.exec('ROLLBACK')
    } catch {}
  }
}
