import type { Simulator } from '../../../index'
import { Jumps } from '../../../virtual-time/jumps'
import { realPause, realTurn } from '../../../virtual-time/real'
import { RealIo } from '../../../virtual-time/real-io'

const JUMPS_AT_MOST = 10_000
/** If the service answers otherwise, which must help at once: a program that is refused then asks for ever. */
const JUMPS_OF_A_TRIAL_ANSWER = 2000
const REQUESTS_AT_MOST = 20_000
/** Turns of the event loop and a moment of real time in which a stuck program may show a sign of life. */
const TURNS = 20
const MOMENT = 5

/** Moves the clock of a plan's simulator for the program and finds out if nothing can go on. */
export class VirtualHost {
  readonly io: RealIo
  readonly #jumpsAtMost: number
  #jumps: Jumps
  #requests = 0
  #signs = 0
  #isWatching = false
  #fail: (why: string) => void = () => undefined
  readonly #leave: () => void

  /** `isOtherwise`: the service answers an open question otherwise than the user's. */
  constructor(
    private readonly simulator: Simulator,
    isOtherwise = false,
  ) {
    this.#jumpsAtMost = isOtherwise ? JUMPS_OF_A_TRIAL_ANSWER : JUMPS_AT_MOST
    this.#jumps = new Jumps(this.#jumpsAtMost)
    this.io = new RealIo(true, () => 0)
    this.#leave = simulator.clock.moveFor({
      settle: () => this.io.settle(),
      takeQuiet: (turns) => this.io.takeQuiet(turns),
      letsServiceGoFirst: async () => true,
      onStuck: () => void this.#watch(),
      mayJump: () => this.#mayJump(),
    })
  }

  /** Resolves with the reason if what runs from now on cannot come to an end. */
  watch(): Promise<string> {
    this.#jumps = new Jumps(this.#jumpsAtMost)
    this.#requests = 0
    return new Promise((resolve) => {
      this.#fail = resolve
    })
  }

  noteTimer(call: string): void {
    this.#signs += 1
    this.#jumps.noteTimer(call)
  }

  countRequest(): void {
    this.#signs += 1
    this.#requests += 1
    if (this.#requests > REQUESTS_AT_MOST)
      this.#fail(`it sends more than ${REQUESTS_AT_MOST} requests in one round`)
  }

  stop(): void {
    this.io.stop()
    this.#leave()
  }

  #mayJump(): boolean {
    this.#signs += 1
    const endless = this.#jumps.count(this.simulator.clock)
    if (endless === undefined) return true
    // Without the place in the code, so that the report is the same everywhere.
    this.#fail(`${endless.polled} ${endless.waits}.`)
    return false
  }

  /** Nothing is due. The program has a moment to show that it is at work. */
  async #watch(): Promise<void> {
    if (this.#isWatching) return
    this.#isWatching = true
    for (let before = -1; before !== this.#signs; ) {
      before = this.#signs
      for (let turn = 0; turn < TURNS; turn += 1) await realTurn()
      await realPause(MOMENT)
      await this.io.settle()
    }
    this.#isWatching = false
    if (this.simulator.clock.next() === undefined)
      this.#fail('it waits, but no timer, request or delivery is due')
  }
}
