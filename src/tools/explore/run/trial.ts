import type { AssumptionOverrides, Simulator } from '../../../index'
import { areAlike } from '../../../kernel/are-alike'
import { faultText } from '../../fault-text'
import { ArmedPlan } from '../plan/armed-plan'
import type { Plan } from '../plan/plan'
import { withAnswers } from './answers'
import type { TrialEvent } from './events'
import { Holds } from './holds'
import { Others } from './others'
import { RequestCounter, writeOperation } from './request-counter'
import { type ProgramLife, SimulatedNetwork } from './simulated-network'

type Group = Parameters<Simulator['admin']['subscriptions']['renew']>[0]

/** Milliseconds for which a request may be held: less than most clients wait for an answer. */
const HELD_AT_MOST = { virtual: 29_000, brief: 900 }

export interface TrialOptions {
  readonly world: Simulator
  readonly plan: Plan
  /** Open questions that the service answers otherwise than the user's. */
  readonly otherwise: AssumptionOverrides
  /** From sending a request to its arrival, in milliseconds. */
  readonly oneWay: number
  /** True if misfortunes take a few seconds at most. */
  readonly isBrief: boolean
}

/** One plan on a fork of the world: what is the same in every host. */
export abstract class Trial {
  readonly simulator: Simulator
  readonly plan: ArmedPlan
  readonly others: Others
  readonly holds: Holds
  readonly events: TrialEvent[] = []
  readonly requests = new RequestCounter()
  /** The beginning of each round. */
  readonly rounds: number[] = []
  /** The last call of `run`, and its end: milliseconds since 1970. */
  lastRun: { endedAt?: number } | undefined
  /** For each file, the writes that a misfortune could hit. */
  readonly writes: Record<string, number> = {}
  readonly oneWay: number
  readonly heldAtMost: number
  /** For each operation, the tries of each request that a misfortune could hit. */
  exposed: Readonly<Record<string, readonly number[]>> | undefined
  /** The number of events before the calm round. */
  calmAt: number | undefined
  protected readonly network: SimulatedNetwork
  protected key: string
  readonly #world: Simulator
  /** The faults of the user's own world. */
  readonly #ownFaults: ReadonlySet<number>
  readonly #lapsed = new Set<string>()

  constructor({ world, plan, otherwise, oneWay, isBrief }: TrialOptions) {
    this.#world = world
    this.simulator = world.forkFor('exploration', { assumptions: otherwise })
    this.#ownFaults = new Set(this.simulator.faults.list().map(({ id }) => id))
    this.key = this.simulator.apiKey
    this.plan = new ArmedPlan(this.simulator, plan, isBrief)
    this.holds = new Holds(this.plan, this.simulator.clock)
    this.others = new Others(this.simulator)
    this.oneWay = oneWay
    this.heldAtMost = isBrief ? HELD_AT_MOST.brief : HELD_AT_MOST.virtual
    this.network = new SimulatedNetwork(this)
  }

  abstract kill(life: ProgramLife, downMinutes?: number): void

  /** The program's key was revoked. It finds the new one where it found the old one. */
  rotateKey(): void {
    this.key = this.simulator.admin.keys.issue().key
  }

  /** The program writes a file: it may die just before, or after. */
  protected write(life: ProgramLife, name: string, write: () => void): void {
    if (this.calmAt !== undefined) {
      write()
      return
    }
    const on = writeOperation(name)
    const number = (this.writes[on] ?? 0) + 1
    this.writes[on] = number
    const hit = this.plan.hitAt({ on, number, attempt: 1 })
    const { kills, downMinutes } = hit?.kind.processFault ?? {}
    if (kills !== 'before') write()
    const { now } = this.simulator.clock.instant
    this.events.push({
      kind: 'write',
      at: now,
      after: life.origins,
      on,
      write: number,
      ...(kills && hit && { misfortune: hit.index }),
    })
    if (kills) this.kill(life, downMinutes)
  }

  /** The part of the outcome that is the same in every host. */
  outcomeWith(complaints: readonly string[]) {
    // A story is told of a calm run and of a failure.
    const isTold = complaints.length > 0 || this.plan.isEmpty
    return {
      complaints,
      events: isTold ? withAnswers(this.events, this.simulator.traffic) : this.events,
      calmAt: this.calmAt ?? this.events.length,
      rounds: this.rounds,
      arrivals: this.holds.arrivals,
      met: this.plan.met,
      requests: this.requests.tries,
      writes: this.writes,
    }
  }

  /** Sentences on the faults of the user's own world that hit nothing: none of chance or without an end. */
  get idleFaults(): string[] {
    return this.simulator.faults.fates
      .missed()
      .filter(({ id }) => this.#ownFaults.has(id))
      .map((one) => faultText(one, ' of the world hit nothing in any plan'))
  }

  noteLapse(groups: readonly string[]): void {
    for (const group of groups) this.#lapsed.add(group)
  }

  /** From here on nothing happens to the program, and what lasts is over, but for what the user's own world had. */
  protected recover(): void {
    this.plan.end()
    this.holds.release()
    this.others.unlock()
    this.exposed = this.requests.tries
    this.calmAt = this.events.length
    // A service that has changed stays as it is.
    for (const fault of this.simulator.faults.list())
      if (!this.#ownFaults.has(fault.id) && !('evolve' in fault.effect)) fault.disarm()
    if (this.plan.hasMaintenance || this.#lapsed.size > 0) this.#serveAgain()
  }

  #serveAgain(): void {
    const { admin } = this.simulator
    const { maintenance, subscriptions } = this.#world.admin
    if (!areAlike(maintenance.current(), admin.maintenance.current())) admin.maintenance.stop()
    const own: readonly string[] = subscriptions.lapsed()
    for (const group of this.#lapsed) if (!own.includes(group)) admin.subscriptions.renew(group as Group)
  }
}
