import type { Row, Store, Table } from '../kernel/store'
import type { Scenario } from './scenario'

/** A scenario that was begun. */
export interface PlayRow extends Row {
  readonly id: number
  /** Milliseconds. */
  readonly begun: number
  readonly scenario: Scenario
}

/** One time at which one step acts. */
export interface StepRow extends Row {
  readonly id: number
  readonly play: number
  /** Its place in the scenario, from 0. */
  readonly step: number
  /** Milliseconds. */
  readonly due: number
  readonly outcome: 'waiting' | 'done' | 'refused' | 'unmet'
  readonly text: string
  /** The fault that it armed. */
  readonly fault: number | null
  /** The record that it wrote. */
  readonly record: { readonly record: string; readonly id: number } | null
}

export const playsIn = (store: Store): Table<PlayRow> => store.table<PlayRow>('', 'scenarioPlays')
export const stepsIn = (store: Store): Table<StepRow> => store.table<StepRow>('', 'scenarioSteps')

export const stepsOf = (store: Store, play: number): StepRow[] => {
  const steps = stepsIn(store)
  return steps.keysWhere('play', play).map((id) => steps.get(id) as StepRow)
}
