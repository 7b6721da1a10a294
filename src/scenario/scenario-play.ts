import { countText } from '../kernel/count-text'
import { formatInstant } from '../kernel/instant'
import type { Store } from '../kernel/store'
import { actionKind } from './perform-step'
import { type PlayRow, playsIn, type StepRow, stepsOf } from './play-rows'
import type { ScenarioStep, StepTrigger } from './scenario'
import { describeTrigger } from './step-trigger'

/** A step that has run. */
export interface FiredStep {
  /** Index of the step in the scenario, from 0. */
  readonly step: number
  /** ISO 8601 in UTC, with milliseconds. */
  readonly at: string
  /** The action of the step. */
  readonly action: string
  /** 'done'; 'refused': the service refused the call, which left no trace; 'unmet': an expectation failed. */
  readonly outcome: 'done' | 'refused' | 'unmet'
  /** The result in one sentence. */
  readonly text: string
  /** For a fault: the number of requests it has hit so far. */
  readonly hits?: number
}

/** A step that has not run yet, or whose fault has hit no request yet. */
export interface UnfiredStep {
  /** Index of the step in the scenario, from 0. */
  readonly step: number
  /** ISO 8601 in UTC; null while the step waits for an event. */
  readonly due: string | null
  /** The action of the step. */
  readonly action: string
  /** The reason why it has not run, for people. */
  readonly why: string
}

/** The progress of a scenario. Each property reads the current state, so the object can be kept. */
export interface ScenarioPlay {
  /** The id, unique in a simulator. */
  readonly id: number
  /** The name of the scenario. */
  readonly name: string
  /** Steps that have run, in order of time. Every step is either here or in `unfired`. */
  readonly fired: readonly FiredStep[]
  /** Steps that have not run. */
  readonly unfired: readonly UnfiredStep[]
  /**
   * The results of the steps that were given a name with `as`: the current record, or what an admin call
   * returned, such as `{ key }` of an issued key.
   */
  readonly results: Readonly<Record<string, unknown>>
  /** Ends it: steps that have not run never will, and its faults hit nothing more. What it has done stays. */
  disarm(): void
  /** The report as text, one step a line. */
  toString(): string
  /** `results` is there if there are any. */
  toJSON(): Pick<ScenarioPlay, 'id' | 'name' | 'fired' | 'unfired'> & Partial<Pick<ScenarioPlay, 'results'>>
}

/** The questions that a play asks of the world it runs in. */
export interface PlayWorld {
  readonly store: Store
  hitsOf(fault: number): number
  /** The number of requests or records that have come for a step that waits for them. */
  soFar(row: StepRow, when: StepTrigger): number
  resultsOf(play: number): Readonly<Record<string, unknown>>
  disarm(play: number): void
  /** The caller has seen which steps ran, or which did not, and judges them itself. */
  markSeen(play: number, at: PlaySide): void
}

export type PlaySide = 'fired' | 'unfired'

/** A play is empty after a rewind to a time before its start. */
export function playOf(world: PlayWorld, id: number, name: string): ScenarioPlay {
  const { store } = world
  const steps = (): StepReport[] => {
    const scenario = playsIn(store).get(id)?.scenario
    if (!scenario) return []
    return inOrder(store, id).map((row) => stepReport(row, scenario.steps[row.step] as ScenarioStep, world))
  }
  const sides = () => {
    const all = steps()
    return {
      fired: all.flatMap(({ fired = [] }) => fired),
      unfired: all.flatMap(({ unfired = [] }) => unfired),
    }
  }
  const seen = <Side extends PlaySide>(side: Side) => {
    world.markSeen(id, side)
    return sides()[side]
  }
  return {
    id,
    name,
    get fired() {
      return seen('fired')
    },
    get unfired() {
      return seen('unfired')
    },
    get results() {
      return world.resultsOf(id)
    },
    disarm: () => world.disarm(id),
    toString: () =>
      [`Scenario ${name}`, ...seen('fired').map(firedLine), ...seen('unfired').map(unfiredLine)].join('\n'),
    // Controls answer with it, so it does not tell that anybody looked.
    toJSON: () => {
      const results = world.resultsOf(id)
      return { id, name, ...sides(), ...(Object.keys(results).length > 0 && { results }) }
    },
  }
}

