import type { Row } from '../../kernel/store'
import { linesOf, numberOf } from '../model/row'
import type { Definition } from '../schema/define'
import type { Field, Fields } from '../schema/fields'
import type { Write } from '../write/write'
import { type FittingPolicy, fittingPolicy } from './policy'

/**
 * The policy that would have stopped what an edit makes of a record that is in effect, if there is one
 * (docs/service.md §11.3). What was approved, or was there before the policy, keeps its approval as long as the same
 * steps would look at it and nothing changes but what describes it.
 */
export function policyAgainst(write: Write): FittingPolicy | undefined {
  const { before, after, definition } = write
  // Customers and vendors that were there before the policy are left alone.
  if (!definition.document && before?.approval_status === null) return undefined
  const fitting = before && fittingPolicy(write)
  if (!before || !fitting) return undefined
  const sameContent = contentOf(definition, before) === contentOf(definition, after)
  if (!sameContent) return fitting
  const known = new Set(fittingPolicy(write, before)?.steps.map(({ order }) => order))
  return fitting.steps.every(({ order }) => known.has(order)) ? undefined : fitting
}

const CONTENT: ReadonlySet<Field['kind']> = new Set([
  ...(['integer', 'number', 'decimal', 'date', 'flag', 'choice', 'currency'] as const),
])

/** Texts and files describe a document; amounts, dates, and whom and what it names are what people approve. */
const isContent = ({ kind, presence, special }: Field): boolean =>
  presence !== 'none' &&
  (CONTENT.has(kind) || special === 'lines' || special === 'tax' || special === 'classifications')

/** Of master data everything that a request can say is content: a bank account is a text, too. */
function contentOf({ fields, document }: Definition, row: Row): string {
  const isPart = document ? isContent : ({ presence }: Field): boolean => presence !== 'none'
  return JSON.stringify(partsOf(fields, row, isPart))
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

/** Where a line stands and what state the record is in are not part of what it says. */
const OF_THE_ROW: ReadonlySet<string> = new Set(['id', 'position', 'record_status'])
