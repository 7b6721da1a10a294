/** Saves the world after changes, and at once when the page is hidden. */
export class Keeper {
  #timer: ReturnType<typeof setTimeout> | undefined
  #cost = 0

  constructor(private readonly save: () => Promise<void>) {
    addEventListener('pagehide', this.#now)
    document.addEventListener('visibilitychange', this.#whenHidden)
  }

  /** Schedules a save. Large worlds are saved less often: saving takes at most a tenth of the time. */
  note(): void {
    this.#timer ??= setTimeout(this.#now, Math.max(DELAY_MILLISECONDS, 10 * this.#cost))
  }

  readonly flush = async (): Promise<void> => {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const before = performance.now()
    const saving = this.save()
    this.#cost = performance.now() - before
    await saving
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    removeEventListener('pagehide', this.#now)
    document.removeEventListener('visibilitychange', this.#whenHidden)
  }

  readonly #now = (): void => {
    this.flush().catch((error: unknown) =>
      console.warn('accounting-simulator: the world could not be saved.', error),
    )
  }

  readonly #whenHidden = (): void => {
    if (document.visibilityState === 'hidden') this.#now()
  }
}

const DELAY_MILLISECONDS = 250
