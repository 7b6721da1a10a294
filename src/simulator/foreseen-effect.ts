import type { WireRequest } from '../events/traffic/wire-message'
import type { Foreseen } from '../service/mutants/mutant-fact'
import type { MutantKind } from '../service/mutants/mutant-kind'
import { isCarriedOut, type TwinAnswer } from './twin'

/** A request, and those that a mutant would send in its place. */
interface Change {
  readonly plays: MutantKind['plays']
  readonly asked: WireRequest
  readonly changes: ReturnType<MutantKind['change']>
  readonly twin: (asked: WireRequest) => TwinAnswer
}

/** Undefined if the mutant would leave the request alone. */
export function foreseenEffect({ plays, asked, changes, twin }: Change): Foreseen | undefined {
  if (!changes) return 'equal'
  if (changes.length === 0) return undefined
  // The service refuses the true request, too, so nothing else is sent.
  if (!isCarriedOut(twin(asked))) return undefined
  if (plays === 'unsent') return 'played'
  return isRefusedIn(changes, twin) ? 'refused' : 'played'
}

/** The service refuses all of them. */
export const isRefusedIn = (all: readonly WireRequest[], twin: Change['twin']): boolean =>
  !all.some((one) => isCarriedOut(twin(one)))
