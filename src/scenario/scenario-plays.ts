import { recordSetOf } from '../api/records'
import type { World } from '../engine/model/context'
import { isRefusal } from '../engine/model/refusals'
import type { TimerSubject } from '../engine/model/timer-kind'
import { isOptionError, OptionError } from '../errors/option-error'
import { isUsageError } from '../errors/usage-error'
import type { EventLog } from '../events/timeline/event-log'
import type { WireRequest } from '../events/traffic/wire-message'
import type { Timer } from '../kernel/clock'
import { type Cause, type Change, isChangeOf } from '../kernel/history'
import { invariant } from '../kernel/invariant'
import { jsonCopy } from '../kernel/json-copy'
import { matchesPattern } from '../service/http/faults/fault-pattern'
import { faultsIn } from '../service/http/faults/fault-rows'
import { countRequest, forgetRequests, requestsSeen } from '../service/http/faults/request-counts'
import { checkScenario } from './check-scenario'
import { actionKind, type Effect, performStep } from './perform-step'
import { PLAYS, playsIn, type StepRow, stepsIn, stepsOf } from './play-rows'
import { resolved, resultName } from './references'
import type { Scenario, ScenarioAction, ScenarioStep } from './scenario'
import {
  type PlayProblem,
  type PlaySide,
  type PlayWorld,
  playOf,
  problemsOf,
  type ScenarioPlay,
} from './scenario-play'
import type { StepContext } from './step-context'
import { dueTimes } from './step-time'

/** The name under which the requests that a step waits for are counted. */
const watcherOf = ({ id }: StepRow): string => `step ${id}`

export const SCENARIO_STEP = 'scenario-step'

/** Running scenarios: rows and timers of the world, so rewinds, forks and exports include them. */
export class ScenarioPlays {
  /** The sides of plays that somebody has looked at. After a rewind other plays may have the same ids. */
  readonly seen = new Set<string>()

  /** @param context is called late, because the simulator builds those parts later */
  constructor(
    private readonly world: World,
    private readonly log: EventLog,
    private readonly context: () => StepContext & { readonly apiKey: string },
  ) {
    world.store.history.onCommit((changes) => this.#noticed(changes))
  }

  /** All started scenarios, in order. */
  get all(): ScenarioPlay[] {
    return [...playsIn(this.world.store).rows()].map(({ id, scenario }) => this.#play(id, scenario.name))
  }

  /** The steps of all plays, with the faults that they injected. */
  get steps(): StepRow[] {
    return [...stepsIn(this.world.store).rows()]
  }

  /** The problems of plays that nobody has looked at, for the end of a test. */
  get problems(): PlayProblem[] {
    const { store, clock } = this.world
    return [...playsIn(store).rows()]
      .flatMap((play) => problemsOf(this.#playWorld(), play, clock.instant))
      .filter(({ play, side }) => !this.seen.has(`${play} ${side}`))
  }

  /** Calls it with the id of each play that begins or goes. @returns the way to stop */
  onChange(listener: (play: unknown) => void): () => void {
    return this.world.store.history.onCommit((changes) => {
      for (const change of changes) if (isChangeOf(PLAYS, change)) listener(change.key)
    })
  }

  /** Starts a scenario: due steps run at once, others are scheduled. Nothing if it cannot be played. */
  begin(scenario: Scenario): ScenarioPlay {
    const { store, clock } = this.world
    checkScenario(scenario, this.world)
    const plays = playsIn(store)
    const steps = stepsIn(store)
    return this.#because((cause) => {
      const id = (plays.last()?.id ?? 0) + 1
      plays.put({ id, begun: clock.now, scenario: jsonCopy(scenario) })
      for (const [step, timing] of scenario.steps.entries())
        for (const due of timing.when ? [null] : dueTimes(timing, clock.now, `steps[${step}]`))
          steps.put({
            id: (steps.last()?.id ?? 0) + 1,
            play: id,
            step,
            due,
            awaits: timing.when ? ('request' in timing.when ? 'request' : 'records') : null,
            outcome: 'waiting',
            text: '',
            fault: null,
            record: null,
            result: null,
          })
      for (const row of stepsOf(store, id))
        if (row.due === null) this.#actIfThere(row, cause)
        else if (row.due > clock.now)
          clock.schedule({ due: row.due, kind: SCENARIO_STEP, data: { step: row.id } })
        else this.#act(row, cause)
      return this.#play(id, scenario.name)
    })
  }

  wake(timer: Timer, cause: Cause): void {
    const row = stepsIn(this.world.store).get(Number(timer.data.step))
    invariant(row, 'a timer of a scenario has its step')
    this.#act(row, cause)
  }

  subjectOf({ data }: Timer): TimerSubject {
    const { store } = this.world
    const row = stepsIn(store).get(Number(data.step))
    const play = row && playsIn(store).get(row.play)
    return { subject: play?.scenario.name ?? '', id: row?.step ?? 0 }
  }

  /** Runs the steps that wait for this request, just before it is served. */
  saw(request: WireRequest): void {
    const waiting = this.#awaiting('request')
    if (waiting.length === 0) return
    const { store } = this.world
    this.#because((cause) => {
      for (const row of waiting) {
        const when = this.#stepOf(row).when
        if (!when || !('request' in when)) continue
        if (!matchesPattern(when.request, request.method, request.url.pathname)) continue
        const { request: nth } = countRequest(store, watcherOf(row), request, { keyed: true })
        if (nth >= (when.nth ?? 1)) this.#act(row, cause)
      }
    })
  }

