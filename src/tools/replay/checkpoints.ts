import type { AssumptionId, AssumptionOverrides } from 'accounting-simulator'
import { type Call, callText } from './call'
import { MASTER_DATA_COLLECTIONS } from './collections'
import type { BucketReading } from './compare-limits'
import { costOf, type Difference, isNeverSent } from './difference'
import type { EarlierRecord } from './earlier-records'
import { createdAt } from './is-generated'
import { type RecordingPlace, Replayer } from './replayer'
import type { Session } from './session'

/** Other values of assumptions than those in force. */
export type Turned = ReadonlyMap<AssumptionId, unknown>

/** Some neighbouring calls of a recording, as they were played once. */
interface Segment {
  readonly calls: readonly Call[]
  readonly begin: RecordingPlace
  /** The assumptions that playing them asked for. Other values of others would change nothing. */
  readonly asked: readonly AssumptionId[]
  readonly outcomes: readonly ReplayOutcome[]
}

/** A recording that was replayed whole, with the states on the way, for other replays to start from. */
export interface Checkpoints extends Run {
  readonly session: Session
  /** A player with the assumptions in force, for others to branch off. */
  readonly origin: Replayer
  readonly turned: Turned
  /** The assumptions that the world and the stand-ins for earlier records asked for. */
  readonly askedToBegin: readonly AssumptionId[]
  readonly segments: readonly Segment[]
  readonly end: RecordingPlace
}

/** The state is kept at so many places of a recording; each holds the tables that were written since the one before. */
const MOST_STRETCHES = 100

/** Replays with the assumptions in force. */
export async function trailOf(session: Session): Promise<Checkpoints> {
  const origin = await Replayer.begin(session, {})
  const { isWhole } = origin
  const askedToBegin = origin.takeAsked()
  const segments: Segment[] = []
  for (const calls of inStretches(session.calls)) {
    const begin = origin.place
    const outcomes = await playAll(origin, calls)
    segments.push({ calls, begin, asked: origin.takeAsked(), outcomes })
  }
  const outcomes = segments.flatMap((one) => one.outcomes)
  const end = origin.place
  return { session, origin, turned: new Map(), askedToBegin, segments, end, outcomes, isWhole }
}

/** The session without those earlier records that the replay brings forth by itself before they are named. */
export async function rehearsed(session: Session): Promise<Session> {
  const isSuspect = ({ collection, details }: EarlierRecord): boolean =>
    !MASTER_DATA_COLLECTIONS.includes(collection) && (createdAt(details) ?? session.begin) >= session.begin
  if (!session.earlier.some(isSuspect)) return session
  const sure = session.earlier.filter((one) => !isSuspect(one))
  const player = await Replayer.begin({ ...session, earlier: sure }, {})
  for (const call of session.calls) await player.play(call)
  const earlier = session.earlier.filter((one) => !isSuspect(one) || !player.isBound(one))
  return { ...session, earlier }
}

function inStretches(calls: readonly Call[]): (readonly Call[])[] {
  const length = Math.ceil(calls.length / MOST_STRETCHES)
  return Array.from({ length: Math.ceil(calls.length / length) }, (_, at) =>
    calls.slice(at * length, (at + 1) * length),
  )
}

/** Replays with other assumptions whatever they can change, until the run is known to be of no use. */
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

/** The whole trail with other assumptions, to go on from. */
export async function turnedTrail(trail: Checkpoints, turned: Turned): Promise<Checkpoints> {
  const replay = await IncrementalReplay.begin(trail, turned)
  const segments: Segment[] = []
  for (const segment of trail.segments) segments.push(await replay.kept(segment))
  const { isWhole, askedToBegin, end } = replay
  const outcomes = segments.flatMap((one) => one.outcomes)
  return { ...trail, turned, askedToBegin, segments: segments, end, outcomes, isWhole }
}

/** Follows a trail with other assumptions: plays what asked for them, until the states agree again. */
class IncrementalReplay {
  isWhole: boolean
  askedToBegin: readonly AssumptionId[]

  readonly #turned: AssumptionOverrides
  readonly #changed: ReadonlySet<AssumptionId>
  #player: Replayer | undefined
  /** True if the state differs from that of the trail. */
  #hasDiverged = false
  #at = 0

  private constructor(
    private readonly trail: Checkpoints,
    turned: Turned,
  ) {
    this.#turned = Object.fromEntries(turned) as AssumptionOverrides
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

  /** The next segment as a whole, for a trail of its own. */
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

  /** The place of the replay after the last segment. */
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

export interface ReplayOutcome {
  readonly call: Call
  readonly differences: readonly Difference[]
  /** The reason why it was not compared, or not wholly. */
  readonly notCompared?: string
  readonly agreesOnLimits: boolean
  readonly limits?: BucketReading
  /** The cost of the differences; headers that were never sent cost nothing. */
  readonly cost: number
  /** Headers that are missing here and everywhere in the recording. */
  readonly neverSent: readonly string[]
}

export interface Run {
  readonly outcomes: readonly ReplayOutcome[]
  /** False if what began before the recording could not be stood in for as it can with other assumptions. */
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
