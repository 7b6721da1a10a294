import type { Simulator, TimerHandle, VirtualTimers } from '../../../index'
import type { Mutable } from '../../../kernel/mutable'
import type { RealIo } from '../../../virtual-time/real-io'
import { currentName, runNamed, runWithin, type TimeScope } from '../../../virtual-time/time-scope'
import type { ProgramTimer, SecondSender } from './events'
import { never, type ProgramLife } from './simulated-network'

/** The parts that the lives of a program share. */
export interface LifeParts {
  readonly timers: VirtualTimers
  /** Calls back after milliseconds; returns the function that cancels. */
  readonly after: Simulator['clock']['after']
  readonly io: RealIo
  /** Milliseconds since 1970 and since the fork was made, on the clock of the simulator. */
  instant(): { readonly now: number; readonly elapsed: number }
  /** Milliseconds by which the program's clock is ahead. */
  skew(): number
  noteTimer(call: string): void
}

/**
 * One life of the user's program, from its start until it is killed. Killing freezes it: its timers and requests never
 * settle, so no `finally` of it runs, as in a process that is gone. Its clock stays virtual for whatever still runs.
 */
export class Life implements TimeScope, ProgramLife {
  readonly isOpen = true
  readonly clock: TimeScope['clock']
  readonly io: RealIo
  readonly death: Promise<void>
  readonly #timers = new Map<TimerHandle, Mutable<ProgramTimer>>()
  /** Cancels what is on its way. */
  readonly #travels = new Set<() => void>()
  /** The timers of `AbortSignal.timeout`, which cannot be cleared. */
  #timeouts: Mutable<ProgramTimer>[] = []
  readonly #timeoutOf = new WeakMap<AbortSignal, Mutable<ProgramTimer>>()
  /** The events that have made the program do something at an instant. */
  #active: { readonly at: number; readonly origins: ReadonlySet<number> } = { at: -1, origins: new Set() }
  #isAlive = true
  #suspensions = 0
  readonly #wakes: (() => void)[] = []
  readonly #waiting: (() => void)[] = []
  #die: () => void = () => undefined

  constructor(
    private readonly parts: LifeParts,
    private readonly isSecond = false,
  ) {
    this.io = parts.io
    this.death = new Promise((resolve) => {
      this.#die = resolve
    })
    const timers = this.#ownTimers(parts.timers)
    this.clock = {
      timers,
      get instant() {
        const { now, elapsed } = parts.instant()
        return { now: now + parts.skew(), elapsed }
      },
    }
  }

  get isAlive(): boolean {
    return this.#isAlive
  }

  get sender(): SecondSender | undefined {
    const name = currentName()
    if (this.isSecond) return 'the second instance'
    return name === IN_RUN ? undefined : (name as SecondSender | undefined)
  }

  get isInRun(): boolean {
    return currentName() === IN_RUN
  }

  run<Result>(work: () => Result): Result {
    return runWithin(this, work)
  }

  noteTimer(call: string): void {
    this.parts.noteTimer(call)
  }

