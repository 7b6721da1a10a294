import type { AssumptionOverrides } from '../../../index'
import { realNow } from '../../../virtual-time/real'
import { checkPlan } from '../plan/check-plan'
import type { Profile } from '../plan/kind'
import { isForRealTime, kindsOf } from '../plan/kinds'
import type { Plan } from '../plan/plan'
import { type Report, reportOf, reportOfOne } from '../report/report'
import { search } from '../search/search'
import type { Shard } from '../search/share'
import { type CommandExperiment, CommandTrial } from './command-trial'

export interface CommandOptions extends CommandExperiment {
  readonly faults: Profile
  readonly seed: number
  readonly runs: number
  /** Real milliseconds. */
  readonly time: number
  /** Plays the plans of this share only. */
  readonly shard: Shard | undefined
  /** Plays this plan only. */
  readonly plan: unknown
  /** The command that plays a plan again. */
  again(plan: Plan): string
  /** Called after each run. */
  readonly onRun?: (() => void) | undefined
}

/** Explores a program in any language, one process after the other, in real time. */
export async function exploreCommand(options: CommandOptions): Promise<Report> {
  const settings = {
    world: options.world,
    kinds: kindsOf(options.faults).filter(isForRealTime),
    seed: options.seed,
    again: options.again,
    limits: { runs: options.runs, requests: Number.POSITIVE_INFINITY },
    kept: [],
    ...(options.shard && { shard: options.shard }),
  }
  const play = (plan: Plan, otherwise?: AssumptionOverrides) =>
    new CommandTrial(options, plan, otherwise).play(plan).finally(options.onRun)
  const begin = realNow()
  const spent = (): number => realNow() - begin
  if (options.plan !== undefined) {
    const outcome = await play(checkPlan(options.plan))
    return reportOfOne(settings, outcome, [], spent())
  }
  const player = { width: 1, play, close: async () => undefined }
  return reportOf(settings, await search(settings, player, () => spent() > options.time), spent())
}
