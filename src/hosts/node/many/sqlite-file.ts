import { damageOf, SCHEMA, type Sql } from '../../../sandbox/sql-layout'
import { StorageError } from '../../../sandbox/storage'
import { problemOf, type SqliteDatabase, type SqliteStatement } from './sqlite-database'

/** The name of the file in its directory. */
export const DATABASE = 'sandboxes.sqlite'

/** One SQLite file for all sandboxes: what is written in a turn of the event loop is one transaction for all. */
export class SqliteFile implements Sql {
  readonly #database: SqliteDatabase
  readonly #statements = new Map<string, SqliteStatement>()
  #works: (() => void)[] = []
  #committed: Promise<void> | undefined
  #isFull = false

  /** @throws Error if another process has it, or if it is damaged */
  constructor(database: SqliteDatabase) {
    this.#database = database
    try {
      // The lock ends with the process, however it ends.
      database.exec('PRAGMA busy_timeout = 0; PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL')
      database.exec('PRAGMA synchronous = FULL; BEGIN EXCLUSIVE')
      for (const statement of SCHEMA) database.exec(statement)
      database.exec('COMMIT')
      // Rows have seals. Lost rows, and rows that are there twice, show in the pages and the layout.
      const [found] = this.all('PRAGMA quick_check(1)')
      const state = String(Object.values(found ?? {})[0])
      const damage = state === 'ok' ? damageOf(this) : state
      if (damage !== undefined) throw new Error(`the file of the sandboxes is damaged: ${damage}`)
    } catch (error) {
      if (problemOf(error) !== 'busy') throw error
      throw new Error('another process serves this directory', { cause: error })
    }
  }

  all(query: string, ...values: (string | number | null)[]): Record<string, unknown>[] {
    return this.#prepared(query).all(...values) as Record<string, unknown>[]
  }

  run(query: string, ...values: (string | number | null)[]): void {
    this.#prepared(query).run(...values)
  }

  /** Does the work with that of the same turn, and ends when it is stored. @throws StorageError */
  write(work: () => void): Promise<void> {
    let refusal: StorageError | undefined
    this.#works.push(() => {
      try {
        work()
      } catch (error) {
        // What refuses itself has written nothing, so the others of the turn are stored.
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

  /** @throws StorageError; then nothing of it is stored */
  transaction(work: () => void): void {
    try {
      this.#database.exec('BEGIN IMMEDIATE')
      work()
      this.#database.exec('COMMIT')
      this.#isFull = false
    } catch (error) {
      this.#rollBack()
      this.#isFull = problemOf(error) === 'full'
      throw new StorageError((error as Error).message, this.#isFull, { cause: error })
    }
  }

  /** Whether there was no room for the last transaction. */
  get isFull(): boolean {
    return this.#isFull
  }

  /** Copies everything that is stored into a file that is empty or missing. Others go on meanwhile. */
  async copyTo(path: string): Promise<void> {
    if (this.#database.backup) await this.#database.backup(path)
    else this.#database.prepare('VACUUM INTO ?').run(path)
  }

  close(): void {
    this.#database.close()
  }

  /** SQLite may have done so itself. */
  #rollBack(): void {
    try {
      this.#database.exec('ROLLBACK')
    } catch {}
  }

  #prepared(query: string): SqliteStatement {
    const statement = this.#statements.get(query) ?? this.#database.prepare(query)
    this.#statements.set(query, statement)
    return statement
  }
}
