import { createSimulator, type Simulator, type SimulatorOptions } from 'accounting-simulator'
import type { Definition } from '../../src/engine/schema/define'
import * as catalogue from '../../src/resources/catalogue'

/** The subject of a promise: record types, and a way to make a simulator with them. */
export interface Subject {
  readonly definitions: readonly Definition[]
  open(options?: SimulatorOptions): Simulator
}

export const everything: Subject = {
  definitions: (Object.values(catalogue) as readonly Definition[]).filter(({ internal }) => !internal),
  open: createSimulator,
}
