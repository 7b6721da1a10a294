import { pageTime } from '../../host-time/page-time'
import type { Controls } from './port'
import type { View } from './view'

const AFTER_FAILURE_MILLISECONDS = 2000
const TICK_MILLISECONDS = 1000

export interface Refreshed {
  view(): View
  /** Reads what is visible. */
  load(): Promise<unknown>
  update(): void
  tell(text: string): void
  refuse(text: string): void
}

/** Reads the visible view again after each change of the simulator. Views that nobody sees cost nothing. */
export class Refresher {
  #run = 0
  #isRunning = false
  #cancelTick: () => void = () => undefined
  #isLost = false

  constructor(
    private readonly controls: Controls,
    private readonly panel: Refreshed,
  ) {}

  start(): void {
    if (this.#isRunning) return
    this.#isRunning = true
    this.#run += 1
    void this.#follow(this.#run)
    this.#tick()
  }

  stop(): void {
    this.#isRunning = false
    this.#run += 1
    this.#cancelTick()
  }

  async now(): Promise<void> {
    try {
      await this.panel.load()
      if (this.#isLost) this.panel.tell('')
      this.#isLost = false
    } catch (error) {
      this.#isLost = true
      this.panel.refuse(`The simulator does not answer: ${(error as Error).message}`)
    }
    this.panel.update()
  }

  #tick(): void {
    this.#cancelTick = pageTime.after(TICK_MILLISECONDS, () => {
      if (this.panel.view().ticks) void this.now()
      this.#tick()
    })
  }

  async #follow(run: number): Promise<void> {
    let revision: number | undefined
    while (run === this.#run) {
      await this.now()
      try {
        const after = revision === undefined ? '' : `?after=${revision}&wait=25`
        const changes = await this.controls.get<{ revision: number }>(`/changes${after}`)
        revision = changes.revision
      } catch {
        await new Promise<void>((resolve) => pageTime.after(AFTER_FAILURE_MILLISECONDS, resolve))
      }
    }
  }
}
