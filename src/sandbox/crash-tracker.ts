/** Tracks during whose work the process crashed. A sandbox that crashes it repeatedly is put aside. */
import type { Tell } from './events'
import type { SandboxStore } from './sandbox-store'
import { StorageError } from './storage'

/** Crashes in a row, without finished work between, after which a sandbox is put aside. */
const ENDS = 5
const SUSPECTS = 'suspects'

/** Stores the id of the sandbox that is being worked on, so that it is known after a crash. */
export interface CrashMarker {
  /** The sandbox that the previous process was working on; undefined if that process ended idle. */
  readonly last: string | undefined
  /** Called before each piece of work, and with '' when the process is idle. */
  set(id: string): void
}

export class CrashTracker {
  /** The number of crashes of each sandbox since its last finished work. */
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

  /** The number of crashes of a sandbox that is put aside; undefined for any other sandbox. */
  endsOf(id: string): number | undefined {
    const ends = this.#ends.get(id) ?? 0
    return ends >= ENDS ? ends : undefined
  }

  begin(id: string): void {
    this.mark?.set(id)
  }

  /** Resets the count: the sandbox has finished work, or its team restored it. */
  clear(id: string): void {
    if (this.#ends.delete(id)) this.#keep()
  }

  /** Records that the process is idle. */
  rest(): void {
    this.mark?.set('')
  }

  #keep(): void {
    try {
      this.store.setNote(SUSPECTS, JSON.stringify([...this.#ends]))
    } catch (error) {
      // A full disk must not stop the work of sandboxes. The next change stores the counts.
      if (!(error instanceof StorageError)) throw error
    }
  }
}
