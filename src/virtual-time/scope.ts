import type { Simulator, VirtualTimers } from '../index'
import { Jumps } from './jumps'
import type { VirtualTimeOptions } from './options'
import { realNow, realPause } from './real'
import { RealIo } from './real-io'
import { runWithin, type TimeScope } from './time-scope'
import { VirtualTimeError } from './virtual-time-error'

/** Real milliseconds without activity of a program before time moves to the service's own events. */
const REAL_PAUSE_MS = 10
const A_SECOND = 1000

export class ProgramScope implements TimeScope {
  readonly clock: TimeScope['clock']
  readonly #clock: Simulator['clock']
  readonly io: RealIo
  readonly #jumps: Jumps
  isOpen = true
  /** True after an error of time ended the program. Its timers no longer fire. */
  #isFrozen = false
  #fail: (reason: unknown) => void = () => undefined
  readonly #failed = new Promise<never>((_, reject) => {
    this.#fail = (reason) => {
      this.#isFrozen = true
      reject(reason)
    }
  })
  /** The real time since when no event on the clock could let the program continue. */
  #stuckSince: number | undefined
  #isWatched = false
  #hasWarned = false

  constructor(
    { clock }: Simulator,
    private readonly options: Required<VirtualTimeOptions>,
  ) {
    this.#clock = clock
    this.clock = {
      timers: this.#freezing(clock.timers),
      get instant() {
        return clock.instant
      },
    }
    this.io = new RealIo(
      options.realIo !== 'ignore',
      () => clock.pending().filter(isHeld).length,
      " With realIo: 'ignore', an option of withVirtualTime and useSimulator, it does not wait.",
    )
    this.#jumps = new Jumps(options.maxJumps)
    this.#failed.catch(() => undefined)
  }

  run<Result>(program: () => Result | Promise<Result>): Promise<Result> {
    return runWithin(this, async () => {
      const leave = this.#clock.moveFor(this.#client)
      try {
        return await Promise.race([Promise.resolve().then(program), this.#failed])
      } finally {
        this.isOpen = this.#isFrozen
        this.io.stop()
        leave()
      }
    })
  }

  noteTimer(call: string): void {
    this.#jumps.noteTimer(call)
  }

  #freezing(timers: VirtualTimers): VirtualTimers {
    const started =
      (start: VirtualTimers['setTimeout']): VirtualTimers['setTimeout'] =>
      (callback, milliseconds, ...given) => {
        const handle = start((...all) => !this.#isFrozen && callback(...all), milliseconds, ...given)
        return this.#isFrozen ? handle.unref() : handle
      }
    return { ...timers, setTimeout: started(timers.setTimeout), setInterval: started(timers.setInterval) }
  }

  get #client(): Parameters<Simulator['clock']['moveFor']>[0] {
    const { realIo } = this.options
    return {
      ...(realIo === 'wait' && { settle: () => this.io.settle(), pendingIo: () => this.io.underWay() }),
      takeQuiet: (turns) => this.io.takeQuiet(turns),
      letsServiceGoFirst: async () => {
        await realPause(REAL_PAUSE_MS)
        return true
      },
      onStuck: () => void this.#tellWhenStuck(),
      mayJump: () => this.#mayJump(),
    }
  }

  #mayJump(): boolean {
    this.#stuckSince = undefined
    const busy = this.options.realIo === 'error' ? this.io.underWay() : undefined
    if (busy !== undefined)
      this.#fail(
        new VirtualTimeError(`real I/O is under way while time could go on: ${busy} (realIo: 'error')`),
      )
    const endless = this.#jumps.count(this.#clock)
    if (endless !== undefined) {
      const { polled, waits, place, advice } = endless
      this.#fail(new VirtualTimeError(`${polled} ${waits}${place}. ${advice}`))
    }
    return busy === undefined && endless === undefined
  }

  /** Warns once if the program stays stuck for a second. */
  async #tellWhenStuck(): Promise<void> {
    this.#stuckSince = realNow()
    if (this.#isWatched || this.#hasWarned) return
    this.#isWatched = true
    while (this.isOpen && this.#stuckSince !== undefined && !this.#hasWarned) {
      const left = this.#stuckSince + A_SECOND - realNow()
      if (left > 0) await realPause(left)
      else this.#tell()
    }
    this.#isWatched = false
  }

  #tell(): void {
    this.#hasWarned = true
    console.error(
      `accounting-simulator/time: the program has not ended for a second of real time, and nothing is due on the ` +
        `clock that it could wait for: no timer, no response held back, no delivery. ${this.#otherwise()}`,
    )
  }

  /** Describes the other things that the program may wait for. */
  #otherwise(): string {
    if (this.options.realIo === 'ignore') return "Its real I/O is not looked at (realIo: 'ignore')."
    const io = this.io.underWay()
    if (io !== undefined) return `Real I/O is under way: ${io}.`
    if (this.io.copied !== undefined)
      return (
        `A timer of real time was set at ${this.io.copied}, by a copy of the function that was made before virtual ` +
        'time began. Call setTimeout by its name, or that of node:timers/promises.'
      )
    return (
      'It has no real I/O under way that Node reports: perhaps it waits for a promise that nothing settles, or for ' +
      'code that was started outside of it.'
    )
  }
}

const isHeld = ({ kind, subject }: { kind: string; subject: string }): boolean =>
  kind === 'parked-response' && subject !== ''
