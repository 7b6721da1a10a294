import type { Row, Store, Table } from '../kernel/store'
import type { Scenario } from './scenario'

/** A scenario that has been started. */
export interface PlayRow extends Row {
  readonly id: number
  /** Milliseconds since 1970. */
  readonly begun: number
  readonly scenario: Scenario
}

/** One scheduled run of a step. A repeated step has several. */
export interface StepRow extends Row {
  readonly id: number
  readonly play: number
  /** Index of the step in the scenario, from 0. */
  readonly step: number
  /** Milliseconds since 1970. Null while the step waits for an event. */
  readonly due: number | null
  /** The kind of event that it waits for. */
  readonly awaits: 'request' | 'records' | null
  readonly outcome: 'waiting' | 'done' | 'refused' | 'unmet' | 'disarmed'
  readonly text: string
  /** The id of the fault that the step injected. */
  readonly fault: number | null
  /** The record that the step wrote. */
  readonly record: { readonly record: string; readonly id: number } | null
  /** What an admin call returned, as JSON. */
  readonly result: unknown
}

export const playsIn = (store: Store): Table<PlayRow> => store.table<PlayRow>('', 'scenarioPlays')
export const stepsIn = (store: Store): Table<StepRow> => store.table<StepRow>('', 'scenarioSteps')

export const stepsOf = (store: Store, play: number): StepRow[] => {
  const steps = stepsIn(store)
  return steps.rowsWhere('play', play)
}
