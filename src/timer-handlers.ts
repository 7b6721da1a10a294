import type { World } from './engine/model/world'
import type { Timer } from './kernel/clock'

/** A send under way, as whoever sends sees it. */
export interface Sending {
  /** False once the world was rewound: nothing may be written any more. */
  isCurrent(): boolean
  /** Aborts when the receiver has had its time. */
  readonly tooLate: AbortSignal
}

/** What a timer sends out to the host's world, once its atomic block is through. */
export interface Send {
  /** Milliseconds by the clock that the receiver has. */
  readonly timeLimit: number
  run(sending: Sending): Promise<void>
}

/** Runs when a timer of its kind is due, in an atomic block of its own. */
// biome-ignore lint/suspicious/noConfusingVoidType: most handlers send nothing and return nothing.
export type TimerHandler = (world: World, timer: Timer) => Send | undefined | void

export type TimerHandlers = Readonly<Record<string, TimerHandler>>
