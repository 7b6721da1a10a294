import type { Shelf } from '../../../sandbox/local-fleet'
import { headIn, removeSandbox, SqlStorage } from '../../../sandbox/sql-storage'
import { type Entry, type Listed, listedOf, type Storage } from '../../../sandbox/storage'
import type { SqliteFile } from './sqlite-file'

class SqliteStorage extends SqlStorage {
  readonly #file: SqliteFile

  constructor(file: SqliteFile, id: string) {
    super(file, id)
    this.#file = file
  }

  write(entry: Entry): Promise<void> {
    return this.#file.write(() => this.apply(entry))
  }
}

/** The sandboxes of one SQLite file. */
export class SqliteShelf implements Shelf {
  readonly #file: SqliteFile

  constructor(file: SqliteFile) {
    this.#file = file
  }

  storage(id: string): Storage {
    return new SqliteStorage(this.#file, id)
  }

  page(team: string, after: string, most: number): Listed[] {
    const query = 'SELECT id, json FROM head WHERE team = ? AND id > ? ORDER BY id LIMIT ?'
    return this.#file.all(query, team, after, most).map((own) => listedOf(headIn(own.id, own.json)))
  }

  count(team: string): number {
    return Number(this.#file.all('SELECT count(*) AS n FROM head WHERE team = ?', team)[0]?.n)
  }

  teamOf(id: string): string | undefined {
    const [own] = this.#file.all('SELECT team FROM head WHERE id = ?', id)
    return own && String(own.team)
  }

  remove(id: string): void {
    this.#file.transaction(() => removeSandbox(this.#file, id))
  }

  dues(): [string, number][] {
    const query = 'SELECT id, due FROM head WHERE due IS NOT NULL'
    return this.#file.all(query).map(({ id, due }) => [String(id), Number(due)])
  }

  used(times: Iterable<readonly [id: string, at: number]>): void {
    this.#file.transaction(() => {
      for (const [id, at] of times) this.#file.run('UPDATE head SET used = ? WHERE id = ?', at, id)
    })
  }

  idleSince(time: number): string[] {
    return this.#file.all('SELECT id FROM head WHERE used < ?', time).map(({ id }) => String(id))
  }
}
