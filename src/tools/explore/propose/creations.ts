import { noDuplicates } from '../oracles/no-duplicates'
import type { AnyRecord } from '../oracles/records-of'
import { quoted } from '../plan/literal'
import { manyOf, nounOf } from '../report/nouns'
import type { Creation, Evidence, Oracle } from './evidence'

/** The members by which people know a record again. */
const NAMES = ['reference_number', 'unique_id', 'check_number', 'external_id', 'code', 'name', 'email']

/** Every record that the program created is there once, and its amounts stay. */
export const creationsIn = ({ creations, end }: Evidence): Oracle[] =>
  creations.flatMap((creation) => oraclesOf(creation, end))

function oraclesOf(creation: Creation, end: Evidence['end']): Oracle[] {
  const { records, made, isOfFirstRun } = creation
  const member = creationName(creation)
  // Records of the world may have the names that the program gives.
  if (member === undefined || noDuplicates(records, member as never)(end).length > 0) return []
  const values = quotedList(made.map((record) => record[member]))
  const by = isOfFirstRun ? 'run 1' : 'the program'
  const which = made.length === 1 ? `The ${nounOf(records)}` : `Each of the ${manyOf(records, made.length)}`
  const total = totalOfMade(made, 'amount')
  return [
    {
      text: `No two ${manyOf(records)} have the same ${member}.`,
      code: `noDuplicates('${records}', '${member}')`,
      uses: ['noDuplicates'],
    },
    {
      text: `${which} that ${by} created is there.`,
      code: `nothingLost('${records}', '${member}', ${values})`,
      uses: ['nothingLost'],
    },
    ...(total === undefined
      ? []
      : [
          {
            text: `What ${by} created comes to ${total} in \`amount\`.`,
            code: `({ simulator }) => {
  const found = simulator.records.${records}.findMany({ ${member}: ${values} })
  const total = found.reduce((sum, { amount }) => sum + Number(amount), 0).toFixed(2)
  return total === '${total}' ? [] : [\`${records} come to \${total}, not to ${total}\`]
}`,
            uses: [],
          },
        ]),
  ]
}

/** The member by which the records can be told apart. */
export const creationName = ({ made, members }: Creation): string | undefined =>
  NAMES.filter((name) => members.includes(name)).find((name) => {
    const values = new Set(made.map((record) => record[name]))
    return (
      values.size === made.length && [...values].every((value) => typeof value === 'string' && value !== '')
    )
  })

/** Undefined if one of them has no amount, or they come to nothing. */
export function totalOfMade(made: readonly AnyRecord[], member: string): string | undefined {
  if (!made.every((record) => typeof record[member] === 'string' && record[member] !== '')) return undefined
  const total = made.reduce((sum, record) => sum + Number(record[member]), 0)
  return Number.isFinite(total) && total !== 0 ? total.toFixed(2) : undefined
}

const quotedList = (values: readonly unknown[]): string => `[${values.map(quoted).join(', ')}]`
