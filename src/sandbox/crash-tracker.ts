/** Sandboxes on which the process was at work when it ended. One that ends it again and again is put aside. */
import type { Tell } from './events'
import type { SandboxStore } from './sandbox-store'
import { StorageError } from './storage'

/** Ends of the process, with nothing done in between, after which a sandbox is put aside. */
const ENDS = 5
const SUSPECTS = 'suspects'

/** Tells after an end of the process, however it came, which sandbox it was at work on. An engine keeps it. */
export interface CrashMarker {
  /** The sandbox on which the last process was at work; undefined if it ended at rest. */
  readonly last: string | undefined
  /** Called before each piece of work, and with an empty text at rest. */
  set(id: string): void
}

export class CrashTracker {
  /** Counts how often each ended the process before it had done anything. */
  readonly #ends: Map<string, number>

  constructor(
    private readonly store: SandboxStore,
    private readonly mark: CrashMarker | undefined,
    tell: Tell | undefined,
  ) {
    this.#ends = new Map(JSON.parse(store.note(SUSPECTS) ?? '[]') as [string, number][])
    const { last = '' } = mark ?? {}
    const team = store.teamOf(last)
    if (team === undefined) return
    const ends = (this.#ends.get(last) ?? 0) + 1
    this.#ends.set(last, ends)
    this.#keep()
    if (ends >= ENDS) tell?.({ event: 'putAside', team, sandbox: last, ends })
  }

  /** The number of times that it ended the process; undefined unless it is put aside. */
  endsOf(id: string): number | undefined {
    const ends = this.#ends.get(id) ?? 0
    return ends >= ENDS ? ends : undefined
  }

  begin(id: string): void {
    this.mark?.set(id)
  }

  /** It has done something, or somebody vouches for it. */
  clear(id: string): void {
    if (this.#ends.delete(id)) this.#keep()
  }

  /** Nothing is done at the moment. */
  rest(): void {
    this.mark?.set('')
  }

  #keep(): void {
    try {
      this.store.setNote(SUSPECTS, JSON.stringify([...this.#ends]))
    } catch (error) {
      // It is stored with the next change. A disk without room must not keep anybody from working.
      if (!(error instanceof StorageError)) throw error
    }
  }
}
