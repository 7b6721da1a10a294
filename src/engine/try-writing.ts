import { type Errors, isRefusal } from './refusal'
import type { World } from './world'

/** Writes for the clock as for a request: whole, or not at all. What was wrong with it, if it was refused. */
export function tryWriting(world: World, organization: string, write: () => unknown): Errors | undefined {
  try {
    world.store.history.atomically(() => {
      write()
      world.audit?.(organization)
    })
    return undefined
  } catch (error) {
    if (isRefusal(error)) return error.errors
    throw error
  }
}
