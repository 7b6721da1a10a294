import type { Fault, Faults } from '../index'

/** Faults that were meant to hit something and did not: not those of chance, or for as long as the world is there. */
export const missedFaults = (faults: Faults): Fault[] =>
  faults
    .idle()
    .filter(
      ({ id, selection, remaining }) =>
        selection.probability === null && remaining !== Number.POSITIVE_INFINITY && !faults.hasHit(id),
    )
