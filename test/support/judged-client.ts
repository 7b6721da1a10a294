import type { Simulator, SimulatorOptions } from 'accounting-simulator'
import { clientOf, type Send } from './client'
import { conformanceOf } from './conformance'
import { everything } from './subject'

/** A client whose every exchange has to be what the OpenAPI document of such a simulator says. */
export const judgedClientOf = (
  simulator: Simulator,
  key: string | null = simulator.apiKey,
  options: SimulatorOptions = {},
): Send => clientOf(simulator, key, (exchange) => conformanceOf(everything, options)(exchange))
