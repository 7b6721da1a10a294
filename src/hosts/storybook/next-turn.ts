/** Taken before a story can fake it. */
const { setTimeout } = globalThis

/** An answer that is there already is read in the meantime, and what follows from it fails. */
const LAST_TURNS = 3

export const nextTurn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0))

/** A few turns of the event loop, in which what a story has begun comes to its end. */
export async function lastTurns(): Promise<void> {
  for (let turn = 0; turn < LAST_TURNS; turn += 1) await nextTurn()
}
