import type { DuplicateOptions } from '../tools/matchers/index'

export { type UseSimulatorOptions, useSimulator } from './vitest/use-simulator'

/** The matchers that `useSimulator` adds to `expect`; see `accounting-simulator/matchers`. */
export interface SimulatorMatchers {
  toHaveReceived(route: string, body?: object): void
  toBeBalanced(): void
  toHaveNoDuplicates(options?: DuplicateOptions): void
  toHaveHonouredRetryAfter(): void
  toHaveUsedIdempotencyKeys(): void
  toHaveSurvived(): void
}

declare module 'vitest' {
  interface Matchers<T> extends SimulatorMatchers {}
}

export type { Unhandled } from './vitest/strangers'
