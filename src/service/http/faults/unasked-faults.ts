import { withTest } from '../../../host-time/running-test'
import { warnOnce } from '../../../host-time/warn-once'
import type { Faults } from './faults'

/** The faults that were injected since somebody last asked after them. */
export class UnaskedFaults {
  readonly #ids = new Set<number>()

  injected(id: number): void {
    this.#ids.add(id)
  }

  /** Somebody looked at what one has hit. */
  read(id: number): void {
    this.#ids.delete(id)
  }

  /** Somebody asked which have hit nothing. */
  asked(): void {
    this.#ids.clear()
  }

  /** Warns of those that hit nothing. Some need not hit: traps, and those that chance decides. */
  tell(faults: Faults): void {
    for (const { id, on, effect, selection } of faults.idle()) {
      const mustHit = selection.times !== null && selection.probability === null
      if (mustHit && this.#ids.has(id) && !faults.hasHit(id))
        warnOnce(
          withTest(
            `a simulator was disposed of; before, fault ${id} on ${on} hit nothing: ${JSON.stringify(effect)}. ` +
              'If that is meant, disarm it',
          ),
        )
    }
  }
}
