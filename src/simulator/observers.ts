import type { Fault } from '../service/http/faults/fault-options'

/** Observes simulators, since a test may create some that those who judge the test never get. */
interface SimulatorObserver<Parts> {
  /** Called when a simulator or a fork was made. */
  made?(parts: Parts): void
  injected?(fault: Fault, parts: Parts): void
}

/** The observers of one simulator, or of all simulators of the process. */
export class Observers<Parts> {
  readonly #observers = new Set<SimulatorObserver<Parts>>()

  /** The observers of all simulators. */
  readonly all: Observers<Parts>

  constructor(all?: Observers<Parts>) {
    this.all = all ?? this
  }

  /** Returns the function that ends the observation. */
  observe(observer: SimulatorObserver<Parts>): () => void {
    this.#observers.add(observer)
    return () => void this.#observers.delete(observer)
  }

  tell(call: (observer: SimulatorObserver<Parts>) => void): void {
    for (const one of this.#observers) call(one)
    if (this.all !== this) this.all.tell(call)
  }
}
