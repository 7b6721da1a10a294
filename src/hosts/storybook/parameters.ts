import type { FaultOptions, Scenario, Simulator, SimulatorOptions } from '../../index'

/** The parameter `accountingSimulator` of a story, a component or the project. */
export interface AccountingSimulatorParameters {
  /** Options of `createSimulator`. */
  readonly options?: SimulatorOptions
  /** The option of this name. */
  readonly world?: SimulatorOptions['world']
  /** The option of this name. */
  readonly clock?: SimulatorOptions['clock']
  /** Prepares the story's own simulator, after scenario and faults. */
  readonly arrange?: (simulator: Simulator) => unknown
  /**
   * A scenario of your own, or the name of one that comes with the simulator. Its steps due now have run before
   * rendering.
   */
  readonly scenario?: Scenario | string
  readonly faults?: FaultOptions | readonly FaultOptions[]
  /** The organisation of the key `test-api-key`. @default the simulator's own */
  readonly organization?: string
}
