import { TIMERS } from '../../kernel/clock'
import type { Scope, World } from '../model/context'
import { LEDGER } from '../model/tables'
import type { BrokenInvariant } from './audit-scope'
import { checkBooks } from './check'

/** The state of books that were checked and found sound. */
interface Verdict {
  readonly stamps: ReadonlyMap<string, object>
  readonly today: string
  readonly registry: World['registry']
  readonly assumptions: World['assumptions']
}

/** The last verdict on sound books, keyed by the stamp of the ledger, or of another table if it is empty. */
const sound = new WeakMap<object, Verdict>()

/** Checks books that changed since they were found sound. Forks share verdicts, so most checks are free. */
export function checkChangedBooks(scope: Scope): BrokenInvariant[] {
  const { stamp, ...verdict } = verdictOn(scope)
  if (isSameAsKnown(stamp, verdict)) return []
  const found = checkBooks(scope)
  if (found.length === 0) sound.set(stamp, verdict)
  return found
}

/** True if books in this state were found sound. */
export function isKnownSound(scope: Scope): boolean {
  const { stamp, ...verdict } = verdictOn(scope)
  return isSameAsKnown(stamp, verdict)
}

function verdictOn(scope: Scope): Verdict & { readonly stamp: object } {
  const { clock, registry, assumptions } = scope.world
  const stamps = stampsOf(scope)
  const [first = registry] = stamps.values()
  return { stamp: stamps.get(LEDGER) ?? first, stamps, today: clock.today, registry, assumptions }
}

function isSameAsKnown(stamp: object, verdict: Verdict): boolean {
  const known = sound.get(stamp)
  return known !== undefined && isSameGround(known, verdict)
}

/** Includes the timers, which `contractsEnd` reads. Empty tables have no stamp: forks make new ones. */
function stampsOf({ world: { store }, organization }: Scope): ReadonlyMap<string, object> {
  const timers = store.stamps('').get(TIMERS)
  return new Map([...store.stamps(organization), ...(timers ? ([[TIMERS, timers]] as const) : [])])
}

const isSameGround = (one: Verdict, other: Verdict): boolean =>
  one.today === other.today &&
  one.registry === other.registry &&
  one.assumptions.isAlike(other.assumptions) &&
  one.stamps.size === other.stamps.size &&
  [...other.stamps].every(([name, stamp]) => one.stamps.get(name) === stamp)
