import type { Simulator } from '../../../index'
import { type ArmedPlan, type Place, placeName } from '../plan/armed-plan'
import type { Leg } from '../plan/plan'
import type { Arrival, Held } from './events'

/** Times are milliseconds since 1970. */
interface HoldLimit {
  readonly sentAt: number
  readonly latest: number
}

type Resolve = (hasCome: boolean) => void

/** Lets messages wait for others, as the holds of a plan say, and notes the order of all of them. */
export class Holds {
  readonly arrivals: Arrival[] = []
  readonly #passed = new Set<string>()
  readonly #waiting = new Map<Resolve, string>()

  constructor(
    private readonly plan: ArmedPlan,
    private readonly clock: Simulator['clock'],
  ) {}

  /** Holds a message until just after the named one, at most until `limit`; undefined if it was not held. */
  async at(place: Place, leg: Leg, limit: HoldLimit, signal?: AbortSignal): Promise<Held | undefined> {
    const hold = this.plan.holdAt(place, leg)
    const from = this.clock.instant.now
    const latest = Math.min(limit.latest, limit.sentAt + (hold?.within ?? Number.POSITIVE_INFINITY))
    if (!hold || this.#passed.has(hold.until) || latest <= from) return undefined
    const hasCome = await this.#wait(hold.until, latest - from, signal)
    if (hasCome) this.plan.markMet(hold.index)
    return { index: hold.index, leg, from, until: this.clock.instant.now, hasCome }
  }

  /** A message has happened; what waits for it goes on when the program has had a moment for it. */
  pass(place: Place, leg: Leg, arrival: Pick<Arrival, 'event' | 'latest' | 'timers'>): void {
    this.arrivals.push({ ...arrival, leg, at: this.clock.instant.now })
    if (!this.plan.hasHolds) return
    const name = placeName(place, leg)
    this.#passed.add(name)
    for (const [resolve, until] of this.#waiting)
      if (until === name) this.clock.timers.setTimeout(() => resolve(true), 1)
  }

  /** From here on nothing is held. */
  release(): void {
    for (const resolve of this.#waiting.keys()) resolve(false)
  }

  #wait(until: string, milliseconds: number, signal?: AbortSignal): Promise<boolean> {
    return new Promise((resolve, reject) => {
      const abort = (): void => end(() => reject(signal?.reason))
      const end = (settle: () => void): void => {
        this.#waiting.delete(go)
        timer.close()
        signal?.removeEventListener('abort', abort)
        settle()
      }
      const go: Resolve = (hasCome) => end(() => resolve(hasCome))
      const timer = this.clock.timers.setTimeout(() => go(false), milliseconds)
      this.#waiting.set(go, until)
      signal?.addEventListener('abort', abort, { once: true })
      if (signal?.aborted) abort()
    })
  }
}
