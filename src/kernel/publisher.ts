import type { Change } from './layer'

export interface Cause {
  /** Its place in the timeline, once it has one. */
  sequence?: number
  /** The timer of records whose work it is. */
  readonly work?: { readonly kind: string; readonly scope: string }
}

type Listener = (changes: readonly Change[], cause: Cause | undefined) => void

interface Announcement {
  readonly changes: readonly Change[]
  readonly cause: Cause | undefined
}

/** Announces commits to listeners one at a time, also if a listener causes the next commit. */
export class Publisher {
  readonly #listeners = new Set<Listener>()
  readonly #waiting: Announcement[] = []
  #publishing = false

  get hasListeners(): boolean {
    return this.#listeners.size > 0
  }

  get isPublishing(): boolean {
    return this.#publishing
  }

  add(listener: Listener): () => void {
    // A wrapper, so that a function that was added twice can be removed once.
    const own: Listener = (changes, cause) => listener(changes, cause)
    this.#listeners.add(own)
    return () => {
      this.#listeners.delete(own)
    }
  }

  /** A listener that throws is a bug: the others still get the changes, and the error comes at the end. */
  publish(changes: readonly Change[], cause: Cause | undefined): void {
    if (changes.length === 0) return
    this.#waiting.push({ changes, cause })
    if (this.#publishing) return
    const failures: unknown[] = []
    this.#publishing = true
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      for (const listener of [...this.#listeners]) attempt(listener, next, failures)
    }
    this.#publishing = false
    if (failures.length > 0) throw failures[0]
  }
}

function attempt(listener: Listener, { changes, cause }: Announcement, failures: unknown[]): void {
  try {
    listener(changes, cause)
  } catch (error) {
    failures.push(error)
  }
}
