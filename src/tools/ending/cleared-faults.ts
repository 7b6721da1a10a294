import type { Fault, Faults, Simulator } from '../../index'

/** Faults of a test that hit nothing, and that a hook took away before the end of the test was judged. */
export interface ClearedFaults {
  /** To be called when the function of the test has ended, and its hooks have not begun. */
  bodyEnded(): void
  texts(): string[]
}

/** @param isInHook whether a hook of the test is running, whose faults may serve some tests only */
export function watchClearedFaults({ faults }: Simulator, isInHook: () => boolean): ClearedFaults {
  const own = new Set<number>()
  let idle: readonly Fault[] = []
  const note = (others: Faults, { id }: Fault): void => {
    if (others === faults && !isInHook()) own.add(id)
  }
  faults.listeners.add(note)
  return {
    bodyEnded() {
      faults.listeners.delete(note)
      idle = faults.unfired().filter(({ id }) => own.has(id))
    },
    texts() {
      faults.listeners.delete(note)
      const left = faults.unfired().map(({ id }) => id)
      return idle
        .filter(({ id }) => !left.includes(id) && !faults.hasHit(id))
        .map(({ id, on }) => `fault ${id} on ${on} hit nothing, and a hook took it away after the test`)
    },
  }
}
