import type { Timer } from '../../kernel/clock'
import type { World } from './world'

/** A send in flight, as the sender sees it. */
export interface Sending {
  /** False after a rewind of the world: the sender must not write any more. */
  isCurrent(): boolean
  /** Aborts when the receiver's time is up. */
  readonly tooLate: AbortSignal
}

/** A request to the host's world, sent after the timer's atomic block has been committed. */
export interface Send {
  /** Virtual milliseconds that the receiver has to answer. */
  readonly timeLimit: number
  run(sending: Sending): Promise<void>
}

/** What a timer is about, as `clock.pending()` shows it. */
export interface TimerSubject {
  /** A member of `simulator.records`, a topic, a route or the name of a scenario. */
  readonly subject: string
  /** The record's identifier, the delivery's id, the timer's own, or the step's place in the scenario. */
  readonly id: number
}

/** A kind of timer. */
export interface TimerKind {
  /** Handles a timer that is due, in an atomic block of its own. */
  // biome-ignore lint/suspicious/noConfusingVoidType: most timers send nothing and return nothing.
  run(world: World, timer: Timer): Send | undefined | void
  subject(world: World, timer: Timer): TimerSubject
  /** It delivers a webhook. */
  readonly isDelivery?: true
  /** It may repeat without end, so nobody waits until no timer of its kind is left. */
  readonly isEndless?: true
}

/** Selects timers by the name of their kind. */
export type KindFilter = (kind: string) => boolean

/** Kinds of timers by name. */
export type TimerKinds = Readonly<Record<string, TimerKind>>
