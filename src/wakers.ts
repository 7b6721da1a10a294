import type { World } from './engine/model/world'
import type { Timer } from './kernel/clock'

/**
 * What a timer sends out to the host's world, once its atomic block is through. `isCurrent` tells whether the
 * world was not rewound since; if it was, nothing may be written any more.
 */
export type Send = (isCurrent: () => boolean) => Promise<void>

/** What is done when a timer of a kind is due. Runs in the timer's own atomic block. */
// biome-ignore lint/suspicious/noConfusingVoidType: most wakers send nothing and return nothing.
export type Waker = (world: World, timer: Timer) => Send | undefined | void

export type Wakers = Readonly<Record<string, Waker>>
