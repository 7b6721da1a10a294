import { refuseSurplus } from '../../../errors/at-caller'
import { anyObject, callback, mapOf, members, orUndefined } from '../../../errors/reader'
import type { Records } from '../../../index'
import type { End } from '../experiment'
import { oracle } from './oracle'
import { type AnyRecord, allRecords, checkMember, identifierOf, refuseEnd } from './records-of'

export interface MirrorOptions<Report> {
  /** The program's own copies by the identifier of the record. Members that are left out are not compared. */
  readonly mirror: (end: End<Report>) => Readonly<Record<string, AnyRecord>>
  /** The records that should be mirrored. @default all */
  readonly of?: (record: AnyRecord) => boolean
}

const readOptions = members({ mirror: callback(), of: orUndefined(callback()) })

/**
 * The program's copies are what the service has.
 * @throws OptionError for an unknown option, and when it is asked, for a record type or member that does not exist
 * @example
 * // The disk holds { 7: { amount_due: '100.00' } }.
 * mirrorEquals('invoices', { mirror: ({ disk }) => disk.read('balances') ?? {} })
 */
export function mirrorEquals<Report>(
  records: keyof Records,
  options: MirrorOptions<Report>,
): (end: End<Report>) => string[] {
  refuseSurplus(mirrorEquals, arguments, 2)
  refuseEnd(records, 'mirrorEquals', "mirrorEquals('invoices', { mirror })")
  const { mirror, of = () => true } = readOptions(options, '') as MirrorOptions<Report>
  return oracle((end: End<Report>) => {
    const copies = mapOf(anyObject, 'an object of copies by identifier')(mirror(end), 'mirror')
    for (const copy of Object.values(copies))
      for (const member of Object.keys(copy)) checkMember(end, records, member)
    const truth = new Map(allRecords(end, records).map((record) => [String(identifierOf(record)), record]))
    const wanted = (id: string): boolean => of(truth.get(id) as AnyRecord)
    const lacking = [...truth.keys()].filter((id) => wanted(id) && copies[id] === undefined)
    const ghosts = Object.keys(copies).filter((id) => !truth.has(id))
    const unwanted = Object.keys(copies).filter((id) => truth.has(id) && !wanted(id))
    const wrong = Object.entries(copies).flatMap(([id, copy]) =>
      Object.entries(copy)
        .filter(
          ([member, value]) =>
            truth.has(id) && wanted(id) && String(truth.get(id)?.[member]) !== String(value),
        )
        .map(([member, value]) => {
          const there = String(truth.get(id)?.[member])
          return `the mirror has ${member} ${String(value)} of ${records} ${id}, the service has ${there}`
        }),
    )
    const isIdle = Object.keys(copies).length === 0 && ![...truth.keys()].some(wanted)
    const complaints = [
      ...lacking.map((id) => `the mirror lacks ${records} ${id}`),
      ...ghosts.map((id) => `the mirror has ${records} ${id}, which the service does not have`),
      ...unwanted.map((id) => `the mirror has ${records} ${id}, which should not be mirrored`),
      ...wrong,
    ]
    const idle =
      isIdle &&
      `mirrorEquals('${records}') compared nothing: in no plan had the mirror a copy, or the service a record to mirror`
    return { complaints, idle, mayBeIdle: true }
  })
}
