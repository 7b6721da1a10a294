import type { HostTime } from '../../host-time/host-time'
import type { Change } from '../../kernel/history'
import { AREAS, type Area, areaOf } from './areas'

/** The changes since the previous call of the listener. */
export interface Changed {
  /** Counts the changes of this simulator. Never decreases. */
  readonly revision: number
  /** A new set for each call. */
  readonly areas: Set<Area>
}

export type ChangeListener = (changed: Changed) => void

/** Tells tools what changed, once per turn of the event loop. A rewind counts as a change, too. */
export class ChangeFeed {
  readonly #listeners = new Set<ChangeListener>()
  readonly #changedIn = new Map<Area, number>()
  #revision = 0
  #announced = 0
  #isDue = false

  constructor(
    private readonly host: Pick<HostTime, 'turn' | 'warn'>,
    /** Receives the errors that listeners throw. */
    private readonly onThrown: (error: unknown) => void = () => undefined,
  ) {}

  get revision(): number {
    return this.#revision
  }

  haveChanged(areas: readonly Area[], revision: number): boolean {
    return areas.some((area) => (this.#changedIn.get(area) ?? 0) > revision)
  }

  since(revision: number): Set<Area> {
    return new Set(AREAS.filter((area) => (this.#changedIn.get(area) ?? 0) > revision))
  }

  /** Records changes of rows. `isSeen` can exclude areas. */
  committed(changes: readonly Change[], isSeen: (area: Area) => boolean): void {
    for (const change of changes) {
      const area = areaOf(change)
      if (area && isSeen(area)) this.touch(area)
    }
  }

  touch(...areas: readonly Area[]): void {
    this.#revision += 1
    for (const area of areas) this.#changedIn.set(area, this.#revision)
    if (this.#isDue || this.#listeners.size === 0) return
    this.#isDue = true
    void this.host.turn().then(() => this.#tell())
  }

  subscribe(listener: ChangeListener): () => void {
    if (this.#listeners.size === 0) this.#announced = this.#revision
    // The wrapper lets a listener that was added twice be removed once.
    const own: ChangeListener = (changed) => listener(changed)
    this.#listeners.add(own)
    return () => {
      this.#listeners.delete(own)
    }
  }

  #tell(): void {
    this.#isDue = false
    const areas = this.since(this.#announced)
    this.#announced = this.#revision
    for (const listener of [...this.#listeners])
      try {
        listener({ revision: this.#revision, areas: new Set(areas) })
      } catch (error) {
        this.onThrown(error)
        this.host.warn(`a listener of simulator.subscribe failed: ${errorText(error)}`)
      }
  }
}

const errorText = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error)
