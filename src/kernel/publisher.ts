import type { Change } from './layer'

type Listener = (changes: readonly Change[]) => void

/** Announces commits to listeners one at a time, also if a listener causes the next commit. */
export class Publisher {
  readonly #listeners = new Set<Listener>()
  readonly #waiting: (readonly Change[])[] = []
  #publishing = false

  get hasListeners(): boolean {
    return this.#listeners.size > 0
  }

  get isPublishing(): boolean {
    return this.#publishing
  }

  add(listener: Listener): () => void {
    // A wrapper, so that a function that was added twice can be removed once.
    const own: Listener = (changes) => listener(changes)
    this.#listeners.add(own)
    return () => {
      this.#listeners.delete(own)
    }
  }

  /**
   * A listener that throws is a bug. The other listeners still get the changes; the error is thrown at the
   * end.
   */
  publish(changes: readonly Change[]): void {
    if (changes.length === 0) return
    this.#waiting.push(changes)
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

function attempt(listener: Listener, changes: readonly Change[], failures: unknown[]): void {
  try {
    listener(changes)
  } catch (error) {
    failures.push(error)
  }
}
