import type { Sandbox } from '../../sandbox/sandbox'
import { SCHEMA, type Sql } from '../../sandbox/sql-layout'
import { SqlStorage } from '../../sandbox/sql-storage'
import { type StorageBatch, StorageError } from '../../sandbox/storage'
import type { ObjectState } from './platform'

/** Bytes after which a database of the platform counts as full. */
const ROOM = 9.9e9

/** The rows of one sandbox in the database of its object. The platform holds answers back until they are stored. */
export class ObjectStorage extends SqlStorage {
  readonly #sql: Sql
  #used: number | undefined

  /** @param onDue called when rows are stored that change when the sandbox has something to do */
  constructor(
    private readonly state: ObjectState,
    id: string,
    private readonly onDue: () => void,
  ) {
    const { sql } = state.storage
    for (const statement of SCHEMA) sql.exec(statement)
    const all: Sql['all'] = (query, ...values) => sql.exec(query, ...values).toArray()
    const own = { all, run: all }
    super(own, id)
    this.#sql = own
  }

  /** That of the sandbox in an object; undefined if there is none. */
  static in(state: ObjectState, onDue: () => void): ObjectStorage | undefined {
    const { sql } = state.storage
    const isMade = sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'head'").toArray().length > 0
    const [head] = isMade ? sql.exec('SELECT id FROM head').toArray() : []
    return head && new ObjectStorage(state, String(head.id), onDue)
  }

  /** The platform keeps the alarm itself. */
  write({ due, ...batch }: StorageBatch): undefined {
    try {
      this.state.storage.transactionSync(() => this.apply(batch))
    } catch (cause) {
      const isFull = this.state.storage.sql.databaseSize > ROOM
      throw new StorageError('the object could not store its rows', isFull, { cause })
    }
    if (due !== undefined) this.onDue()
  }

  /** The host's time at which somebody used it last, as it is stored. */
  get used(): number {
    this.#used ??= Number(this.#sql.all('SELECT used FROM head')[0]?.used ?? Number.POSITIVE_INFINITY)
    return this.#used
  }

  /** The host's time at which it was put into the bin; undefined if it is not there. */
  get binned(): number | undefined {
    const [own] = this.#sql.all('SELECT at FROM bin')
    return own && Number(own.at)
  }

  bin(at: number): void {
    this.#sql.run('INSERT OR REPLACE INTO bin SELECT number, ? FROM head', at)
  }

  /** False if it is not there. That is a use, too. */
  takeFromBin(now: number): boolean {
    if (this.binned === undefined) return false
    this.#sql.run('DELETE FROM bin')
    this.use(now, 0)
    return true
  }

  /** The host's time at which the platform called it too late; undefined if it did not. */
  get late(): number | undefined {
    const [own] = this.#sql.all("SELECT text FROM notes WHERE name = 'late'")
    return own && Number(own.text)
  }

  noteLate(now: number): void {
    this.#sql.run("INSERT OR REPLACE INTO notes VALUES ('late', ?)", String(now))
  }

  /** Notes a use, unless one was noted within so many milliseconds: then false. */
  use(now: number, noted: number): boolean {
    if (now - this.used <= noted) return false
    this.#used = now
    this.#sql.run('UPDATE head SET used = ?', now)
    return true
  }
}

export interface OpenObject {
  readonly sandbox: Sandbox
  readonly storage: ObjectStorage
  isRemoved?: boolean
}

/** Removes everything that the object keeps. */
export async function emptied({ storage }: ObjectState): Promise<void> {
  await storage.deleteAlarm()
  await storage.deleteAll()
}
