import type { Sandbox } from '../../sandbox/sandbox'
import { SCHEMA, type Sql } from '../../sandbox/sql-layout'
import { SqlStorage } from '../../sandbox/sql-storage'
import { type StorageBatch, StorageError } from '../../sandbox/storage'
import type { ObjectState } from './platform'

/** The size in bytes above which a database of the platform counts as full. */
const ROOM = 9.9e9

/** The rows of a sandbox in its object's database. The platform delays responses until rows are stored. */
export class ObjectStorage extends SqlStorage {
  readonly #sql: Sql
  #used: number | undefined

  /** @param onDue called when stored rows change the time of the next work */
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

  /** Opens the storage of an object's sandbox; undefined if the object has none. */
  static in(state: ObjectState, onDue: () => void): ObjectStorage | undefined {
    const { sql } = state.storage
    const isMade = sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'head'").toArray().length > 0
    const [head] = isMade ? sql.exec('SELECT id FROM head').toArray() : []
    return head && new ObjectStorage(state, String(head.id), onDue)
  }

  /** Stores the rows. The due time is not among them, because the platform stores the alarm. */
  write({ due, ...batch }: StorageBatch): undefined {
    try {
      this.state.storage.transactionSync(() => this.apply(batch))
    } catch (cause) {
      const isFull = this.state.storage.sql.databaseSize > ROOM
      throw new StorageError('the object could not store its rows', isFull, { cause })
    }
    if (due !== undefined) this.onDue()
  }

  /** The host's time of the last stored use. */
  get used(): number {
    this.#used ??= Number(this.#sql.all('SELECT used FROM head')[0]?.used ?? Number.POSITIVE_INFINITY)
    return this.#used
  }

  /** The host's time at which the sandbox was put into the bin; undefined if it is not in the bin. */
  get binned(): number | undefined {
    const [own] = this.#sql.all('SELECT at FROM bin')
    return own && Number(own.at)
  }

  bin(at: number): void {
    this.#sql.run('INSERT OR REPLACE INTO bin SELECT number, ? FROM head', at)
  }

  /** Restores the sandbox and records a use. False if it is not in the bin. */
  takeFromBin(now: number): boolean {
    if (this.binned === undefined) return false
    this.#sql.run('DELETE FROM bin')
    this.use(now, 0)
    return true
  }

  /** The host's time of a late alarm; undefined if no alarm was late. */
  get late(): number | undefined {
    const [own] = this.#sql.all("SELECT text FROM notes WHERE name = 'late'")
    return own && Number(own.text)
  }

  noteLate(now: number): void {
    this.#sql.run("INSERT OR REPLACE INTO notes VALUES ('late', ?)", String(now))
  }

  /** Records a use. False if one was recorded within `noted` milliseconds. */
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

/** Removes the alarm and all rows of the object. */
export async function emptied({ storage }: ObjectState): Promise<void> {
  await storage.deleteAlarm()
  await storage.deleteAll()
}
