import type { World } from './engine/world'
import type { Timer } from './kernel/clock'

/** What is done when a timer of a kind is due. Runs in the timer's own atomic block. */
export type Waker = (world: World, timer: Timer) => void

export type Wakers = Readonly<Record<string, Waker>>
