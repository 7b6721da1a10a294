import type { World } from '../model/context'
import { type Errors, isRefusal, type Refusal } from '../model/refusals'

/** Writes whole, or not at all, for the clock or as a part of a larger write. What was wrong, if it was refused. */
export function refusedIn(world: World, write: () => unknown): Errors | undefined {
  try {
    world.store.history.atomically(write)
    return undefined
  } catch (error) {
    if (isRefusal(error)) return error.errors
    throw error
  }
}

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
