import type { World } from './engine/model/world'
import type { Timer } from './kernel/clock'

/**
 * Sends what a timer has prepared, after its atomic block. Once `isCurrent` is false the world was rewound and
 * nothing may be written any more.
 */
export type Send = (isCurrent: () => boolean) => Promise<void>

/** Runs when a timer of its kind is due, in an atomic block of its own. */
// biome-ignore lint/suspicious/noConfusingVoidType: most handlers send nothing and return nothing.
export type TimerHandler = (world: World, timer: Timer) => Send | undefined | void

export type TimerHandlers = Readonly<Record<string, TimerHandler>>
