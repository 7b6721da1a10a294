import type { AssumptionId, AssumptionOverrides } from 'accounting-simulator'
import { type Checkpoints, overridesOf, type Segment, type Turned } from './checkpoints'
import { playOne, type ReplayOutcome, type Run } from './replay-run'
import { type RecordingPlace, Replayer } from './replayer'

/** Replays with other assumptions, but only the segments that these can change, until the run is useless. */
export async function replayAlong(
  trail: Checkpoints,
  turned: Turned,
  isUseless: (outcome: ReplayOutcome) => boolean,
): Promise<Run> {
  const replay = await IncrementalReplay.begin(trail, turned)
  const { isWhole } = replay
  const outcomes: ReplayOutcome[] = []
  for (const segment of trail.segments)
    for await (const outcome of replay.along(segment)) {
      outcomes.push(outcome)
      if (isUseless(outcome)) return { outcomes, isWhole }
    }
  return { outcomes, isWhole }
}

/** The complete checkpoints with other assumptions, from which later replays start. */
export async function turnedTrail(trail: Checkpoints, turned: Turned): Promise<Checkpoints> {
  const replay = await IncrementalReplay.begin(trail, turned)
  const segments: Segment[] = []
  for (const segment of trail.segments) segments.push(await replay.kept(segment))
  const { isWhole, askedToBegin, end } = replay
  const outcomes = segments.flatMap((one) => one.outcomes)
  return { ...trail, turned, askedToBegin, segments: segments, end, outcomes, isWhole }
}

/** Replays checkpoints with other assumptions. Segments are played again only while they can differ. */
class IncrementalReplay {
  isWhole: boolean
  askedToBegin: readonly AssumptionId[]

  readonly #turned: AssumptionOverrides
  readonly #changed: ReadonlySet<AssumptionId>
  #player: Replayer | undefined
  /** True if the state differs from the saved one. */
  #hasDiverged = false
  #at = 0

  private constructor(
    private readonly trail: Checkpoints,
    turned: Turned,
  ) {
    this.#turned = overridesOf(turned)
    const ids = [...turned.keys(), ...trail.turned.keys()]
    this.#changed = new Set(ids.filter((id) => turned.get(id) !== trail.turned.get(id)))
    this.isWhole = trail.isWhole
    this.askedToBegin = trail.askedToBegin
  }

  static async begin(trail: Checkpoints, turned: Turned): Promise<IncrementalReplay> {
    const replay = new IncrementalReplay(trail, turned)
    if (!replay.#concerns(trail.askedToBegin)) return replay
    const player = await Replayer.begin(trail.session, replay.#turned)
    replay.#player = player
    replay.isWhole = player.isWhole
    replay.askedToBegin = player.takeAsked()
    replay.#hasDiverged = !player.isAt(replay.#placeOf(0))
    return replay
  }

  async *along({ calls, begin, asked, outcomes }: Segment): AsyncIterable<ReplayOutcome> {
    this.#at += 1
    if (!this.#hasDiverged && !this.#concerns(asked)) {
      yield* outcomes
      return
    }
    const player = this.#arriveAt(begin)
    for (const call of calls) yield await playOne(player, call)
    this.#hasDiverged = !player.isAt(this.#placeOf(this.#at))
  }

  /** Plays a segment to its end, as a segment of new checkpoints. */
  async kept(segment: Segment): Promise<Segment> {
    const begin = this.#player && this.#hasDiverged ? this.#player.place : segment.begin
    this.#player?.takeAsked()
    const wasAway = this.#hasDiverged
    const outcomes: ReplayOutcome[] = []
    for await (const outcome of this.along(segment)) outcomes.push(outcome)
    const isPlayed = wasAway || this.#concerns(segment.asked)
    const asked = isPlayed ? (this.#player?.takeAsked() ?? []) : segment.asked
    return { calls: segment.calls, begin, asked, outcomes }
  }

  /** The state after the last segment. */
  get end(): RecordingPlace {
    return this.#player && this.#hasDiverged ? this.#player.place : this.trail.end
  }

  #concerns(asked: readonly AssumptionId[]): boolean {
    return asked.some((id) => this.#changed.has(id))
  }

  #placeOf(segment: number): RecordingPlace {
    return this.trail.segments[segment]?.begin ?? this.trail.end
  }

  #arriveAt(place: RecordingPlace): Replayer {
    this.#player ??= this.trail.origin.branch(this.#turned)
    if (!this.#hasDiverged) this.#player.goTo(place)
    return this.#player
  }
}
