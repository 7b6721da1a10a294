import type { Row } from '../../kernel/store'
import type { Scope } from '../model/context'
import { type Errors, isRefusal, type Refusal } from '../model/errors'
import type { World } from '../model/world'

/** Runs a write of the clock atomically. Returns the errors of a refusal, or undefined. */
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

/** A write of the clock that was refused. */
interface Skipped {
  /** The date of the refused write. */
  readonly date: string
  /** The instant of the attempt. */
  readonly at: string
  readonly errors: Errors
}

const AT_MOST = 100

/** Adds to the record's log of refused writes, and drops the oldest entries. */
export const logSkipped = ({ skipped }: Row, entry: Skipped): readonly Skipped[] =>
  [...(skipped as readonly Skipped[]), entry].slice(-AT_MOST)
