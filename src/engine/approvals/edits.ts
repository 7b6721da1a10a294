import type { Row } from '../../kernel/store'
import { linesOf, numberOf } from '../model/row'
import type { Definition } from '../schema/define'
import type { Field, Fields } from '../schema/fields'
import type { Write } from '../write/write'
import { type FittingPolicy, fittingPolicy } from './policy'

/**
 * Returns the policy under which an edit of a record in effect needs an approval, if any (§11.3). An edit
 * needs none if it changes only descriptions, and the record would need no further steps of the policy.
 */
export function policyAgainst(write: Write): FittingPolicy | undefined {
  const { before, after, definition } = write
  // Customers and vendors from before the policy need no approval.
  if (isMasterData(definition) && before?.approval_status === null) return undefined
  const fitting = before && fittingPolicy(write)
  if (!before || !fitting) return undefined
  const sameContent = judgedContent(definition, before) === judgedContent(definition, after)
  if (!sameContent) return fitting
  const known = new Set(fittingPolicy(write, before)?.steps.map(({ order }) => order))
  return fitting.steps.every(({ order }) => known.has(order)) ? undefined : fitting
}

/** Customers and vendors. */
const isMasterData = ({ document, contract }: Definition): boolean => !document && !contract

const CONTENT: ReadonlySet<Field['kind']> = new Set([
  ...(['integer', 'number', 'decimal', 'date', 'flag', 'choice', 'currency'] as const),
])

/** Amounts, dates and references are what people approve. Texts and files of a document are only descriptions. */
const isContent = ({ kind, presence, special }: Field): boolean =>
  presence !== 'none' &&
  (CONTENT.has(kind) || special === 'lines' || special === 'tax' || special === 'classifications')

/** In master data every member of a request is content, texts such as a bank account included. */
function judgedContent(definition: Definition, row: Row): string {
  const isPart = isMasterData(definition) ? ({ presence }: Field): boolean => presence !== 'none' : isContent
  return JSON.stringify(partsOf(definition.fields, row, isPart))
}

function partsOf(fields: Fields, row: Row, isPart: (field: Field) => boolean): unknown {
  const names = Object.keys(fields).filter((name) => !OF_THE_ROW.has(name) && isPart(fields[name] as Field))
  return names.map((name) => {
    const { special, element } = fields[name] as Field
    if (special !== 'lines') return [name, row[name] ?? null]
    const lines = [...linesOf(row, name)].sort((a, b) => numberOf(a, 'position') - numberOf(b, 'position'))
    return [name, lines.map((line) => partsOf(element?.members ?? {}, line, isPart))]
  })
}

/** Position and status are not content. */
const OF_THE_ROW: ReadonlySet<string> = new Set(['id', 'position', 'record_status'])
