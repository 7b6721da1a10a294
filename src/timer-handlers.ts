import type { World } from './engine/model/world'
import type { Timer } from './kernel/clock'

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

/** Handles a timer of its kind, in an atomic block of its own. */
// biome-ignore lint/suspicious/noConfusingVoidType: most handlers send nothing and return nothing.
export type TimerHandler = (world: World, timer: Timer) => Send | undefined | void

export type TimerHandlers = Readonly<Record<string, TimerHandler>>
