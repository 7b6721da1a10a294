import type { RowChange } from 'accounting-simulator'
import type { SandboxStore, Use } from '../../src/sandbox/sandbox-store'
import {
  type Listed,
  listedOf,
  type SandboxHead,
  type Storage,
  type StorageBatch,
  StorageError,
  type Usage,
} from '../../src/sandbox/storage'

/** The rows of one sandbox as texts, which is what a storage keeps. */
class Kept {
  head: string | undefined
  first: string | undefined
  due: number | null = null
  used = 0
  usage: Usage = {}
  binned: number | null = null
  readonly rows = new Map<string, string>()
}

/** Keeps sandboxes as long as the test runs. */
export class MemorySandboxes implements SandboxStore {
  readonly #kept = new Map<string, Kept>()
  /** What the next batch ends with. */
  failure: StorageError | undefined
  /** Rows that were written. */
  written = 0

  storage(id: string): Storage {
    const kept = (): Kept => this.#kept.get(id) ?? new Kept()
    const parsed = (text: string | undefined) => (text === undefined ? undefined : JSON.parse(text))
    return {
      head: () => parsed(kept().head),
      first: () => (kept().first === undefined ? undefined : [parsed(kept().first)]),
      readAhead: () => [],
      parts: () => [changesOf(kept()).map(({ row, ...place }) => ({ ...place, json: JSON.stringify(row) }))],
      rows: () => changesOf(kept()),
      tables: () => [
        ...new Map(
          changesOf(kept()).map(({ scope, table }) => [`${scope}/${table}`, { scope, table }]),
        ).values(),
      ],
      rowsOf: (scope, table) => {
        const own = changesOf(kept()).filter((change) => change.scope === scope && change.table === table)
        return own.flatMap(({ row }) => (row ? [row] : []))
      },
      size: () => [...kept().rows.values()].reduce((sum, text) => sum + text.length, 0),
      get counted() {
        return this.size()
      },
      write: async (batch) => {
        await new Promise(setImmediate)
        if (this.failure) {
          const { failure } = this
          this.failure = undefined
          throw failure
        }
        if (!batch.head && !this.#kept.has(id)) throw new StorageError('the sandbox was deleted', false)
        this.#write(id, batch)
      },
    }
  }

  #write(id: string, { head, rows = [], first, due }: StorageBatch): void {
    const kept = this.#kept.get(id) ?? new Kept()
    this.#kept.set(id, kept)
    if (head) kept.head = JSON.stringify(head)
    if (first) kept.first = JSON.stringify(first)
    if (due !== undefined) kept.due = due
    this.written += rows.length
    for (const change of rows) {
      const key = JSON.stringify([change.scope, change.table, change.key])
      if ('json' in change) kept.rows.set(key, JSON.stringify({ ...change, row: JSON.parse(change.json) }))
      else if (change.row === null) kept.rows.delete(key)
      else kept.rows.set(key, JSON.stringify(change))
    }
  }

  get #there(): [string, Kept][] {
    return [...this.#kept].filter(([, { binned }]) => binned === null)
  }

  #heads(): SandboxHead[] {
    return this.#there.map(([, { head }]) => JSON.parse(head ?? '{}'))
  }

  page(team: string, after: string, most: number): Listed[] {
    const own = this.#heads().filter((head) => head.team === team && head.id > after)
    const sorted = own.sort((a, b) => (a.id < b.id ? -1 : 1)).slice(0, most)
    return sorted.map((head) => listedOf(head, this.#kept.get(head.id)?.usage))
  }

  count = (team: string): number => this.page(team, '', Number.MAX_SAFE_INTEGER).length
  teamOf = (id: string): string | undefined => this.#heads().find((head) => head.id === id)?.team
  remove = (id: string): void => void this.#kept.delete(id)
  dues = (): [string, number][] =>
    this.#there.flatMap(([id, { due }]) => (due === null ? [] : [[id, due] as [string, number]]))
  used = (uses: Iterable<Use>): void => {
    for (const { id, served, ...usage } of uses) {
      const kept = this.#kept.get(id)
      if (!kept) continue
      kept.used = served ?? kept.used
      kept.usage = { ...kept.usage, ...usage }
    }
  }
  idleSince = (time: number): string[] => this.#there.filter(([, { used }]) => used < time).map(([id]) => id)
  bin = (id: string, at: number | null): void => {
    const kept = this.#kept.get(id)
    if (kept) kept.binned = at
  }
  inBin = (before: number): ReturnType<SandboxStore['inBin']> =>
    [...this.#kept].flatMap(([id, { head = '', binned }]) => {
      if (binned === null || binned >= before) return []
      const { team, name } = JSON.parse(head) as SandboxHead
      return [{ id, team, name, binned }]
    })
  readonly #notes = new Map<string, string>()
  note = (name: string): string | undefined => this.#notes.get(name)
  setNote = (name: string, text: string): void => void this.#notes.set(name, text)
}

const changesOf = ({ rows }: Kept): RowChange[] => [...rows.values()].map((text) => JSON.parse(text))
