import { createSimulator } from 'accounting-simulator'
import { OptionError, wrongChoice } from '../../errors/option-error'
import { checkMembers, oneOfNames, orUndefined } from '../../errors/reader'
import type { FaultOptions, Simulator, SimulatorOptions } from '../../index'
import { nearestName } from '../../kernel/nearest-name'
import type { AccountingSimulatorParameters, StoryArgs } from './parameters'

/** One simulator for each set of options; stories get forks of it, which cost next to nothing. */
const bases = new Map<string, Simulator>()

const OUR_NAME = 'accountingSimulator'
const MEMBERS = ['options', 'world', 'clock', 'arrange', 'scenario', 'faults', 'organization', 'date']

/** @throws OptionError for a parameter with almost our name, which Storybook would ignore */
export function checkName(parameters: object): void {
  for (const name of Object.keys(parameters)) {
    if (name !== OUR_NAME && nearestName(name, [OUR_NAME]))
      throw new OptionError(`parameters.${name}`, `there is no parameter ${name}, perhaps ${OUR_NAME}`)
  }
}

/** A simulator for one story. @throws OptionError for options that cannot be used */
export async function simulatorFor(
  parameters: AccountingSimulatorParameters,
  args: StoryArgs = {},
): Promise<Simulator> {
  checkMembers('accountingSimulator', parameters, MEMBERS)
  orUndefined(oneOfNames(['virtual']))(parameters.date, 'accountingSimulator.date')
  const { scenario, faults = [] } = parameters
  const simulator = baseOf(optionsOf(parameters)).fork({ wiring: 'own' })
  if (scenario !== undefined)
    await simulator.play(typeof scenario === 'string' ? await scenarioNamed(scenario) : scenario)
  for (const fault of faultsOf(faults)) simulator.faults.inject(fault)
  await parameters.arrange?.(simulator, args)
  return simulator
}

const faultsOf = (faults: FaultOptions | readonly FaultOptions[]): readonly FaultOptions[] =>
  Array.isArray(faults) ? faults : [faults as FaultOptions]

function optionsOf({ options, world, clock, organization }: AccountingSimulatorParameters): SimulatorOptions {
  return {
    // The clock of a story stands, so buckets would never refill.
    rateLimits: false,
    ...(organization !== undefined && { apiKeys: [{ key: 'test-api-key', organization }] }),
    ...options,
    ...(world !== undefined && { world }),
    ...(clock !== undefined && { clock }),
  }
}

function baseOf(options: SimulatorOptions): Simulator {
  const name = JSON.stringify(options)
  const base = bases.get(name) ?? createSimulator(options)
  bases.set(name, base)
  return base
}

async function scenarioNamed(name: string) {
  const { scenarios } = await import('accounting-simulator/scenarios')
  const scenario = Object.hasOwn(scenarios, name) ? scenarios[name] : undefined
  if (scenario) return scenario
  throw wrongChoice('accountingSimulator.scenario', Object.keys(scenarios), name)
}
