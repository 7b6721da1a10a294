import { formatInstant } from '../kernel/instant'
import type { Store } from '../kernel/store'
import { kindOf } from './perform-step'
import { playsIn, type StepRow, stepsOf } from './play-rows'

/** A step that has run. */
export interface FiredStep {
  /** Index of the step in the scenario, from 0. */
  readonly step: number
  /** ISO 8601 in UTC, with milliseconds. */
  readonly at: string
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
  readonly step: number
  readonly due: string
  readonly action: string
  readonly why: string
}

/** The progress of a scenario. Each property reads the current state, so the object can be kept. */
export interface ScenarioPlay {
  readonly id: number
  readonly name: string
  /** Steps that have run, in order of time. Every step is either here or in `unfired`. */
  readonly fired: readonly FiredStep[]
  readonly unfired: readonly UnfiredStep[]
  /** The report as text, one step a line. */
  toString(): string
  toJSON(): Omit<ScenarioPlay, 'toString' | 'toJSON'>
}

/** A play is empty after a rewind to a time before its start. */
export function playOf(
  store: Store,
  hitsOf: (fault: number) => number,
  id: number,
  name: string,
): ScenarioPlay {
  const steps = (): Told[] => {
    const scenario = playsIn(store).get(id)?.scenario
    if (!scenario) return []
    return stepsOf(store, id)
      .sort((a, b) => a.due - b.due || a.id - b.id)
      .map((row) => told(row, scenario.steps[row.step] as object, hitsOf))
  }
  const fired = (): FiredStep[] => steps().flatMap((one) => one.fired ?? [])
  const unfired = (): UnfiredStep[] => steps().flatMap((one) => one.unfired ?? [])
  return {
    id,
    name,
    get fired() {
      return fired()
    },
    get unfired() {
      return unfired()
    },
    toString: () => [`Scenario ${name}`, ...fired().map(firedLine), ...unfired().map(unfiredLine)].join('\n'),
    toJSON: () => ({ id, name, fired: fired(), unfired: unfired() }),
  }
}

interface Told {
  readonly fired?: FiredStep
  readonly unfired?: UnfiredStep
}

function told(row: StepRow, step: object, hitsOf: (fault: number) => number): Told {
  const action = actionOf(step)
  const at = formatInstant(row.due)
  const hits = row.fault === null ? undefined : hitsOf(row.fault)
  if (row.outcome === 'waiting')
    return { unfired: { step: row.step, due: at, action, why: 'its time has not come' } }
  if (hits === 0)
    return { unfired: { step: row.step, due: at, action, why: `${row.text}, which has hit nothing` } }
  const { outcome, text } = row
  return { fired: { step: row.step, at, action, outcome, text, ...(hits !== undefined && { hits }) } }
}

/** 'inject', or the action with its subject: 'create invoices', 'admin keys.revoke', 'webhooks hold'. */
function actionOf(step: object): string {
  const kind = kindOf(step as never)
  const given = (step as Readonly<Record<string, unknown>>)[kind]
  if (typeof given === 'string') return `${kind} ${given}`
  const { record, call } = given as { record?: string; call?: string }
  const about = record ?? call
  return about === undefined ? kind : `${kind} ${about}`
}

const firedLine = ({ at, step, action, outcome, text, hits }: FiredStep): string => {
  const marks = { done: '✓', refused: '✗ refused:', unmet: '✗ unmet:' }
  const count = hits === undefined ? '' : `, ${hits} ${hits === 1 ? 'hit' : 'hits'}`
  return `  ${at}  step ${step}  ${action.padEnd(24)}  ${marks[outcome]} ${text}${count}`
}

const unfiredLine = ({ due, step, action, why }: UnfiredStep): string =>
  `  ${due}  step ${step}  ${action.padEnd(24)}  - ${why}`
