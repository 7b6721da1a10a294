import type { Timer, TimerRequest } from '../../kernel/clock'
import type { Cause } from '../../kernel/history'
import { startOf } from '../../kernel/plain-date'
import type { World } from './context'

/** A send in flight, as the sender sees it. */
interface Sending {
  /** False after a rewind of the world: the sender must not write any more. */
  isCurrent(): boolean
  /** Aborts when the receiver's time is up. */
  readonly tooLate: AbortSignal
}

/** A request to somebody outside the world, sent after the timer's atomic block has been committed. */
export interface Send {
  /** Virtual milliseconds that the receiver has to answer. */
  readonly timeLimit: number
  /** The host's receiver, if there is one. It may handle one after another. */
  readonly receiver?: object | undefined
  /** Another send that leaves at the same instant, without waiting for the first answer. */
  readonly together?: Send | undefined
  run(sending: Sending): Promise<void>
}

/** The subject of a timer, as `clock.pending()` shows it. */
export interface TimerSubject {
  /** A member of `simulator.records`, a topic, a route or the name of a scenario. */
  readonly subject: string
  /** The record's identifier, the delivery's id, the timer's own, or the step's place in the scenario. */
  readonly id: number
}

export interface TimerKind {
  /** Handles a timer that is due, in an atomic block of its own with this cause. */
  // biome-ignore lint/suspicious/noConfusingVoidType: most timers send nothing and return nothing.
  run(world: World, timer: Timer, cause: Cause): Send | undefined | void
  subject(world: World, timer: Timer): TimerSubject
  /** True if the timer waits for another attempt after a refusal. Such a timer may run before it is due. */
  waits?(world: World, timer: Timer): boolean
  /** The timer delivers a webhook. */
  readonly isDelivery?: true
  /**
   * The timer works on records, and the timeline shows it. It may repeat without end, so nobody waits until
   * no timer of this kind is left.
   */
  readonly isWork?: true
}

export type KindFilter = (kind: string) => boolean

export type TimerKinds = Readonly<Record<string, TimerKind>>

/** Runs a timer at the time `at`, in an atomic block of its own. Does nothing if the timer was cancelled. */
export function runTimer(
  world: World,
  timer: Timer,
  kind: TimerKind | undefined,
  at = timer.due,
): Send | undefined {
  const { store, clock } = world
  const cause: Cause = kind?.isWork ? { work: timer } : {}
  const run = (): Send | undefined => {
    if (!clock.cancel(timer.id)) return undefined
    if (at > clock.now) clock.moveTo(at)
    return kind?.run(world, timer, cause) ?? undefined
  }
  return store.history.causedBy(cause, () => store.history.atomically(run))
}

/**
 * Moves a timer to the beginning of a day. Without a day the timer is cancelled.
 *
 * @param waiting the id of the current timer, if any
 * @returns the id of the new timer, or null
 */
export function rescheduleAt(
  { clock }: World,
  waiting: number | null,
  day: string | undefined,
  timer: Omit<TimerRequest, 'due'>,
): number | null {
  if (waiting !== null) clock.cancel(waiting)
  return day === undefined ? null : clock.schedule({ ...timer, due: startOf(day) })
}
