import { expectedError } from '../../kernel/attempt'
import type { World } from '../model/context'
import { type Errors, isRefusal, type Refusal } from '../model/refusals'

/** Writes whole, or not at all, for the clock or as a part of a larger write. What was wrong, if it was refused. */
export const refusalErrors = (world: World, write: () => unknown): Errors | undefined =>
  expectedError(() => world.store.history.atomically(write), isRefusal)?.errors

class DryRunDone extends Error {}

/** Runs a write and undoes it. Returns the refusal, if any. */
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
