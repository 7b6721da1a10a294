/**
 * Requests run side by side until one of them has to be repeated. Repeats, and everything that arrives
 * behind them, run alone and in order: a service that asks for a pause is not asked by others meanwhile.
 */
export class SingleFile {
  readonly #sideBySide = new Set<Promise<unknown>>()
  #lastInLine: Promise<unknown> = Promise.resolve()
  #lineLength = 0

  get isEmpty(): boolean {
    return this.#lineLength === 0
  }

  async sideBySide<T>(work: () => Promise<T>): Promise<T> {
    const running = work()
    this.#sideBySide.add(running)
    try {
      return await running
    } finally {
      this.#sideBySide.delete(running)
    }
  }

  /** Waits for everybody ahead in the line and for the requests under way, then has the service to itself. */
  async alone<T>(work: () => Promise<T>): Promise<T> {
    this.#lineLength += 1
    const turn = this.#lastInLine.then(async () => {
      await Promise.allSettled(this.#sideBySide)
      return work()
    })
    this.#lastInLine = turn.catch(() => undefined)
    try {
      return await turn
    } finally {
      this.#lineLength -= 1
    }
  }
}
