import type { SandboxStore, Use } from '../../../sandbox/sandbox-store'
import { headIn, removeSandbox, SqlStorage } from '../../../sandbox/sql-storage'
import { type Listed, listedOf, type Storage, type StorageBatch } from '../../../sandbox/storage'
import type { SqliteFile } from './sqlite-file'

class SqliteStorage extends SqlStorage {
  constructor(
    private readonly file: SqliteFile,
    id: string,
  ) {
    super(file, id)
  }

  write(batch: StorageBatch): Promise<void> {
    return this.file.write(() => this.apply(batch))
  }
}

/** SQL condition for sandboxes that are fully made and not in the bin. */
const THERE = 'AND tables IS NOT NULL AND number NOT IN (SELECT number FROM bin)'

/** Updates the usage. A null leaves the stored value as it is. */
const NOTE_USAGE = `INSERT INTO usage SELECT number, ?, ? FROM head WHERE id = ?
  ON CONFLICT (number) DO UPDATE SET rows = coalesce(excluded.rows, rows), at = coalesce(excluded.at, at)`

export class SqliteSandboxes implements SandboxStore {
  /** Removes sandboxes that the previous process had not finished making. */
  constructor(private readonly file: SqliteFile) {
    for (const { id } of file.all('SELECT id FROM head WHERE tables IS NULL')) this.remove(String(id))
  }

  storage(id: string): Storage {
    return new SqliteStorage(this.file, id)
  }

  page(team: string, after: string, most: number): Listed[] {
    const query = `SELECT id, json, rows, at FROM head LEFT JOIN usage USING (number)
      WHERE team = ? AND id > ? ${THERE} ORDER BY id LIMIT ?`
    return this.file.all(query, team, after, most).map(({ id, json, rows, at }) => {
      const [size, lastRequest] = [rows, at].map((one) => (one === null ? null : Number(one)))
      return listedOf(headIn(id, json), { rows: size ?? null, lastRequest: lastRequest ?? null })
    })
  }

  count(team: string): number {
    return Number(this.file.all(`SELECT count(*) AS n FROM head WHERE team = ? ${THERE}`, team)[0]?.n)
  }

  teams(): [team: string, sandboxes: number][] {
    const query = `SELECT team, count(*) AS n FROM head WHERE true ${THERE} GROUP BY team ORDER BY team`
    return this.file.all(query).map(({ team, n }) => [String(team), Number(n)])
  }

  teamOf(id: string): string | undefined {
    const [own] = this.file.all(`SELECT team FROM head WHERE id = ? ${THERE}`, id)
    return own && String(own.team)
  }

  remove(id: string): void {
    this.file.release(() => removeSandbox(this.file, id))
  }

  dues(): [string, number][] {
    const query = `SELECT id, due FROM head WHERE due IS NOT NULL ${THERE}`
    return this.file.all(query).map(({ id, due }) => [String(id), Number(due)])
  }

  used(uses: Iterable<Use>): void {
    this.file.transaction(() => {
      for (const { id, served, rows = null, lastRequest = null } of uses) {
        if (served !== undefined) this.file.run('UPDATE head SET used = ? WHERE id = ?', served, id)
        this.file.run(NOTE_USAGE, rows, lastRequest, id)
      }
    })
  }

  idleSince(time: number): string[] {
    return this.file.all(`SELECT id FROM head WHERE used < ? ${THERE}`, time).map(({ id }) => String(id))
  }

  bin(id: string, at: number | null): void {
    const [query, ...values] =
      at === null
        ? ['DELETE FROM bin WHERE number = (SELECT number FROM head WHERE id = ?)', id]
        : ['INSERT OR REPLACE INTO bin SELECT number, ? FROM head WHERE id = ?', at, id]
    this.file.transaction(() => this.file.run(String(query), ...values))
  }

  inBin(before: number): ReturnType<SandboxStore['inBin']> {
    const query = 'SELECT id, team, json, at FROM head JOIN bin USING (number) WHERE at < ? ORDER BY id'
    // SQLite cannot bind Infinity.
    return this.file.all(query, Math.min(before, Number.MAX_SAFE_INTEGER)).map(({ id, team, json, at }) => {
      const { name } = headIn(id, json)
      return { id: String(id), team: String(team), name, binned: Number(at) }
    })
  }

  note(name: string): string | undefined {
    const [own] = this.file.all('SELECT text FROM notes WHERE name = ?', name)
    return own && String(own.text)
  }

  setNote(name: string, text: string): void {
    this.file.transaction(() => this.file.run('INSERT OR REPLACE INTO notes VALUES (?, ?)', name, text))
  }
}
