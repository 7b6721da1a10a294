import type { Fault, Simulator } from '../../../index'
import type { MisfortuneKind } from './kind'
import { kindOf } from './kinds'
import type { Leg, Misfortune, Plan } from './plan'

/** The request, delivery or write that a misfortune names. */
export interface Place {
  readonly on: string
  readonly number: number
  readonly attempt: number
}

export interface Hit {
  readonly index: number
  readonly kind: MisfortuneKind
  /** The request reaches the service after those that were sent with it. */
  readonly isLast: boolean
}

/** A message is held until the one of that name has happened. */
export interface Hold {
  readonly index: number
  readonly until: string
  readonly within: number | undefined
}

interface Armed {
  readonly misfortune: Misfortune
  readonly kind: MisfortuneKind
  fault: Fault | undefined
  /** The fault that hits everything from the misfortune on. */
  lasting?: Fault
  /** True if the request that the fault is meant for is being answered. */
  isArmed: boolean
}

/** A plan whose faults stand ready in a simulator. Each misfortune happens once at most. */
export class ArmedPlan {
  readonly #faults: Simulator['faults']
  readonly #armed: readonly Armed[]
  readonly #met = new Set<number>()
  #isOver = false

  /** With `isBrief` the misfortunes take a few seconds at most. */
  constructor({ faults }: Simulator, plan: Plan, isBrief = false) {
    this.#faults = faults
    this.#armed = plan.map((misfortune) => {
      const kind = kindOf(misfortune.do)
      const effect = isBrief ? (kind.brief ?? kind.fault) : kind.fault
      const isFault = kind.during === undefined && !kind.isLasting && kind.to !== 'delivery'
      const armed: Armed = {
        misfortune,
        kind,
        isArmed: false,
        // Injected now, because a stale read shows the world as it is now.
        fault: effect && isFault ? faults.inject({ on: () => armed.isArmed, then: effect }) : undefined,
      }
      return armed
    })
    this.hasOneBesideRun = this.#armed.some(({ kind }) => kind.reception?.waitsForRun)
    this.hasHolds = plan.some(({ until }) => until !== undefined)
  }

  get isEmpty(): boolean {
    return this.#armed.length === 0
  }

  /** Tells whether one of its deliveries waits for `run`. */
  readonly hasOneBesideRun: boolean
  readonly hasHolds: boolean

  /** Tells whether a misfortune of it begins maintenance. */
  get hasMaintenance(): boolean {
    return this.#armed.some(({ kind: { fault } }) => fault !== undefined && 'maintenance' in fault)
  }

  hitAt(place: Place): Hit | undefined {
    if (this.#isOver) return undefined
    const index = this.#armed.findIndex(
      ({ misfortune }, at) => misfortune.until === undefined && !this.#met.has(at) && isAt(misfortune, place),
    )
    const armed = this.#armed[index]
    if (!armed) return undefined
    if (!armed.fault) this.#met.add(index)
    return { index, kind: armed.kind, isLast: armed.misfortune.last === true }
  }

  holdAt(place: Place, leg: Leg): Hold | undefined {
    if (this.#isOver) return undefined
    const index = this.#armed.findIndex(
      ({ misfortune }, at) => misfortune.leg === leg && !this.#met.has(at) && isAt(misfortune, place),
    )
    const { until, within } = this.#armed[index]?.misfortune ?? {}
    if (!until) return undefined
    const { on, request, delivery, attempt = 1 } = until
    const untilLeg = delivery !== undefined ? 'in' : (until.leg ?? (leg === 'out' ? 'out' : 'back'))
    return { index, within, until: placeName({ on, number: request ?? delivery ?? 1, attempt }, untilLeg) }
  }

  /** From now on the fault stands for the misfortune, which has happened once the fault has hit something. */
  stand({ index }: Hit, fault: Fault): void {
    const armed = this.#armed[index]
    if (armed) armed.lasting = fault
  }

  /** The answer to the request of a hit will take so long. */
  delay({ index }: Hit, milliseconds: number): void {
    const armed = this.#armed[index]
    if (!armed) return
    // It has happened once the fault has.
    this.#met.delete(index)
    const then = { delay: `${milliseconds} milliseconds` } as const
    armed.fault = this.#faults.inject({ on: () => armed.isArmed, then })
  }

  markMet(index: number): void {
    this.#met.add(index)
  }

  /** Takes back that a misfortune was met: it could not happen there. */
  miss({ index }: Hit): void {
    this.#met.delete(index)
  }

  /** Lets the fault of a misfortune hit what is done now, and says whether it did. */
  during<Result>(
    hit: Hit | undefined,
    work: () => Result,
  ): { readonly result: Result; readonly hasHappened: boolean } {
    const armed = hit && this.#armed[hit.index]
    if (!hit || !armed?.fault) return { result: work(), hasHappened: hit !== undefined }
    armed.isArmed = true
    try {
      const result = work()
      const hasHappened = armed.fault.hits > 0
      if (hasHappened) this.#met.add(hit.index)
      return { result, hasHappened }
    } finally {
      armed.isArmed = false
    }
  }

  /** From here on nothing happens. */
  end(): void {
    this.#isOver = true
  }

  get met(): number[] {
    return [...this.#armed.entries()].flatMap(([index, { fault, lasting }]) =>
      (lasting ? lasting.hits > 0 : this.#met.has(index) || (fault?.hits ?? 0) > 0) ? [index] : [],
    )
  }
}

const isAt = ({ on, request, delivery, write, attempt = 1 }: Misfortune, place: Place): boolean =>
  on === place.on && (request ?? delivery ?? write) === place.number && attempt === place.attempt

/** 'PUT /public/v1/invoices/{}/ 2.1 back' */
export const placeName = ({ on, number, attempt }: Place, leg: Leg): string =>
  `${on} ${number}.${attempt} ${leg}`
