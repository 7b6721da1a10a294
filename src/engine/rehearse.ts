import { isRefusal, type Refusal } from './refusal'
import type { World } from './world'

class Rehearsed extends Error {}

/** Does something and takes all of it back. The refusal that it ran into, if any. */
export function rehearse(world: World, write: () => unknown): Refusal | undefined {
  try {
    return world.store.history.atomically(() => {
      write()
      throw new Rehearsed()
    })
  } catch (error) {
    if (error instanceof Rehearsed) return undefined
    if (isRefusal(error)) return error
    throw error
  }
}
