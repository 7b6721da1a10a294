import type { ExportedWorld } from '../../index'

/** A world in IndexedDB. */
export interface SavedWorld {
  readonly id: number
  /** Fingerprint of the options that made the world. */
  readonly made: string
  readonly world: ExportedWorld
  /** Milliseconds by which virtual time was ahead of the host's. */
  readonly lead: number
  readonly savedAt: number
}

const DATABASE = 'accounting-simulator'
const WORLDS = 'worlds'
const KEPT_MILLISECONDS = 30 * 24 * 60 * 60 * 1000
const KEPT_AT_MOST = 20

/** The saved worlds of an origin. The open connection lets a page save while it unloads. */
export class SavedWorlds {
  private constructor(private readonly database: IDBDatabase) {
    database.onversionchange = () => database.close()
  }

  /** @throws DOMException if the browser refuses, for example in some private windows */
  static async open(): Promise<SavedWorlds> {
    const opening = indexedDB.open(DATABASE, 1)
    opening.onupgradeneeded = () =>
      opening.result.createObjectStore(WORLDS, { keyPath: 'id', autoIncrement: true })
    return new SavedWorlds(await resultOf(opening))
  }

  get(id: number): Promise<SavedWorld | undefined> {
    return resultOf(this.#worlds('readonly').get(id))
  }

  async newId(): Promise<number> {
    return Number(await resultOf(this.#worlds('readwrite').add({ savedAt: Date.now() })))
  }

  async put(saved: SavedWorld): Promise<void> {
    const worlds = this.#worlds('readwrite')
    const putting = worlds.put(saved)
    // Without this commit a page that is unloading loses its last write.
    worlds.transaction.commit()
    await resultOf(putting)
  }

  async remove(id: number): Promise<void> {
    await resultOf(this.#worlds('readwrite').delete(id))
  }

  /** Removes the worlds of tabs that were closed long ago. */
  async prune(isInUse: (id: number) => boolean): Promise<void> {
    const all = (await resultOf(this.#worlds('readonly').getAllKeys())) as number[]
    const others = all.filter((id) => !isInUse(id)).sort((a, b) => b - a)
    for (const [rank, id] of others.entries()) {
      const saved = rank < KEPT_AT_MOST ? await this.get(id) : undefined
      if (saved === undefined || saved.savedAt < Date.now() - KEPT_MILLISECONDS) await this.remove(id)
    }
  }

  close(): void {
    this.database.close()
  }

  #worlds(mode: IDBTransactionMode): IDBObjectStore {
    return this.database.transaction(WORLDS, mode).objectStore(WORLDS)
  }
}

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
