import type { Fault } from '../../index'
import { internalsOf } from '../../simulator/internals-of'
import { type KnownFate, keepSite } from './fault-sites'
import type { TestAtHand, TestObserver } from './test-at-hand'

/**
 * Faults of a test that hit nothing, and that are gone when it is judged: a hook cleared them, or a reset or a restore
 * put the world back. A test that ends its faults itself, or looks at their hits, knows.
 */
export function takenAway({ simulator, isInHook, isByTest }: TestAtHand): TestObserver {
  const { fates } = simulator.faults
  let own: KnownFate[] = []
  let isAfterwards = false
  const injected = (fault: Fault): void => {
    const fate = fates.of(fault.id)
    if (!fate) return
    keepSite(fate)
    if (isByTest?.() === false) return
    // Over HTTP each call is answered by the whole fault, so that nobody knows who looks.
    if (isByTest) fate.testsHandle = new WeakRef(fault)
    if (!isInHook?.() && !isOfChance(fault)) own.push(fate)
  }
  const stopObserving = internalsOf(simulator).observers.observe({ injected })
  const judge = (): void => {
    // Over HTTP nobody tells the end.
    if (isByTest) stopObserving()
    if (!isAfterwards) own = own.filter((one) => !one.isOver && !fates.isListed(one))
  }
  return {
    bodyEnded() {
      judge()
      isAfterwards = true
    },
    end() {
      judge()
      const left = new Set(fates.idle().map(({ id }) => fates.of(id)))
      const gone = own.filter((one) => !one.hasHit && one.seenAfter === undefined && !left.has(one))
      // The faults that are left are told now.
      own = []
      const byHook = gone.filter(({ isOver }) => isOver)
      // Whoever puts the world back again and again tries what hits.
      const told = gone.length - byHook.length > 1 ? byHook : gone
      return {
        doubts: told.map(({ id, on, isOver }) => {
          const way = isOver ? 'a hook took it away after the test' : 'reset or restore took it away'
          return `fault ${id} on ${on} hit nothing, and ${way}`
        }),
      }
    },
  }
}

/** It need not hit, or stays for as long as the world is there. */
const isOfChance = ({ selection: { probability, times } }: Fault): boolean =>
  probability !== null || times === null
