import { demand } from '../../../errors/option-error'
import type { AssumptionOverrides, Simulator } from '../../../index'
import { realNow } from '../../../virtual-time/real'
import { checkPlan } from '../plan/check-plan'
import type { Profile } from '../plan/kind'
import { isForRealTime, kindsOf } from '../plan/kinds'
import type { Plan } from '../plan/plan'
import { checkOf, partsIn } from '../propose/command-check'
import { progressText } from '../report/progress'
import type { Report } from '../report/report'
import { explorationReport, reportOfOne } from '../report/report-of'
import { searchPlans } from '../search/search'
import type { Shard } from '../search/shard'
import { CommandPlayer } from './command-player'
import { type CommandExperiment, CommandTrial } from './command-trial'
import { usualProcesses } from './kept-plans'

export interface CommandOptions extends CommandExperiment {
  readonly faults: Profile
  readonly seed: number
  readonly runs: number
  /** Real milliseconds. */
  readonly time: number
  /** Plans that are played at a time. @default as many as there are processors, at most 4 */
  readonly workers?: number | undefined
  /** Plays the plans of this share only. */
  readonly shard: Shard | undefined
  /** Plays this plan only. */
  readonly plan: unknown
  /** Is given a line on how far the search is after each plan, and an empty one at its end. */
  readonly onProgress?: ((text: string) => void) | undefined
  again(plan: Plan): string
  readonly onRun?: (() => void) | undefined
}

/** Explores a program in any language, in real time, several plans at a time where they leave each other alone. */
export async function exploreCommand(options: CommandOptions): Promise<Report> {
  const settings = {
    world: options.world,
    kinds: kindsOf(options.faults).filter(isForRealTime),
    seed: options.seed,
    again: options.again,
    limits: { runs: options.runs, requests: Number.POSITIVE_INFINITY, time: options.time },
    kept: [],
    ...(options.shard && { shard: options.shard }),
  }
  const play = (plan: Plan, otherwise?: AssumptionOverrides) =>
    new CommandTrial(options, plan, otherwise).play(plan).finally(options.onRun)
  const begin = realNow()
  const spent = (): number => realNow() - begin
  if (options.plan !== undefined) {
    const outcome = await play(checkPlan(options.plan))
    const hasFailed = outcome.complaints.length > 0 && outcome.plan.length > 0
    return reportOfOne(settings, outcome, hasFailed ? await play([]) : outcome, [], spent())
  }
  const player = await CommandPlayer.of(options, options.workers ?? usualProcesses(), options.onRun)
  const isTimeUp = (): boolean => spent() > options.time
  try {
    const findings = await searchPlans(settings, player, isTimeUp, (progress) =>
      options.onProgress?.(progressText(progress, settings.limits, spent())),
    )
    options.onProgress?.('')
    return explorationReport(settings, findings, spent())
  } finally {
    await player.close()
  }
}

/**
 * A check to paste, from two calm plays of the program.
 * @throws OptionError if the program fails without any misfortune
 */
export async function proposeForCommand(experiment: CommandExperiment): Promise<string> {
  const plays: ReturnType<typeof partsIn>[] = []
  const onEnd = (simulator: Simulator): void => void plays.push(partsIn(experiment.world, simulator))
  for (let play = 1; play <= 2; play += 1) {
    const { complaints } = await new CommandTrial({ ...experiment, onEnd }, []).play([])
    demand(complaints.length === 0, 'program', `fails without any misfortune: ${complaints.join('; ')}`)
  }
  const [first = [], second = []] = plays
  const parts = first.filter(({ code }) => second.some((part) => part.code === code))
  demand(
    parts.length > 0,
    'program',
    'creates nothing that can be told apart in two runs, so no check is proposed',
  )
  return checkOf(parts)
}
