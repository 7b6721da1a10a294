import type { WireRequest } from '../events/traffic/wire-message'
import type { Route } from '../service/http/routes/route'
import { mutantText } from '../service/mutants/mutant'
import type { Foreseen, MutantFact } from '../service/mutants/mutant-fact'
import type { MutantKind, MutantScene } from '../service/mutants/mutant-kind'
import { MUTANT_KINDS, MUTANT_NAMES } from '../service/mutants/mutant-kinds'
import { isCarriedOut, type TwinAnswer } from './twin'

type Twin = (asked: WireRequest) => TwinAnswer

interface Foreseeing {
  readonly asked: WireRequest
  readonly route: Route
  /** The mutants that have to be played. */
  readonly played: Set<string>
  readonly twin: Twin
  scene(member: string): MutantScene
  tell(fact: MutantFact): void
}

/**
 * Tells what mutants would do to the request. One that has to be played is told once.
 * @returns the same of copies, which follow the answer
 */
export function foresee({ asked, route, played, twin, scene, tell }: Foreseeing): readonly (() => void)[] {
  let truth: TwinAnswer | undefined
  const twinOnce: Twin = (one) => {
    if (one !== asked) return twin(one)
    truth ??= twin(one)
    return truth
  }
  const copies: (() => void)[] = []
  for (const kind of MUTANT_NAMES)
    for (const { member } of MUTANT_KINDS[kind].targets(asked, route)) {
      const foreseen = { kind, operation: route.key, member }
      if (played.has(mutantText(foreseen))) continue
      const say = (would: Foreseen | undefined): void => {
        if (would === 'played') played.add(mutantText(foreseen))
        if (would) tell({ foreseen, would })
      }
      const { change, plays } = MUTANT_KINDS[kind]
      const changes = change(asked, scene(member))
      if (plays === 'twice') copies.push(() => say(isRefusedIn(changes ?? [], twin) ? 'refused' : 'played'))
      else say(effectOf(asked, changes, plays, twinOnce))
    }
  return copies
}

/** Undefined if the mutant would leave the request alone. */
function effectOf(
  asked: WireRequest,
  changes: ReturnType<MutantKind['change']>,
  plays: MutantKind['plays'],
  twin: Twin,
): Foreseen | undefined {
  if (!changes) return 'equal'
  if (changes.length === 0) return undefined
  // The service refuses the true request, too, so nothing else is sent.
  if (!isCarriedOut(twin(asked))) return undefined
  if (plays === 'unsent') return 'played'
  return isRefusedIn(changes, twin) ? 'refused' : 'played'
}

/** The service refuses all of them. */
const isRefusedIn = (all: readonly WireRequest[], twin: Twin): boolean =>
  !all.some((one) => isCarriedOut(twin(one)))
