import { expectedError } from '../../kernel/attempt'
import type { World } from '../model/context'
import { type Errors, isRefusal, type Refusal } from '../model/refusals'

/** Runs a write atomically, for the clock or within a larger write. Returns the errors of a refusal. */
export const refusalErrors = (world: World, write: () => unknown): Errors | undefined =>
  expectedError(() => world.store.history.atomically(write), isRefusal)?.errors

class DryRunDone extends Error {}

/** Runs a write and undoes it. Returns the refusal, if there was one. */
export function dryRun(world: World, write: () => unknown): Refusal | undefined {
  try {
    return world.store.history.atomically(() => {
      write()
      throw new DryRunDone()
    })
  } catch (error) {
    if (error instanceof DryRunDone) return undefined
    if (isRefusal(error)) return error
    throw error
  }
}