  /** Runs the steps that wait for records of the tables that were written. */
  #noticed(changes: readonly Change[]): void {
    const waiting = this.#awaiting('records')
    if (waiting.length === 0) return
    const { organization } = this.context()
    const written = new Set(changes.filter(({ scope }) => scope === organization).map(({ table }) => table))
    for (const row of waiting) {
      const { when } = this.#stepOf(row)
      if (when && 'records' in when && written.has(when.records))
        this.#because((cause) => this.#actIfThere(row, cause))
    }
  }

  #because<T>(work: (cause: Cause) => T): T {
    const { history } = this.world.store
    const cause: Cause = {}
    return history.causedBy(cause, () => history.atomically(() => work(cause)))
  }

  #actIfThere(row: StepRow, cause: Cause): void {
    const { when } = this.#stepOf(row)
    if (when && 'records' in when && this.#count(when.records) >= (when.atLeast ?? 1)) this.#act(row, cause)
  }

  #count(records: string): number {
    return this.world.store.table(this.context().organization, records).size
  }

  #awaiting(kind: 'request' | 'records'): StepRow[] {
    const steps = stepsIn(this.world.store)
    if (steps.size === 0) return []
    return steps.rowsWhere('awaits', kind)
  }

  #stepOf(row: StepRow): ScenarioStep {
    const step = playsIn(this.world.store).get(row.play)?.scenario.steps[row.step]
    invariant(step, 'a step belongs to a scenario')
    return step
  }

  /** A refused step leaves only its outcome; later steps still run. It causes what its block writes. */
  #act(waiting: StepRow, cause: Cause): void {
    const { store, clock } = this.world
    const steps = stepsIn(store)
    const row: StepRow = { ...waiting, due: waiting.due ?? clock.now, awaits: null }
    // Before the step acts, because what it writes may be what it waits for.
    steps.put(row)
    if (waiting.awaits === 'request') forgetRequests(store, watcherOf(row))
    const end = this.#endOf(row)
    steps.put({ ...row, ...end })
    const { outcome, text, result } = end
    this.log.add({ ...this.#placeOf(row), outcome, text, result }, cause)
  }

  #endOf(row: StepRow) {
    try {
      const { holds, text, fault, record, result } = this.world.store.history.atomically(() =>
        this.log.silently(() => this.#perform(row)),
      )
      const kept = result === undefined ? null : jsonCopy(result)
      const outcome = holds ? ('done' as const) : ('unmet' as const)
      return { outcome, text, fault: fault ?? null, record: record ?? null, result: kept }
    } catch (error) {
      if (!isRefusal(error) && !isOptionError(error) && !isUsageError(error)) throw error
      return { outcome: 'refused' as const, text: error.message, result: null }
    }
  }

  #placeOf(row: StepRow) {
    const scenario = playsIn(this.world.store).get(row.play)?.scenario.name ?? ''
    const step = this.#stepOf(row)
    const action = actionKind(step)
    const { [action]: given }: Readonly<Record<string, unknown>> = { ...step }
    return { kind: 'step', scenario, step: row.step, action, arguments: given } as const
  }

  #perform(row: StepRow): Effect {
    const { as: _, ...action }: ScenarioStep & { readonly as?: string } = this.#stepOf(row)
    const find = (name: string): unknown => this.#named(row.play, name)
    return performStep(resolved(action, find) as ScenarioAction, this.context())
  }

  /** Resolves a reference: the API key, or the named result. */
  #named(play: number, name: string): unknown {
    if (name === 'apiKey') return this.context().apiKey
    const maker = this.#makers(play).find((one) => one.name === name)
    if (!maker) throw new OptionError('$ref', `nothing was made as ${name}`)
    return this.#resultOf(maker.row)
  }

  /** The steps of a play that have made what they were to name. */
  #makers(play: number): { readonly name: string; readonly row: StepRow }[] {
    return stepsOf(this.world.store, play).flatMap((row) => {
      const name = resultName({ ...this.#stepOf(row) })
      return name === undefined || (row.record ?? row.result) === null ? [] : [{ name, row }]
    })
  }

  /** The current state of the record that the step wrote, or what its call returned. */
  #resultOf({ record, result }: StepRow): unknown {
    if (record === null) return result
    return recordSetOf(this.context().records, record.record)?.get(record.id)
  }

  #disarm(play: number): void {
    const { store, clock } = this.world
    store.history.atomically(() => {
      const rows = stepsOf(store, play)
      const faults = new Set(rows.map(({ fault }) => fault))
      for (const fault of this.context().faults.list()) if (faults.has(fault.id)) fault.disarm()
      const ended = new Set<unknown>()
      for (const row of rows) {
        if (row.outcome !== 'waiting') continue
        if (row.awaits === 'request') forgetRequests(store, watcherOf(row))
        stepsIn(store).put({ ...row, awaits: null, outcome: 'disarmed' })
        ended.add(row.id)
      }
      for (const { id, kind, data } of clock.pending())
        if (kind === SCENARIO_STEP && ended.has(data.step)) clock.cancel(id)
    })
  }

  #resultsOf(play: number): Record<string, unknown> {
    const results: Record<string, unknown> = {}
    for (const { name, row } of this.#makers(play))
      try {
        results[name] = this.#resultOf(row)
      } catch (error) {
        // A record that was removed meanwhile.
        if (!isRefusal(error)) throw error
      }
    return results
  }

  #play(id: number, name: string): ScenarioPlay {
    return playOf(this.#playWorld(), id, name)
  }

  #playWorld(): PlayWorld {
    const { store } = this.world
    return {
      store,
      hitsOf: (fault) => faultsIn(store).get(fault)?.hits ?? 0,
      soFar: (row, when) =>
        'records' in when ? this.#count(when.records) : requestsSeen(store, watcherOf(row)),
      resultsOf: (play) => this.#resultsOf(play),
      disarm: (play) => this.#disarm(play),
      markSeen: (play: number, at: PlaySide) => void this.seen.add(`${play} ${at}`),
    }
  }
}
