import type { Scope } from '../model/context'
import { type Errors, isRefusal, type Refusal } from '../model/errors'
import type { World } from '../model/world'

/** Writes for the clock as for a request: whole, or not at all. What was wrong with it, if it was refused. */
export const writeWhole = ({ world, organization }: Scope, write: () => unknown): Errors | undefined =>
  refusedIn(world, () => {
    write()
    world.audit?.(organization)
  })

/** Writes a part of a larger write, whole or not at all. The books are audited when all of it is done. */
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
