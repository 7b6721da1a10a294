import type { Fault } from '../service/http/faults/fault-options'

/** Hears what happens to simulators. A test may make some that nobody hands to those who judge the test. */
interface SimulatorObserver<Parts> {
  /** A simulator or a fork is made. */
  made?(parts: Parts): void
  injected?(fault: Fault, parts: Parts): void
  /** Somebody asks what a fault has hit. */
  read?(fault: Fault): void
  /** Somebody asks which faults have hit nothing. */
  unfired?(found: readonly Fault[]): void
}

/** The listeners of one simulator, or of all simulators of the process. */
export class Observers<Parts> {
  readonly #observers = new Set<SimulatorObserver<Parts>>()

  /** The listeners of all simulators, if these are of one. */
  readonly all: Observers<Parts>

  constructor(all?: Observers<Parts>) {
    this.all = all ?? this
  }

  /** Returns the function that ends it. */
  observe(observer: SimulatorObserver<Parts>): () => void {
    this.#observers.add(observer)
    return () => void this.#observers.delete(observer)
  }

  tell(call: (observer: SimulatorObserver<Parts>) => void): void {
    for (const one of this.#observers) call(one)
    if (this.all !== this) this.all.tell(call)
  }
}
