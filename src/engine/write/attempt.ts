import type { Row } from '../../kernel/store'
import type { Scope } from '../model/context'
import { type Errors, isRefusal, type Refusal } from '../model/errors'
import type { World } from '../model/world'

/** Writes for the clock as for a request: whole, or not at all. What was wrong with it, if it was refused. */
export function attempt({ world, organization }: Scope, write: () => unknown): Errors | undefined {
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

class DryRunDone extends Error {}

/** Does something and takes all of it back. The refusal that it ran into, if any. */
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

/** Something that the clock tried to write on a day and that was refused. */
interface Skipped {
  /** The day that it was meant for. */
  readonly date: string
  /** The instant of the attempt. */
  readonly at: string
  readonly errors: Errors
}

const AT_MOST = 100

/** The log of what came to nothing for a record, its oldest entries dropped. */
export const logSkipped = ({ skipped }: Row, entry: Skipped): readonly Skipped[] =>
  [...(skipped as readonly Skipped[]), entry].slice(-AT_MOST)
