import { createSimulator, type Simulator, type SimulatorOptions } from 'accounting-simulator'
import type { Definition } from '../../src/engine/schema/define'
import * as catalogue from '../../src/resources/catalogue'

/** What a promise is tested on: record types, and how to make a simulator that runs them. */
export interface Subject {
  readonly definitions: readonly Definition[]
  open(options?: SimulatorOptions): Simulator
}

export const everything: Subject = {
  definitions: (Object.values(catalogue) as readonly Definition[]).filter(({ internal }) => !internal),
  open: createSimulator,
}
