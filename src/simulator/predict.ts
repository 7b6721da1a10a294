import type { WireRequest } from '../events/traffic/wire-message'
import type { Route } from '../service/http/routes/route'
import { mutantText } from '../service/mutants/mutant'
import type { MutantFact, Prediction } from '../service/mutants/mutant-fact'
import type { MutantKind, MutationContext } from '../service/mutants/mutant-kind'
import { MUTANT_KINDS, MUTANT_NAMES } from '../service/mutants/mutant-kinds'
import { type DryRunAnswer, isCarriedOut } from './dry-run'

type DryRun = (asked: WireRequest) => DryRunAnswer

interface PredictionParts {
  readonly asked: WireRequest
  readonly route: Route
  /** The mutants that a run has to play. */
  readonly played: Set<string>
  readonly dryRun: DryRun
  context(member: string): MutationContext
  tell(fact: MutantFact): void
}

/**
 * Predicts the effects of mutants on the request. A mutant that a run has to play is reported once.
 * @returns functions that predict the mutants that send a copy, to be called after the answer
 */
export function predict({
  asked,
  route,
  played,
  dryRun,
  context,
  tell,
}: PredictionParts): readonly (() => void)[] {
  let truth: DryRunAnswer | undefined
  const dryRunOnce: DryRun = (one) => {
    if (one !== asked) return dryRun(one)
    truth ??= dryRun(one)
    return truth
  }
  const copies: (() => void)[] = []
  for (const kind of MUTANT_NAMES)
    for (const { member } of MUTANT_KINDS[kind].targets(asked, route)) {
      const mutant = { kind, operation: route.key, member }
      if (played.has(mutantText(mutant))) continue
      const say = (would: Prediction | undefined): void => {
        if (would === 'played') played.add(mutantText(mutant))
        if (would) tell({ foreseen: mutant, would })
      }
      const { change, plays } = MUTANT_KINDS[kind]
      const changes = change(asked, context(member))
      if (plays === 'twice') copies.push(() => say(isRefusedIn(changes ?? [], dryRun) ? 'refused' : 'played'))
      else say(effectOf(asked, changes, plays, dryRunOnce))
    }
  return copies
}

/** Undefined if the mutant would not change the request. */
function effectOf(
  asked: WireRequest,
  changes: ReturnType<MutantKind['change']>,
  plays: MutantKind['plays'],
  dryRun: DryRun,
): Prediction | undefined {
  if (!changes) return 'equal'
  if (changes.length === 0) return undefined
  // The service refuses the true request, too, so the mutant would send nothing else.
  if (!isCarriedOut(dryRun(asked))) return undefined
  if (plays === 'unsent') return 'played'
  return isRefusedIn(changes, dryRun) ? 'refused' : 'played'
}

/** True if the service refuses every change. */
const isRefusedIn = (all: readonly WireRequest[], dryRun: DryRun): boolean =>
  !all.some((one) => isCarriedOut(dryRun(one)))
