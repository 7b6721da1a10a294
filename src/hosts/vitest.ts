import type { SimulatorMatchers } from '../tools/matchers/index'

export type { SimulatorMatchers } from '../tools/matchers/index'
export { type UseSimulatorOptions, useSimulator } from './vitest/use-simulator'

declare module 'vitest' {
  interface Matchers<T> extends SimulatorMatchers {}
}

export type { Unhandled } from './vitest/unhandled-requests'
