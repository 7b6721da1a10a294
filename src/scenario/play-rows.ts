import type { Store, Table } from '../kernel/store'
import { as, type RowIn, worldTable } from '../kernel/table-shape'
import type { Scenario } from './scenario'

/** The scenarios that have been started. */
export const PLAYS = worldTable('scenarioPlays', {
  id: 'count',
  /** Milliseconds since 1970. */
  begun: 'instant',
  scenario: as<Scenario>()({ name: 'text', steps: ['object'] }),
})
export type PlayRow = RowIn<typeof PLAYS>

/** One scheduled run of a step. A repeated step has several. */
const STEPS = worldTable('scenarioSteps', {
  id: 'count',
  play: 'count',
  /** Index of the step in the scenario, from 0. */
  step: 'count',
  /** Milliseconds since 1970. Null while the step waits for an event. */
  due: 'instant?',
  /** The kind of event that it waits for. */
  awaits: as<'request' | 'records' | null>()('text?'),
  outcome: as<'waiting' | 'done' | 'refused' | 'unmet' | 'disarmed'>()('text'),
  text: 'text',
  /** The id of the fault that the step injected. */
  fault: 'count?',
  /** The record that the step wrote. */
  record: as<{ readonly record: string; readonly id: number } | null>()('object?'),
  /** The result of an admin call, as JSON. */
  result: 'any',
})
export type StepRow = RowIn<typeof STEPS>

export const playsIn = (store: Store): Table<PlayRow> => store.worldTable(PLAYS)
export const stepsIn = (store: Store): Table<StepRow> => store.worldTable(STEPS)

export const stepsOf = (store: Store, play: number): StepRow[] => {
  const steps = stepsIn(store)
  return steps.rowsWhere('play', play)
}
