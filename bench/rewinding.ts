import type { Simulator } from './invoices'

/** Takes the world back after each round, so that every round starts with the same one. */
export function rewinding(simulator: Simulator): { prepare(): void; restore(): void } {
  let mark = simulator.snapshot()
  return {
    prepare: () => {
      mark = simulator.snapshot()
    },
    restore: () => simulator.restore(mark),
  }
}
