import type { Fault, Faults } from '../../index'
import type { TestAtHand, Watch } from './test-at-hand'

type Hear = (fault: Fault) => void
const hearers = new WeakMap<Faults, Set<Hear>>()
const passOn = (faults: Faults, fault: Fault): void => {
  for (const hear of hearers.get(faults) ?? []) hear(fault)
}

/**
 * Faults of a test that hit nothing, and that are gone when it is judged: a hook cleared them, or a reset or a restore
 * put the world back. A test that ends its faults itself, or looks at their hits, knows.
 */
export function takenAway({ simulator: { faults }, isInHook, isByTest }: TestAtHand): Watch {
  let own: Noted[] = []
  let isAfterwards = false
  const hear: Hear = (fault) => {
    if (isInHook?.() || isByTest?.() === false) return
    const note: Noted = { id: fault.id, on: fault.on, part: faults.hostParts.get(fault.id), isKnown: false }
    own.push(note)
    // Over HTTP each call is answered by the whole fault.
    if (isByTest) whenRead(fault, () => (note.isKnown = true))
  }
  faults.listeners.add(passOn)
  hearers.set(faults, (hearers.get(faults) ?? new Set()).add(hear))
  const isLeft = ({ id, part }: Noted): boolean =>
    part === faults.hostParts.get(id) && faults.unfired().some((one) => one.id === id)
  const judge = (): void => {
    // Over HTTP nobody tells the end.
    if (isByTest) hearers.get(faults)?.delete(hear)
    if (!isAfterwards) own = own.filter(({ part }) => !(part && faults.over.has(part)))
  }
  return {
    bodyEnded() {
      judge()
      isAfterwards = true
    },
    end() {
      judge()
      const idle = own.filter((one) => !one.isKnown && !(one.part && faults.family.has(one.part)))
      const gone = idle.filter((one) => !isLeft(one))
      // Those that are left are told now.
      for (const one of idle) if (!gone.includes(one)) one.isKnown = true
      return {
        doubts: gone.map(
          ({ id, on, part }) =>
            `fault ${id} on ${on} hit nothing, and ` +
            (part && faults.over.has(part)
              ? 'a hook took it away after the test'
              : 'reset or restore took it away'),
        ),
      }
    },
  }
}

interface Noted {
  readonly id: number
  readonly on: string
  /** It is there also when the world is put back. */
  readonly part: ReturnType<Faults['hostParts']['get']>
  isKnown: boolean
}

/** Calls back when somebody looks at what a fault did. */
function whenRead(fault: Fault, note: () => void): void {
  for (const name of ['hits', 'remaining'] as const) {
    const { get } = Object.getOwnPropertyDescriptor(fault, name) ?? {}
    Object.defineProperty(fault, name, {
      get() {
        note()
        return get?.call(fault)
      },
    })
  }
}
