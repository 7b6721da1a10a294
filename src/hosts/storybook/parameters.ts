import type { FaultOptions, Scenario, Simulator, SimulatorOptions } from '../../index'

/** The arguments of a story, which its Controls change. */
export type StoryArgs = Readonly<Record<string, unknown>>

/** The parameter `accountingSimulator` of a story, a component or the project. */
export interface AccountingSimulatorParameters {
  /** Options of `createSimulator`. */
  readonly options?: SimulatorOptions
  /** The option of this name. */
  readonly world?: SimulatorOptions['world']
  /** The option of this name. */
  readonly clock?: SimulatorOptions['clock']
  /**
   * Prepares the story's own simulator, after scenario and faults. If an argument that it reads changes, the story
   * begins anew.
   * @example
   * arrange: ({ clock }, { days }: { days: number }) => clock.advance({ days })
   */
  // A method, so that a story may name the arguments that it has.
  arrange?(simulator: Simulator, args: StoryArgs): unknown
  /**
   * A scenario of your own, or the name of one that comes with the simulator. Its steps due now have run before
   * rendering.
   */
  readonly scenario?: Scenario | string
  /** The options of `simulator.faults.inject`, once or several times. */
  readonly faults?: FaultOptions | readonly FaultOptions[]
  /** 'virtual': `Date` of the page is that of the story's clock. @default the browser's */
  readonly date?: 'virtual'
  /** The organisation of the key `test-api-key`. @default the simulator's own */
  readonly organization?: string
}
