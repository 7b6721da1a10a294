/** The controls of a simulator as one fetch handler, for panels and other tools. Needs no Node. */

import { scenarios as named } from '../../../scenarios/index'
import { refuseSurplus } from '../../errors/at-caller'
import { anyObject, form, having, mapOf, members, orUndefined } from '../../errors/reader'
import type { Scenario, Simulator } from '../../index'
import { openControls } from './open-controls'

export {
  isSandboxError,
  type ListedSandbox,
  type NewSandbox,
  type SandboxAccess,
  type SandboxClientOptions,
  type SandboxError,
  type SandboxHandle,
  type SandboxOptions,
  type SandboxTeam,
  sandbox,
} from './sandbox'

export interface ControlsOptions {
  /** Scenarios that can be played by name. @default those of `accounting-simulator/scenarios` */
  readonly scenarios?: Readonly<Record<string, Scenario>>
  /**
   * True if the callers are on other machines. Then controls are left out that reach the simulator's machine
   * or store worlds in its memory. A URL means true, and says where callers find the service. @default false
   */
  readonly hosted?: boolean | string
}

const hosting = form<boolean | string>('true, false or a URL', (given) =>
  typeof given === 'string' ? URL.canParse(given) : typeof given === 'boolean',
)

const readOptions = members({ scenarios: orUndefined(mapOf(anyObject)), hosted: orUndefined(hosting) })

const readSimulator = having<Simulator>('a simulator, such as createSimulator()', 'fork', 'fetch')

/**
 * Opens the controls of a simulator: everything that its face offers, as requests below `/__simulator/`
 * (docs/controls.md). They can do anything and need no key, so the caller decides who may call them.
 *
 * @throws OptionError for an unknown option, and for what is no simulator
 * @example
 * const port = controls(simulator)
 * const response = await port(new Request('http://simulator/__simulator/clock'))
 * const { now, pending } = await response.json()
 */
export function controls(
  simulator: Simulator,
  options: ControlsOptions = {},
): (request: Request) => Promise<Response> {
  refuseSurplus(controls, arguments, 2)
  readSimulator(simulator, 'simulator')
  const { hosted } = readOptions(options, 'options')
  return openControls(simulator, options.scenarios ?? named, hosted)
}
