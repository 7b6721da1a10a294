import type { Records } from '../../../index'
import { recordsOf } from '../../matchers/received'
import type { End } from '../experiment'

export type AnyRecord = Readonly<Record<string, unknown>>

/** The part of an end that says what was written. */
export type Written = Pick<End<unknown>, 'simulator' | 'others'>

/** All records of a type at the end, without those that somebody else wrote. */
export function ownRecords({ simulator, others }: Written, records: keyof Records): AnyRecord[] {
  const foreign = new Set(
    others.filter((write) => write.records === records && write.did === 'created').map(({ id }) => id),
  )
  const all = (recordsOf(simulator.records[records]) ?? []) as readonly AnyRecord[]
  return all.filter((record) => !foreign.has(identifierOf(record)))
}

/** The identifier of the record's path. */
export const identifierOf = ({ number, id }: AnyRecord): number => (number ?? id) as number
