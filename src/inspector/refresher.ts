import type { Controls } from './port'
import type { View } from './view'

const AFTER_FAILURE_MILLISECONDS = 2000
const TICK_MILLISECONDS = 1000

/** Reads the visible view again after each change of the simulator. Views that nobody sees cost nothing. */
export class Refresher {
  readonly #controls: Controls
  readonly #view: () => View
  readonly #update: () => void
  readonly #tell: (text: string) => void
  #run = 0
  #isRunning = false
  #ticking: ReturnType<typeof setInterval> | undefined
  #isLost = false

  constructor(controls: Controls, view: () => View, update: () => void, tell: (text: string) => void) {
    this.#controls = controls
    this.#view = view
    this.#update = update
    this.#tell = tell
  }

  start(): void {
    if (this.#isRunning) return
    this.#isRunning = true
    this.#run += 1
    void this.#follow(this.#run)
    this.#ticking = setInterval(() => {
      if (this.#view().ticks) void this.now()
    }, TICK_MILLISECONDS)
  }

  stop(): void {
    this.#isRunning = false
    this.#run += 1
    clearInterval(this.#ticking)
  }

  async now(): Promise<void> {
    try {
      await this.#view().load()
      if (this.#isLost) this.#tell('')
      this.#isLost = false
    } catch (error) {
      this.#isLost = true
      this.#tell(`The simulator does not answer: ${(error as Error).message}`)
    }
    this.#update()
  }

  async #follow(run: number): Promise<void> {
    let revision: number | undefined
    while (run === this.#run) {
      await this.now()
      try {
        const after = revision === undefined ? '' : `?after=${revision}&wait=25`
        const changes = await this.#controls.get<{ revision: number }>(`/changes${after}`)
        revision = changes.revision
      } catch {
        await new Promise((resolve) => setTimeout(resolve, AFTER_FAILURE_MILLISECONDS))
      }
    }
  }
}
