import type { Listed } from '../../sandbox/storage'
import { type ObjectSql, type ObjectState, statusResponse, VERB } from './platform'

/** The Durable Object with the list of a team's sandboxes. Only the worker made by `sandboxes` calls it. */
export class Team {
  readonly #sql: ObjectSql

  constructor({ storage }: ObjectState) {
    this.#sql = storage.sql
    this.#sql.exec(
      `CREATE TABLE IF NOT EXISTS sandboxes (id TEXT PRIMARY KEY, name TEXT, clock TEXT, created INTEGER,
        expires INTEGER)`,
    )
    this.#sql.exec(
      'CREATE TABLE IF NOT EXISTS usage (id TEXT PRIMARY KEY, rows INTEGER, lastRequest INTEGER)',
    )
    this.#sql.exec(
      `CREATE TABLE IF NOT EXISTS bin (id TEXT PRIMARY KEY, name TEXT, clock TEXT, created INTEGER, binned INTEGER)`,
    )
  }

  /** Called by the platform, and only for requests of `sandboxes(...)`. */
  async fetch(request: Request): Promise<Response> {
    const sent = await request.json()
    switch (request.headers.get(VERB)) {
      case 'add':
        return this.#add(sent)
      case 'change':
        this.#sql.exec(
          'UPDATE sandboxes SET name = ?, expires = ? WHERE id = ?',
          sent.name,
          sent.expires,
          sent.id,
        )
        return statusResponse('done')
      case 'use':
        this.#sql.exec(
          'INSERT OR REPLACE INTO usage SELECT id, ?, ? FROM sandboxes WHERE id = ?',
          sent.rows,
          sent.lastRequest,
          sent.id,
        )
        return statusResponse('done')
      case 'remove':
        for (const table of ['sandboxes', 'bin', 'usage'])
          this.#sql.exec(`DELETE FROM ${table} WHERE id = ?`, sent.id)
        return statusResponse('done')
      case 'bin':
        this.#sql.exec(
          'INSERT OR REPLACE INTO bin SELECT id, name, clock, created, ? FROM sandboxes WHERE id = ?',
          sent.binned,
          sent.id,
        )
        this.#sql.exec('DELETE FROM sandboxes WHERE id = ?', sent.id)
        return statusResponse('done')
      case 'binned':
        return Response.json(this.#rows('SELECT id, name, binned FROM bin ORDER BY id'))
      case 'restore':
        return this.#restore(sent)
      case 'has':
        return statusResponse(
          this.#rows('SELECT 1 FROM sandboxes WHERE id = ?', sent.id).length > 0 ? 'done' : 'missing',
        )
      default:
        return Response.json(
          this.#rows(
            'SELECT * FROM sandboxes LEFT JOIN usage USING (id) WHERE id > ? ORDER BY id LIMIT ?',
            sent.after,
            sent.most,
          ),
        )
    }
  }

  #add({ id, name, clock, created, expires, most }: Listed & { readonly most: number }): Response {
    if (this.#isFull(most)) return statusResponse('full')
    this.#sql.exec('INSERT INTO sandboxes VALUES (?, ?, ?, ?, ?)', id, name, clock, created, expires)
    return statusResponse('done')
  }

  #restore({ id, most }: { readonly id: string; readonly most: number }): Response {
    const [own] = this.#rows('SELECT name, clock, created FROM bin WHERE id = ?', id)
    if (!own) return statusResponse('missing')
    if (this.#isFull(most)) return statusResponse('full')
    const { name, clock, created } = own
    this.#sql.exec('INSERT INTO sandboxes VALUES (?, ?, ?, ?, NULL)', id, name, clock, created)
    this.#sql.exec('DELETE FROM bin WHERE id = ?', id)
    return statusResponse('done')
  }

  #isFull(most: number): boolean {
    const [row] = this.#rows('SELECT count(*) AS count FROM sandboxes')
    return Number(row?.count) >= most
  }

  #rows(query: string, ...values: unknown[]): Record<string, unknown>[] {
    return this.#sql.exec(query, ...values).toArray()
  }
}
