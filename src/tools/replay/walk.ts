import type { AssumptionId, AssumptionOverrides } from 'accounting-simulator'
import type { Checkpoints, Stretch, Turned } from './checkpoints'
import { type RecordingPlace, Replayer } from './replayer'
import { playOne, type ReplayOutcome, type Run } from './run'

/** Replays with other assumptions whatever they can change, until the run is known to be of no use. */
export async function replayAlong(
  trail: Checkpoints,
  turned: Turned,
  isUseless: (outcome: ReplayOutcome) => boolean,
): Promise<Run> {
  const walk = await Walk.begin(trail, turned)
  const { isWhole } = walk
  const outcomes: ReplayOutcome[] = []
  for (const stretch of trail.stretches)
    for await (const outcome of walk.along(stretch)) {
      outcomes.push(outcome)
      if (isUseless(outcome)) return { outcomes, isWhole }
    }
  return { outcomes, isWhole }
}

/** The whole trail with other assumptions, to go on from. */
export async function turnedTrail(trail: Checkpoints, turned: Turned): Promise<Checkpoints> {
  const walk = await Walk.begin(trail, turned)
  const stretches: Stretch[] = []
  for (const stretch of trail.stretches) stretches.push(await walk.kept(stretch))
  const { isWhole, askedToBegin, end } = walk
  const outcomes = stretches.flatMap((one) => one.outcomes)
  return { ...trail, turned, askedToBegin, stretches, end, outcomes, isWhole }
}

/** Follows a trail with other assumptions: plays what asked for them, until the states agree again. */
class Walk {
  isWhole: boolean
  askedToBegin: readonly AssumptionId[]

  readonly #trail: Checkpoints
  readonly #turned: AssumptionOverrides
  readonly #changed: ReadonlySet<AssumptionId>
  #player: Replayer | undefined
  /** Whether the state differs from that of the trail. */
  #isAway = false
  #at = 0

  private constructor(trail: Checkpoints, turned: Turned) {
    this.#trail = trail
    this.#turned = Object.fromEntries(turned) as AssumptionOverrides
    const ids = [...turned.keys(), ...trail.turned.keys()]
    this.#changed = new Set(ids.filter((id) => turned.get(id) !== trail.turned.get(id)))
    this.isWhole = trail.isWhole
    this.askedToBegin = trail.askedToBegin
  }

  static async begin(trail: Checkpoints, turned: Turned): Promise<Walk> {
    const walk = new Walk(trail, turned)
    if (!walk.#concerns(trail.askedToBegin)) return walk
    const player = await Replayer.begin(trail.session, walk.#turned)
    walk.#player = player
    walk.isWhole = player.isWhole
    walk.askedToBegin = player.takeAsked()
    walk.#isAway = !player.isAt(walk.#placeOf(0))
    return walk
  }

  /** The next stretch, call by call. */
  async *along({ calls, begin, asked, outcomes }: Stretch): AsyncIterable<ReplayOutcome> {
    this.#at += 1
    if (!this.#isAway && !this.#concerns(asked)) {
      yield* outcomes
      return
    }
    const player = this.#arriveAt(begin)
    for (const call of calls) yield await playOne(player, call)
    this.#isAway = !player.isAt(this.#placeOf(this.#at))
  }

  /** The next stretch as a whole, for a trail of its own. */
  async kept(stretch: Stretch): Promise<Stretch> {
    const begin = this.#player && this.#isAway ? this.#player.place : stretch.begin
    this.#player?.takeAsked()
    const wasAway = this.#isAway
    const outcomes: ReplayOutcome[] = []
    for await (const outcome of this.along(stretch)) outcomes.push(outcome)
    const isPlayed = wasAway || this.#concerns(stretch.asked)
    const asked = isPlayed ? (this.#player?.takeAsked() ?? []) : stretch.asked
    return { calls: stretch.calls, begin, asked, outcomes }
  }

  /** Where the walk stands after the last stretch. */
  get end(): RecordingPlace {
    return this.#player && this.#isAway ? this.#player.place : this.#trail.end
  }

  #concerns(asked: readonly AssumptionId[]): boolean {
    return asked.some((id) => this.#changed.has(id))
  }

  #placeOf(stretch: number): RecordingPlace {
    return this.#trail.stretches[stretch]?.begin ?? this.#trail.end
  }

  #arriveAt(place: RecordingPlace): Replayer {
    this.#player ??= this.#trail.origin.branch(this.#turned)
    if (!this.#isAway) this.#player.goTo(place)
    return this.#player
  }
}
