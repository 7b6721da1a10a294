import { OptionError } from '../../../errors/option-error'
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

const isEnd = (given: unknown): boolean => {
  const { simulator, runs } = Object(given ?? {}) as Partial<End<unknown>>
  return simulator !== undefined && Array.isArray(runs)
}

/** @throws OptionError for an oracle that was called in the place of being given as the check */
export const readEnd = (given: unknown, oracle: string): End<unknown> =>
  form<End<unknown>>(`what explore gives its check: pass the oracle itself, as in check: ${oracle}`, isEnd)(
    given,
    'end',
  )

/** @throws OptionError for the maker of a check that was given as the check itself, as explore then calls it */
export function refuseEnd(given: unknown, maker: string, example: string): void {
  if (isEnd(given)) throw new OptionError('check', `${maker} makes a check: call it, as in check: ${example}`)
}

/** Reads the arguments that name a member of a record type. Whether there is one is asked of the world. */
export function readNames(maker: string, records: unknown, member: unknown): void {
  refuseEnd(
    records,
    maker,
    `${maker}('invoices', 'reference_number'${maker === 'nothingLost' ? ', values' : ''})`,
  )
  form("a record type, such as 'invoices'", isText)(records, 'records')
  form("a member of its records, such as 'reference_number'", isText)(member, 'member')
}

const isText = (given: unknown): boolean => typeof given === 'string'

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

export const identifierOf = ({ number, id }: AnyRecord): number => (number ?? id) as number
