import { CLOCK } from '../../kernel/clock'
import { invariant } from '../../kernel/invariant'
import type { Change } from '../../kernel/store'
import { WORLD } from '../../kernel/table-shape'
import type { World } from '../model/context'
import { organizationsIn } from '../model/tables'
import type { BrokenInvariant } from './audit-scope'
import { checkBooks, checkChanges, newFindings } from './check'
import { checkChangedBooks, isKnownSound } from './known-sound'

/** Audits the changes of each commit, and throws if they break the books. The first audit is of all books. */
export function auditorOf(world: World): (changes: readonly Change[]) => void {
  const sound = new Set(
    organizationsIn(world.store).filter((organization) => isKnownSound({ world, organization })),
  )
  let day: string | undefined
  return (changes) => {
    const changed = new Set(changes.map(({ scope }) => scope).filter((scope) => scope !== WORLD))
    if (changed.size === 0) return
    const { today } = world.clock
    const isNewDay = day !== today
    day = today
    for (const organization of changed) {
      const scope = { world, organization }
      const own = changes.filter((one) => one.scope === organization)
      throwIfBroken(
        world.assumptions.withoutNoting(() =>
          sound.has(organization) ? checkChanges(scope, own, isNewDay) : checkBooks(scope),
        ),
      )
      sound.add(organization)
    }
  }
}

export function auditForForks(world: World): void {
  for (const organization of organizationsIn(world.store))
    throwIfBroken(world.assumptions.withoutNoting(() => checkChangedBooks({ world, organization })))
}

/** True if books that were sound are still sound after these changes. */
export function areStillSound(world: World, changes: readonly Change[]): boolean {
  const hasClockMoved = changes.some(({ scope, table }) => scope === WORLD && table === CLOCK)
  return organizationsIn(world.store).every((organization) => {
    const own = changes.filter(({ scope }) => scope === organization)
    const check = () => newFindings({ world, organization }, own, hasClockMoved)
    return world.assumptions.withoutNoting(check).length === 0
  })
}

function throwIfBroken(broken: readonly BrokenInvariant[]): void {
  const texts = broken.map(({ invariant: name, where, text }) => `${name}: ${where}: ${text}`)
  invariant(broken.length === 0, `the books are broken: ${texts.join('; ')}`)
}
