import { isRefusal } from '../engine/model/errors'
import type { World } from '../engine/model/world'
import type { Timer } from '../kernel/clock'
import { invariant } from '../kernel/invariant'
import { isOptionError, OptionError } from '../option-error'
import { isUsageError } from '../usage-error'
import { checkScenario } from './check-scenario'
import type { Ground } from './ground'
import { type Effect, performStep } from './perform-step'
import { playsIn, type StepRow, stepsIn, stepsOf } from './play-rows'
import { resolved } from './references'
import type { Scenario, ScenarioAction } from './scenario'
import { playOf, type ScenarioPlay } from './scenario-play'
import { dueTimes } from './step-time'

/** The kind of timer that runs a step. */
export const SCENARIO_STEP = 'scenario-step'

/**
 * Running scenarios. They are rows and timers of the world, so a rewind, a fork and an export include them.
 */
export class ScenarioPlays {
  readonly #world: World
  readonly #ground: () => Ground & { readonly apiKey: string }

  /** A function, because the simulator builds those parts after its timer handlers. */
  constructor(world: World, ground: () => Ground & { readonly apiKey: string }) {
    this.#world = world
    this.#ground = ground
  }

  /** All started scenarios, in order. */
  get all(): ScenarioPlay[] {
    return [...playsIn(this.#world.store).rows()].map(({ id, scenario }) => this.#play(id, scenario.name))
  }

  /**
   * Starts a scenario. Steps due now run at once, the others are scheduled. If the scenario cannot be played,
   * nothing is started.
   */
  begin(scenario: Scenario): ScenarioPlay {
    const { store, clock } = this.#world
    checkScenario(scenario, this.#world)
    const plays = playsIn(store)
    const steps = stepsIn(store)
    return store.history.atomically(() => {
      const id = (plays.last()?.id ?? 0) + 1
      plays.put({ id, begun: clock.now, scenario: JSON.parse(JSON.stringify(scenario)) })
      for (const [step, timing] of scenario.steps.entries())
        for (const due of dueTimes(timing, clock.now, `steps[${step}]`))
          steps.put({
            id: (steps.last()?.id ?? 0) + 1,
            play: id,
            step,
            due,
            outcome: 'waiting',
            text: '',
            fault: null,
            record: null,
          })
      for (const row of stepsOf(store, id))
        if (row.due > clock.now) clock.schedule({ due: row.due, kind: SCENARIO_STEP, data: { step: row.id } })
        else this.#act(row)
      return this.#play(id, scenario.name)
    })
  }

  /** Runs the step of a timer. */
  wake(timer: Timer): void {
    const row = stepsIn(this.#world.store).get(Number(timer.data.step))
    invariant(row, 'a timer of a scenario has its step')
    this.#act(row)
  }

  /** A refused step leaves only its outcome; later steps still run. */
  #act(row: StepRow): void {
    const { store } = this.#world
    const steps = stepsIn(store)
    try {
      const { holds, text, fault, record } = store.history.atomically(() => this.#perform(row))
      const outcome = holds ? 'done' : 'unmet'
      steps.put({ ...row, outcome, text, fault: fault ?? null, record: record ?? null })
    } catch (error) {
      if (!isRefusal(error) && !isOptionError(error) && !isUsageError(error)) throw error
      steps.put({ ...row, outcome: 'refused', text: error.message })
    }
  }

  #perform(row: StepRow): Effect {
    const scenario = playsIn(this.#world.store).get(row.play)?.scenario
    const action = scenario?.steps[row.step]
    invariant(action, 'a step belongs to a scenario')
    const find = (name: string): unknown => this.#named(row.play, name)
    return performStep(resolved(action, find) as ScenarioAction, this.#ground())
  }

  /** Resolves a reference: the API key, or the current state of the named record. */
  #named(play: number, name: string): unknown {
    const { apiKey, records } = this.#ground()
    if (name === 'apiKey') return apiKey
    const { store } = this.#world
    const { steps = [] } = playsIn(store).get(play)?.scenario ?? {}
    const maker = stepsOf(store, play).find(({ step }) => {
      const action = steps[step]
      return action && 'create' in action && action.create.as === name
    })
    if (!maker?.record) throw new OptionError('$ref', `nothing was made as ${name}`)
    const sets = records as unknown as Record<string, { get(id: number): unknown }>
    return sets[maker.record.record]?.get(maker.record.id)
  }

  #play(id: number, name: string): ScenarioPlay {
    const hitsOf = (fault: number): number =>
      this.#ground()
        .faults.list()
        .find((known) => known.id === fault)?.hits ?? 0
    return playOf(this.#world.store, hitsOf, id, name)
  }
}
