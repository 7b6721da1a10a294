import type { Fault, Simulator } from '../../../index'
import type { Kind } from './kind'
import { kindOf } from './kinds'
import type { Misfortune, Plan } from './plan'

/** The request or delivery that a misfortune names. */
export interface Place {
  readonly on: string
  readonly number: number
  readonly attempt: number
}

/** The members by which a request is recognised at the service. */
export interface Recognised {
  readonly method: string
  readonly url: string
  readonly body: string | null
}

/** A misfortune that happens now. */
export interface Strike {
  readonly index: number
  readonly kind: Kind
}

interface Armed {
  readonly misfortune: Misfortune
  readonly kind: Kind
  readonly fault: Fault | undefined
  /** The request that the fault is meant for, while it is on its way. */
  aim: Recognised | undefined
}

/** A plan whose faults stand ready in a simulator. Each misfortune happens once at most. */
export class ArmedPlan {
  readonly #armed: readonly Armed[]
  readonly #met = new Set<number>()
  #isOver = false

  /** With `isBrief` the misfortunes take a few seconds at most. */
  constructor({ faults }: Simulator, plan: Plan, isBrief = false) {
    this.#armed = plan.map((misfortune) => {
      const kind = kindOf(misfortune.do)
      const effect = isBrief ? (kind.brief ?? kind.fault) : kind.fault
      const isFault = kind.during === undefined && kind.to !== 'delivery'
      const armed: Armed = {
        misfortune,
        kind,
        aim: undefined,
        // Injected now, because a stale read shows the world as it is now.
        fault:
          effect && isFault
            ? faults.inject({
                on: ({ method, url, body }) => {
                  const { aim } = armed
                  return aim?.url === url && aim.method === method && aim.body === body
                },
                then: effect,
              })
            : undefined,
      }
      return armed
    })
  }

  /** What happens at that place, if anything. */
  strike(place: Place): Strike | undefined {
    if (this.#isOver) return undefined
    const index = this.#armed.findIndex(({ misfortune }, at) => !this.#met.has(at) && isAt(misfortune, place))
    const armed = this.#armed[index]
    if (!armed) return undefined
    if (!armed.fault) this.#met.add(index)
    return { index, kind: armed.kind }
  }

  /** What should have happened there could not. */
  miss({ index }: Strike): void {
    this.#met.delete(index)
  }

  /** Points the fault of a strike at a request. The returned function, for after the answer, says whether it hit. */
  aim({ index }: Strike, at: Recognised): () => boolean {
    const armed = this.#armed[index]
    if (!armed?.fault) return () => true
    armed.aim = at
    return () => {
      armed.aim = undefined
      const hasHit = (armed.fault?.hits ?? 0) > 0
      if (hasHit) this.#met.add(index)
      return hasHit
    }
  }

  /** From here on nothing happens. */
  end(): void {
    this.#isOver = true
  }

  get met(): number[] {
    return [...this.#armed.keys()].filter(
      (index) => this.#met.has(index) || (this.#armed[index]?.fault?.hits ?? 0) > 0,
    )
  }
}

const isAt = ({ on, request, delivery, attempt = 1 }: Misfortune, place: Place): boolean =>
  on === place.on && (request ?? delivery) === place.number && attempt === place.attempt