/** A fault of a play, told at the end of a test. */
export interface PlayProblem {
  /** Equal for the same problem in a fork. */
  readonly key: string
  readonly play: number
  /** The side of the play on which it shows. */
  readonly side: PlaySide
  readonly text: string
}

/** Lists the steps that failed; of a play that nobody disarmed, also that no step came. */
export function problemsOf(world: PlayWorld, { id, scenario }: PlayRow, now: string): PlayProblem[] {
  const rows = inOrder(world.store, id)
  const reports = rows.map((row) => stepReport(row, scenario.steps[row.step] as ScenarioStep, world))
  const failed = reports.flatMap(({ fired }) => (fired && fired.outcome !== 'done' ? [fired] : []))
  const problems: PlayProblem[] = failed.map(({ step, at, action, outcome, text }) => ({
    key: `${id} ${step} ${at}`,
    play: id,
    side: 'fired',
    text:
      `step ${step} of scenario ${scenario.name} (${action}, at ${at}) was ` +
      `${outcome === 'unmet' ? 'not met' : outcome}: ${text}`,
  }))
  const next = reports.flatMap(({ unfired }) => unfired ?? [])[0]
  if (next && rows.every(({ outcome }) => outcome === 'waiting'))
    problems.push({
      key: `${id}`,
      play: id,
      side: 'unfired',
      text:
        `no step of scenario ${scenario.name} came: step ${next.step} (${next.action}) ` +
        (next.due === null ? next.why : `is due at ${next.due}, and the clock stands at ${now}: advance it`),
    })
  return problems
}

interface StepReport {
  readonly fired?: FiredStep
  readonly unfired?: UnfiredStep
}

/** Later than every instant, and finite, so that two of them can be subtracted. */
const NEVER = Number.MAX_SAFE_INTEGER

const inOrder = (store: Store, play: number): StepRow[] =>
  stepsOf(store, play).sort((a, b) => (a.due ?? NEVER) - (b.due ?? NEVER) || a.id - b.id)

function stepReport(row: StepRow, step: ScenarioStep, { hitsOf, soFar }: PlayWorld): StepReport {
  const action = actionOf(step)
  const { when } = step
  const { outcome, text } = row
  const at = row.due === null ? null : formatInstant(row.due)
  const unfired = (why: string): StepReport => ({ unfired: { step: row.step, due: at, action, why } })
  if (outcome === 'disarmed') return unfired('it was disarmed')
  if (at === null) return unfired(when ? describeTrigger(when, soFar(row, when)) : 'its event has not come')
  if (outcome === 'waiting') return unfired('its time has not come')
  const hits = row.fault === null ? undefined : hitsOf(row.fault)
  if (hits === 0) return unfired(`${text}, which has hit nothing`)
  return { fired: { step: row.step, at, action, outcome, text, ...(hits !== undefined && { hits }) } }
}

/** 'inject', or the action with its subject: 'create invoices', 'admin keys.revoke', 'webhooks hold'. */
function actionOf(step: object): string {
  const kind = actionKind(step as never)
  const given = (step as Readonly<Record<string, unknown>>)[kind]
  if (typeof given === 'string') return `${kind} ${given}`
  const { record, call } = given as { record?: string; call?: string }
  const about = record ?? call
  return about === undefined ? kind : `${kind} ${about}`
}

const firedLine = ({ at, step, action, outcome, text, hits }: FiredStep): string => {
  const mark = outcome === 'done' ? '✓' : `✗ ${outcome}:`
  const count = hits === undefined ? '' : `, ${countText(hits, 'hit')}`
  return `  ${at}  step ${step}  ${action.padEnd(24)}  ${mark} ${text}${count}`
}

const unfiredLine = ({ due, step, action, why }: UnfiredStep): string =>
  `  ${due ?? 'at an event'.padEnd(24)}  step ${step}  ${action.padEnd(24)}  - ${why}`
