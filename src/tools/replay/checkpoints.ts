import type { AssumptionId, AssumptionOverrides } from 'accounting-simulator'
import type { Call } from './call'
import { MASTER_DATA_COLLECTIONS } from './collections'
import type { EarlierRecord } from './earlier-records'
import { createdAt } from './is-generated'
import { playAll, type ReplayOutcome, type Run } from './replay-run'
import { type RecordingPlace, Replayer } from './replayer'
import type { Session } from './session'

/** Assumptions with other values than those in force. */
export type Turned = ReadonlyMap<AssumptionId, unknown>

export const overridesOf = (turned: Turned): AssumptionOverrides => Object.fromEntries(turned)

/** Consecutive calls of a recording and the outcome of replaying them. */
export interface Segment {
  readonly calls: readonly Call[]
  readonly begin: RecordingPlace
  /** The assumptions read while replaying. A change of any other assumption cannot change the outcomes. */
  readonly asked: readonly AssumptionId[]
  readonly outcomes: readonly ReplayOutcome[]
}

/** A complete replay of a recording with intermediate states, from which other replays can start. */
export interface Checkpoints extends Run {
  readonly session: Session
  /** A replayer with the assumptions in force, from which others branch off. */
  readonly origin: Replayer
  readonly turned: Turned
  /** The assumptions read while the world and the stand-ins of earlier records were made. */
  readonly askedToBegin: readonly AssumptionId[]
  readonly segments: readonly Segment[]
  readonly end: RecordingPlace
}

/** The number of segments, and so of saved states. A state costs the tables written in its segment. */
const MOST_STRETCHES = 100

/** Replays the recording with the assumptions in force. */
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

/** The session without the earlier records that the replay itself creates before calls refer to them. */
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
