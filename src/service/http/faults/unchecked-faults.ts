import { warnOnce } from '../../../host-time/warn-once'
import { withTest } from '../../../running-test/until-read'
import type { Faults } from './faults'

/** The faults that were injected since somebody last asked after them. */
export class UncheckedFaults {
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

  /** Warns of those that hit nothing. Traps need not hit. */
  tell(faults: Faults): void {
    for (const { id, on, effect, selection } of faults.missed())
      if (selection.times !== null && this.#ids.has(id))
        warnOnce(
          withTest(
            `a simulator was disposed of; before, fault ${id} on ${on} hit nothing: ${JSON.stringify(effect)}. ` +
              'If that is meant, disarm it',
          ),
        )
  }
}
