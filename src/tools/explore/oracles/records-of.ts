import { form, oneOfNames } from '../../../errors/reader'
import type { Records } from '../../../index'
import { receivedRecords } from '../../matchers/received'
import type { End } from '../experiment'

export type AnyRecord = Readonly<Record<string, unknown>>

/** The part of an end that says what was written. */
export type Written = Pick<End<unknown>, 'simulator' | 'others'>

/** A member that records of the type show. */
export type RecordMember<Name extends keyof Records> = Name extends keyof Records
  ? (keyof ReturnType<Records[Name]['get']> | keyof ReturnType<Records[Name]['list']>['items'][number]) &
      string
  : never

/** All records of a type at the end. @throws OptionError for a type that does not exist */
export function allRecords(
  { simulator }: Pick<Written, 'simulator'>,
  records: keyof Records,
): readonly AnyRecord[] {
  const { name } = simulator.types.named(records, 'records')
  return (receivedRecords(simulator.records[name as keyof Records]) ?? []) as readonly AnyRecord[]
}

/** @throws OptionError for an oracle that was called in the place of being given as the check */
export const readEnd = form<End<unknown>>(
  'what explore gives its check: pass the oracle itself, as in check: honoursRetryAfter',
  (given) => {
    const { simulator, runs } = Object(given ?? {}) as Partial<End<unknown>>
    return simulator !== undefined && Array.isArray(runs)
  },
)

/** @throws OptionError for a member that no record of the type has, also while there are no records */
export function checkMember(
  { simulator }: Pick<Written, 'simulator'>,
  records: keyof Records,
  member: string,
): void {
  const { members } = simulator.types.named(records, 'records')
  oneOfNames([...members.keys()])(member, 'member')
}

/** Without those that somebody else wrote. @throws OptionError for a type that does not exist */
export function ownRecords({ simulator, others }: Written, records: keyof Records): AnyRecord[] {
  const foreign = new Set(
    others.filter((write) => write.records === records && write.did === 'created').map(({ id }) => id),
  )
  return allRecords({ simulator }, records).filter((record) => !foreign.has(identifierOf(record)))
}

/** The identifier of the record's path. */
export const identifierOf = ({ number, id }: AnyRecord): number => (number ?? id) as number
