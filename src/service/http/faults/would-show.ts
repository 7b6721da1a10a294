import type { World } from '../../../engine/model/context'
import { dryRun } from '../../../engine/write/all-or-nothing'

/** Tells whether something would show, and leaves nothing of what was done to find out, nor what it rested on. */
export function wouldShow(world: World, look: () => boolean): boolean {
  let shows = false
  world.assumptions.withoutNoting(() =>
    dryRun(world, () => {
      shows = look()
    }),
  )
  return shows
}
