import type { Simulator } from '../../../index'
import { faultText } from '../../fault-text'

/** Sentences on the faults of the user's own world that hit nothing in a plan: none of chance or without an end. */
export const idleFaults = ({ faults }: Simulator, own: ReadonlySet<number>): string[] =>
  faults
    .missed()
    .filter(({ id }) => own.has(id))
    .map((one) => faultText(one, ' of the world hit nothing in any plan'))
