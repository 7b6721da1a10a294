import { type Call, callText } from './call'
import type { PlayedCall } from './caller'
import { costOf, type Difference, isNeverSent } from './difference'
import type { Replayer } from './replayer'

export interface ReplayOutcome extends Omit<PlayedCall, 'differences' | 'section'> {
  readonly call: Call
  readonly differences: readonly Difference[]
  /** The cost of the differences, without headers that are missing from the whole recording. */
  readonly cost: number
  /** Headers of the simulator that this answer and the whole recording lack. */
  readonly neverSent: readonly string[]
}

export interface Run {
  readonly outcomes: readonly ReplayOutcome[]
  /** False if some earlier records could not be replaced that can be under other assumptions. */
  readonly isWhole: boolean
}

export async function playAll(player: Replayer, calls: readonly Call[]): Promise<ReplayOutcome[]> {
  const outcomes: ReplayOutcome[] = []
  for (const call of calls) outcomes.push(await playOne(player, call))
  return outcomes
}

export async function playOne(player: Replayer, call: Call): Promise<ReplayOutcome> {
  const { differences, section, notCompared, agreesOnLimits, limits } = await player.play(call)
  const name = callText(call)
  const described = differences.map((one) => ({ exchange: call.index, call: name, section, ...one }))
  const { recordedHeaders } = player.session
  const isCounted = (one: Difference): boolean => !isNeverSent(one, recordedHeaders)
  return {
    call,
    differences: described,
    agreesOnLimits,
    ...(limits && { limits }),
    cost: costOf(described.filter(isCounted)),
    neverSent: described.filter((one) => !isCounted(one)).map(({ where }) => where),
    ...(notCompared !== undefined && { notCompared }),
  }
}
