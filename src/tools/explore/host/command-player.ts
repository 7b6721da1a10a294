import type { AssumptionOverrides } from '../../../index'
import type { Plan } from '../plan/plan'
import type { PlanOutcome } from '../run/events'
import type { PlanRunner } from '../search/plan-runner'
import { type CommandExperiment, CommandTrial } from './command-trial'

/** Plays plans of a program in real time. What fails beside other plans is played again alone, which counts. */
export class CommandPlayer implements PlanRunner {
  readonly #running = new Map<CommandTrial, Promise<PlanOutcome>>()
  /** Others ran at the same time. */
  readonly #crowded = new WeakSet<PlanOutcome>()
  readonly #waiting: { readonly places: number; readonly enter: () => void }[] = []
  #calm: PlanOutcome[] = []
  #free: number
  /** Plays that have begun. */
  #begun = 0
  #isClosed = false

  private constructor(
    private readonly experiment: CommandExperiment,
    readonly width: number,
    private readonly onRun: () => void,
  ) {
    this.#free = width
  }

  /** A calm play alone, then two at once: a program with a port or a lock of its own meets one plan at a time. */
  static async of(
    experiment: CommandExperiment,
    workers: number,
    onRun: () => void = () => undefined,
  ): Promise<CommandPlayer> {
    const alone = new CommandPlayer(experiment, 1, onRun)
    if (workers === 1) return alone
    const first = await alone.#turn(1, [])
    alone.#calm = [first]
    if (first.complaints.length > 0) return alone
    const player = new CommandPlayer(experiment, workers, onRun)
    try {
      const two = await Promise.all([player.#turn(1, []), player.#turn(1, [])])
      if (two.some((one) => one.complaints.length > 0 || !isAlike(one, first))) return alone
      player.#calm = [first, two[0]]
      return player
    } catch (error) {
      await player.close()
      throw error
    }
  }

  async play(plan: Plan, otherwise?: AssumptionOverrides): Promise<PlanOutcome> {
    const known = plan.length === 0 && otherwise === undefined ? this.#calm.shift() : undefined
    const outcome = known ?? (await this.#turn(1, plan, otherwise))
    const mayBeDisturbed = outcome.complaints.length > 0 && this.#crowded.has(outcome) && !this.#isClosed
    const judged = mayBeDisturbed ? await this.#turn(this.width, plan, otherwise) : outcome
    this.onRun()
    return judged
  }

  /** Ends what was played ahead. */
  async close(): Promise<void> {
    this.#isClosed = true
    for (const trial of this.#running.keys()) trial.abandon()
    await Promise.allSettled(this.#running.values())
  }

  /** Plays it once so many places are free. A plan that needs all of them is next. */
  async #turn(places: number, plan: Plan, otherwise?: AssumptionOverrides): Promise<PlanOutcome> {
    await new Promise<void>((enter) => {
      if (places === 1) this.#waiting.push({ places, enter })
      else this.#waiting.unshift({ places, enter })
      this.#admit()
    })
    const trial = new CommandTrial(this.experiment, plan, otherwise)
    const begun = this.#begun
    const isAlone = this.#running.size === 0
    this.#begun += 1
    const played = trial.play(plan)
    this.#running.set(trial, played)
    try {
      const outcome = await played
      if (!isAlone || this.#begun > begun + 1) this.#crowded.add(outcome)
      return outcome
    } finally {
      this.#running.delete(trial)
      this.#free += places
      this.#admit()
    }
  }

  #admit(): void {
    for (let next = this.#waiting[0]; next && next.places <= this.#free; next = this.#waiting[0]) {
      if (this.#isClosed) return
      this.#waiting.shift()
      this.#free -= next.places
      next.enter()
    }
  }
}

const isAlike = (one: PlanOutcome, other: PlanOutcome): boolean =>
  one.fingerprint.join('\n') === other.fingerprint.join('\n')
