import { isObject } from '../../kernel/is-object'
import { COLLECTIONS } from './collections'
import { type ComparisonContext, compareValues } from './compare-values'
import type { Members } from './read-exchange'

/** The facts about the records that a list can show, by their recorded identifiers. */
export interface Knowledge {
  /** Made by a call of the recording, so that both sides have it. */
  readonly isMade: (identifier: number | string) => boolean
  /** Stood in for by what the recording shows of it. */
  readonly isStoodIn: (identifier: number | string) => boolean
}

interface List {
  readonly records: readonly Members[]
  /** False if there are more matches than the list shows. */
  readonly isComplete: boolean
}

const LIMIT = 100

function pageOf(json: unknown, limit: number, offset: number): List | undefined {
  const items = Array.isArray(json) ? json : isObject(json) ? json.items : undefined
  if (!Array.isArray(items)) return undefined
  const records = items.filter(isObject)
  const count = isObject(json) && Number.isInteger(json.count) ? (json.count as number) : undefined
  const isComplete = count === undefined ? items.length < limit : count <= items.length
  return { records, isComplete: isComplete && offset === 0 }
}

/** Compares the records that both lists must have. Others are older, or of the simulator only. */
export function compareLists(
  comparison: ComparisonContext,
  recorded: unknown,
  simulated: unknown,
  query: URLSearchParams,
  knowledge: Knowledge,
): void {
  const { note, bindings, collection } = comparison
  const limit = Math.min(LIMIT, Number(query.get('limit') ?? LIMIT))
  const offset = Number(query.get('offset') ?? 0)
  const [ours, theirs] = [pageOf(recorded, limit, offset), pageOf(simulated, limit, offset)]
  if (ours === undefined || theirs === undefined || Array.isArray(recorded) !== Array.isArray(simulated)) {
    note('type', 'body', shapeOf(recorded), shapeOf(simulated))
    if (ours === undefined || theirs === undefined) return
  } else if (isObject(recorded) && isObject(simulated)) {
    const rest = ({ items: _, count: __, ...more }: Members): Members => more
    compareValues(comparison, rest(recorded), rest(simulated))
    if (typeof recorded.count !== typeof simulated.count)
      note('type', 'count', recorded.count, simulated.count)
    else if (ours && !fitsCount(recorded.count, ours.records.length, limit, offset))
      note('count', 'count', recorded.count, offset + ours.records.length)
  }
  const identifier = COLLECTIONS.get(collection)?.identifier ?? 'id'
  const kind = `${collection}.${identifier}`
  const [example] = theirs.records
  const order: number[] = []
  for (const record of ours.records) {
    const id = record[identifier] as number | string
    const at = theirs.records.findIndex((one) => {
      const known = bindings.recorded(kind, one[identifier] as number | string)
      return known !== undefined && String(known) === String(id)
    })
    const match = theirs.records[at]
    if (match && knowledge.isMade(id)) order.push(at)
    if (match)
      compareValues({ ...comparison, shapeOnly: !knowledge.isMade(id) }, record, match, [], 'items[]')
    else if (theirs.isComplete && (knowledge.isMade(id) || knowledge.isStoodIn(id)))
      note('missing', 'items', name(id), undefined)
    else if (example) compareShapes(comparison, record, example)
  }
  if (order.some((at, index) => index > 0 && at < (order[index - 1] as number)))
    note('order', 'items', 'another order', undefined)
  if (!ours.isComplete) return
  for (const one of theirs.records) {
    const id = bindings.recorded(kind, one[identifier] as number | string)
    const isListed = ours.records.some((record) => String(record[identifier]) === String(id))
    if (id !== undefined && knowledge.isMade(id) && !isListed) note('extra', 'items', undefined, name(id))
  }
}

/** Tells whether a page has as many records as the count of all matches says. */
const fitsCount = (count: unknown, shown: number, limit: number, offset: number): boolean =>
  typeof count !== 'number' || shown === Math.min(limit, Math.max(0, count - offset))

const name = (id: unknown): string => `the record ${String(id)}`

const shapeOf = (json: unknown): string =>
  Array.isArray(json)
    ? 'a list'
    : isObject(json)
      ? `an object with ${Object.keys(json).slice(0, 5).join(', ')}`
      : typeof json

/** The members of two records that do not mean the same thing; nothing is bound. */
function compareShapes(
  { note, nullsAbsent }: ComparisonContext,
  recorded: Members,
  simulated: Members,
): void {
  if (nullsAbsent) return
  for (const member of Object.keys(recorded))
    if (!Object.hasOwn(simulated, member)) note('missing', `items[].${member}`, recorded[member], undefined)
  for (const member of Object.keys(simulated))
    if (!Object.hasOwn(recorded, member)) note('extra', `items[].${member}`, undefined, simulated[member])
}
