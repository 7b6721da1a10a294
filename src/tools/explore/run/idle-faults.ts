import type { Simulator } from '../../../index'

/** Sentences on the faults of the user's own world that hit nothing in a plan: none of chance or without an end. */
export const idleFaults = ({ faults }: Simulator, own: ReadonlySet<number>): string[] =>
  faults
    .unfired()
    .filter(
      ({ id, selection, remaining }) =>
        own.has(id) &&
        selection.probability === null &&
        remaining !== Number.POSITIVE_INFINITY &&
        !faults.hasHit(id),
    )
    .map(
      ({ id, on, effect }) =>
        `fault ${id} on ${on} of the world hit nothing in any plan: ${JSON.stringify(effect)}`,
    )