  kill(): void {
    if (!this.#isAlive) return
    this.#isAlive = false
    for (const timer of this.#timers.keys()) timer.close()
    this.#timers.clear()
    for (const cancel of this.#travels) cancel()
    this.#travels.clear()
    this.#waiting.splice(0)
    this.#wakes.splice(0)
    this.#die()
  }

  /** Nothing of the program runs for so long; what became due meanwhile happens at its end. */
  async suspend(milliseconds: number): Promise<void> {
    this.#suspensions += 1
    await new Promise<void>((resolve) => {
      this.#track(this.parts.timers.setTimeout(resolve, milliseconds), NEVER)
      this.#wakes.push(resolve)
    })
    this.#suspensions -= 1
    if (this.#suspensions === 0) for (const wake of this.#waiting.splice(0)) wake()
  }

  wake(): void {
    for (const wake of this.#wakes.splice(0)) wake()
  }

  awake(): Promise<void> | undefined {
    if (!this.#isAlive) return never()
    return this.#suspensions > 0 ? new Promise((resolve) => this.#waiting.push(resolve)) : undefined
  }

  sleep(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      this.clock.timers.setTimeout(
        () => resolve(milliseconds > LONGEST ? this.sleep(milliseconds - LONGEST) : undefined),
        Math.min(milliseconds, LONGEST),
      )
    })
  }

  /** Something is on its way for so long. Rejects with the reason of the signal. */
  travel(milliseconds: number, signal?: AbortSignal | null): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      const abort = (): void => {
        if (!this.#isAlive) return
        cancel()
        this.#travels.delete(cancel)
        reject(signal?.reason)
      }
      const arrive = (): void => {
        signal?.removeEventListener('abort', abort)
        resolve()
      }
      const cancel = this.parts.after(Math.max(1, milliseconds), () => {
        this.#travels.delete(cancel)
        if (this.#suspensions > 0) this.#waiting.push(arrive)
        else arrive()
      })
      this.#travels.add(cancel)
      signal?.addEventListener('abort', abort, { once: true })
    })
  }

  get origins(): readonly number[] {
    return this.#active.at === this.#now ? [...this.#active.origins] : []
  }

  activate(event: number): void {
    this.#activate([event])
  }

  firstTimeout(isForAny: boolean): number {
    const now = this.#now
    this.#timeouts = this.#timeouts.filter(({ due }) => due > now)
    const timers = isForAny ? this.timers : this.#timeouts
    return Math.min(...timers.map(({ due }) => due))
  }

  get timers(): readonly ProgramTimer[] {
    const now = this.#now
    return [...this.#timers.values(), ...this.#timeouts].filter(({ due }) => due > now)
  }

  timeoutOf(signal: AbortSignal | null | undefined, setAt: number): number | undefined {
    if (this.#timers.size + this.#timeouts.length === 0) return undefined
    const own = signal && this.#timeoutOf.get(signal)
    if (own) return own.due > this.#now ? own.due : undefined
    const due = this.timers
      .filter((timer) => timer.at === setAt && timer.due - setAt <= LONGEST_TIMEOUT)
      .map((timer) => timer.due)
    return due.length > 0 ? Math.min(...due) : undefined
  }

  noteAnswer(signal: AbortSignal | null | undefined): void {
    const timeout = signal && this.#timeoutOf.get(signal)
    if (timeout) timeout.clearedAt = this.#now
  }

  get #now(): number {
    return this.parts.instant().now
  }

  #activate(origins: readonly number[]): void {
    const at = this.#now
    const before = this.#active.at === at ? this.#active.origins : []
    this.#active = { at, origins: new Set([...before, ...origins]) }
  }

  #ownTimers(timers: VirtualTimers): VirtualTimers {
    const gated = (callback: (...given: never[]) => unknown, given: unknown[], done: () => void) => {
      const { origins } = this
      const work = (): unknown => (callback as (...given: unknown[]) => unknown)(...given)
      const call = (): unknown => {
        this.#activate(origins)
        // A heartbeat may be under way when `run` ends.
        return this.isInRun ? runNamed(undefined, work) : work()
      }
      return () => {
        done()
        if (this.#suspensions === 0) return this.#isAlive ? call() : undefined
        return this.#waiting.push(call)
      }
    }
    const pending = (milliseconds = 0): Mutable<ProgramTimer> => ({
      at: this.#now,
      due: this.#now + milliseconds,
      hasFired: false,
    })
    return {
      ...timers,
      setTimeout: (callback, milliseconds, ...given) => {
        if (!this.#isAlive) return INERT
        const timer = pending(milliseconds)
        const handle: TimerHandle = timers.setTimeout(
          gated(callback, given, () => {
            timer.hasFired = true
            this.#timers.delete(handle)
          }),
          milliseconds,
        )
        const close = handle.close.bind(handle)
        handle.close = () => {
          if (this.#timers.delete(handle)) timer.clearedAt = this.#now
          return close()
        }
        return this.#track(handle, timer)
      },
      setInterval: (callback, milliseconds, ...given) =>
        this.#isAlive
          ? this.#track(
              timers.setInterval(
                gated(callback, given, () => undefined),
                milliseconds,
              ),
              NEVER,
            )
          : INERT,
      AbortSignal: {
        timeout: (milliseconds) => {
          const timeout = pending(milliseconds)
          const signal = timers.AbortSignal.timeout(milliseconds)
          this.#timeouts.push(timeout)
          this.#timeoutOf.set(signal, timeout)
          return signal
        },
      },
    }
  }

  #track(handle: TimerHandle, timer: Mutable<ProgramTimer>): TimerHandle {
    this.#timers.set(handle, timer)
    return handle
  }
}

/** The name of what the first run of the first instance does, but for its timers. */
export const IN_RUN = 'run'

/** Stands for a time limit that never ends. The timers that are told leave it out, as if it were over. */
const NEVER: Mutable<ProgramTimer> = { at: 0, due: 0, hasFired: false }

/** Milliseconds. A longer timer is the program's own plan, such as its next round, and no time-out. */
const LONGEST_TIMEOUT = 10 * 60_000

/** The most that a timer takes, as in Node. */
const LONGEST = 2 ** 31 - 1

/** The timer of a dead program. */
const INERT: TimerHandle = {
  ref: () => INERT,
  unref: () => INERT,
  hasRef: () => false,
  refresh: () => INERT,
  close: () => INERT,
  [Symbol.toPrimitive]: () => 0,
}
