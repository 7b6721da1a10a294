import type { Simulator } from '../../../index'
import { missedFaults } from '../../missed-faults'

/** Sentences on the faults of the user's own world that hit nothing in a plan: none of chance or without an end. */
export const idleFaults = ({ faults }: Simulator, own: ReadonlySet<number>): string[] =>
  missedFaults(faults)
    .filter(({ id }) => own.has(id))
    .map(
      ({ id, on, effect }) =>
        `fault ${id} on ${on} of the world hit nothing in any plan: ${JSON.stringify(effect)}`,
    )
