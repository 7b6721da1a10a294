import type { Fault, Faults } from '../../index'
import { internalsOf } from '../../simulator/internals-of'
import { keepSite } from './fault-sites'
import type { TestAtHand, TestObserver } from './test-at-hand'

/** The requests and deliveries that there had been when a test last looked at what a fault did. */
const looks = new WeakMap<object, number>()

/** Tells whether a test looked at the fault after all had come that could hit it; at a trap any look will do. */
export function wasLookedAt({ hostParts }: Faults, { id, selection }: Fault, asked: number): boolean {
  const looked = looks.get(hostParts.get(id) ?? {})
  return looked !== undefined && (selection.times === null || looked >= asked)
}

/**
 * Faults of a test that hit nothing, and that are gone when it is judged: a hook cleared them, or a reset or a restore
 * put the world back. A test that ends its faults itself, or looks at their hits, knows.
 */
export function takenAway({ simulator, isInHook, isByTest }: TestAtHand): TestObserver {
  const { faults } = simulator
  const parts = internalsOf(simulator)
  let own: Noted[] = []
  let isAfterwards = false
  /** Over HTTP each call is answered by the whole fault, so that nobody knows who looks. */
  const handed = new Map<Fault, Noted>()
  const injected = (fault: Fault): void => {
    keepSite(faults, fault)
    if (isByTest?.() === false) return
    const note: Noted = { id: fault.id, on: fault.on, part: faults.hostParts.get(fault.id), isKnown: false }
    if (isByTest) handed.set(fault, note)
    if (!isInHook?.() && !isOfChance(fault)) own.push(note)
  }
  const read = (fault: Fault): void => {
    const note = handed.get(fault)
    if (!note) return
    note.isKnown = true
    if (note.part) looks.set(note.part, faults.asked)
  }
  const unfired = (found: readonly Fault[]): void => {
    for (const note of own) note.isKnown ||= found.some(({ id }) => id === note.id)
  }
  const stopObserving = parts.observers.observe({ injected, unfired })
  const stopReading = parts.observers.observe({ read })
  const isOver = ({ part }: Noted): boolean => part !== undefined && faults.over.has(part)
  const judge = (): void => {
    // Over HTTP nobody tells the end.
    if (isByTest) stopObserving()
    if (!isAfterwards) own = own.filter((one) => !isOver(one))
  }
  return {
    bodyEnded() {
      judge()
      isAfterwards = true
    },
    end() {
      judge()
      stopReading()
      const idle = own.filter((one) => !one.isKnown && !(one.part && faults.family.has(one.part)))
      const left = new Set(faults.idle().map(({ id }) => id))
      const gone = idle.filter(({ id, part }) => part !== faults.hostParts.get(id) || !left.has(id))
      // The faults that are left are told now.
      for (const one of idle) one.isKnown = true
      const [byHook, byTest] = [gone.filter(isOver), gone.filter((one) => !isOver(one))]
      // Whoever puts the world back again and again tries what hits.
      const told = byTest.length > 1 ? byHook : gone
      return {
        doubts: told.map((one) => {
          const way = isOver(one) ? 'a hook took it away after the test' : 'reset or restore took it away'
          return `fault ${one.id} on ${one.on} hit nothing, and ${way}`
        }),
      }
    },
  }
}

/** It need not hit, or stays for as long as the world is there. */
const isOfChance = ({ selection: { probability, times } }: Fault): boolean =>
  probability !== null || times === null

interface Noted {
  readonly id: number
  readonly on: string
  /** It is there also when the world is put back. */
  readonly part: ReturnType<Faults['hostParts']['get']>
  isKnown: boolean
}
