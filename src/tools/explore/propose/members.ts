import type { Records } from '../../../index'
import { isObject } from '../../../kernel/is-object'
import { type AnyRecord, identifierOf } from '../oracles/records-of'
import { literal } from '../plan/literal'
import { manyOf } from '../report/nouns'
import { creationName } from './creations'
import type { Creation, Evidence, Oracle } from './evidence'

const DATES = ['date', 'transaction_date', 'due_date', 'start_date', 'end_date']
/** Members of lines by which a payment, a credit or an application names what it settles. */
const SETTLED = { invoice_number: 'invoices', bill_number: 'bills' } as const

/** Each record that the program created has the dates and the amount that it was given, and is paid as it was. */
export const membersIn = (evidence: Evidence): Oracle[] => [
  ...evidence.creations.flatMap(valuesIn),
  ...Object.entries(SETTLED).flatMap(([line, records]) => settledIn(evidence, line, records)),
]

function valuesIn(creation: Creation): Oracle[] {
  const { records, made, members } = creation
  const name = creationName(creation)
  if (name === undefined) return []
  const dates = DATES.filter((member) => members.includes(member) && made.every((one) => isText(one[member])))
  const amounts = made.every(({ amount }) => isText(amount)) ? ['amount'] : []
  return [...dates, ...amounts].map((member) => ({
    text: `Each of these ${manyOf(records)} has its \`${member}\`.`,
    code: valuesCode(records, name, member, made),
    uses: [],
  }))
}

/** An oracle for the amounts due of the documents that the program's payments name. */
function settledIn({ creations, all }: Evidence, line: string, records: keyof Records): Oracle[] {
  const named = new Set(creations.flatMap(({ made }) => made.flatMap((one) => namedIn(one, line))))
  const settled = all(records).filter((one) => named.has(identifierOf(one)) && isText(one.amount_due))
  const own = creations.find((creation) => creation.records === records)
  const isOwn = settled.every((one) => own?.made.includes(one))
  const name = own && isOwn ? creationName(own) : 'number'
  // Numbers of what the program created are others when something fails.
  const isMixed = !isOwn && settled.some((one) => own?.made.includes(one))
  if (settled.length === 0 || name === undefined || isMixed) return []
  return [
    {
      text: `Of these ${manyOf(records)} as much is paid as in the calm runs.`,
      code: valuesCode(records, name, 'amount_due', settled),
      uses: [],
    },
  ]
}

const isText = (value: unknown): boolean => typeof value === 'string' && value !== ''

const namedIn = ({ items }: AnyRecord, line: string): unknown[] =>
  Array.isArray(items) ? (items as unknown[]).filter(isObject).map((one) => one[line]) : []

/** Whatever somebody else wrote meanwhile may be the cause of another value, so nothing is said then. */
const valuesCode = (
  records: keyof Records,
  name: string,
  member: string,
  made: readonly AnyRecord[],
): string => `({ simulator, others }) => {
  const expected = [
${made.map((one) => `    [${literal(one[name])}, ${literal(one[member])}],`).join('\n')}
  ]
  if (others.length > 0) return []
  return simulator.records.${records}.findMany().flatMap((one) => {
    const [, value] = expected.find(([name]) => name === one.${name}) ?? []
    if (value === undefined || value === one.${member}) return []
    return [\`the ${member} of \${one.${name}} is \${one.${member}}, not \${value}\`]
  })
}`
