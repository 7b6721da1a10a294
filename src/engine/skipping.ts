import type { Row } from '../kernel/store'
import type { Errors } from './refusal'

/** Something that the clock tried to write on a day and that was refused. */
interface Skipped {
  /** The day that it was meant for. */
  readonly date: string
  /** The instant of the attempt. */
  readonly at: string
  readonly errors: Errors
}

const AT_MOST = 100

/** The log of what came to nothing for a record, its oldest entries dropped. */
export const skipping = ({ skipped }: Row, entry: Skipped): readonly Skipped[] =>
  [...(skipped as readonly Skipped[]), entry].slice(-AT_MOST)
