import { excerpt } from '../../kernel/count-text'
import { isObject } from '../../kernel/is-object'
import { type Call, isSuccess } from './call'
import { COLLECTIONS } from './collections'
import { type ComparisonContext, compareValues, sameText } from './compare-values'
import { type Members, member } from './read-exchange'

export type Simulated = Omit<Call['answer'], 'isHeld'>

/** The headers that the service's rules define. Proxies and servers add the others. */
const HEADERS = [
  'allow',
  'idempotent-replayed',
  'warning',
  'retry-after',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
] as const

/** The headers that a browser shows to a page. If only these were recorded, the other headers were hidden. */
const VISIBLE_IN_BROWSERS = /^(cache-control|content-(language|length|type)|expires|last-modified|pragma)$/

/** The tolerance for numbers in headers. The state of a bucket is compared elsewhere. */
const SLACK: Readonly<Record<string, number>> = {
  'retry-after': 1,
  'x-ratelimit-remaining': Number.POSITIVE_INFINITY,
  'x-ratelimit-reset': 86_400,
}

interface Terms extends Omit<ComparisonContext, 'collection'> {
  readonly knowledge: Knowledge
  /** The names of all headers in the recording. */
  readonly recordedHeaders: ReadonlySet<string>
}

/** Compares the answers to a call. Bodies are compared if they were recorded and the statuses are alike. */
export function compareAnswers(call: Call, simulated: Simulated, terms: Terms): void {
  const { answer } = call
  if (answer.status !== simulated.status) {
    terms.note('status', 'status', answer.status, simulated.status)
    if (!isSuccess(answer.status) || !isSuccess(simulated.status)) return
  }
  compareHeaders(call, simulated, terms)
  if (answer.status === 204 || simulated.status === 204 || call.method === 'HEAD' || !answer.isHeld) return
  if (!isSuccess(answer.status)) compareErrors(answer.json, simulated.json, terms)
  else if (answer.json === undefined || simulated.json === undefined) {
    if (answer.body !== simulated.body)
      terms.note('value', 'body', excerpt(answer.body, 80), excerpt(simulated.body, 80))
  } else compareBodies(call, simulated, terms)
}

function compareBodies(
  call: Call,
  { json }: Simulated,
  { bindings, note, shapeOnly, nullsAbsent, knowledge }: Terms,
): void {
  const { answer, bodyCollection: collection, identifier, method, query } = call
  const comparison = { bindings, collection, note, shapeOnly, nullsAbsent }
  const isList = method === 'GET' && identifier === undefined && (isListBody(answer.json) || isListBody(json))
  if (isList) compareLists(comparison, answer.json, json, query, knowledge)
  else compareValues(comparison, answer.json, json)
}

const isListBody = (json: unknown): boolean =>
  Array.isArray(json) || (Array.isArray(member(json, 'items')) && member(json, 'count') !== undefined)

function compareHeaders({ answer }: Call, simulated: Simulated, { note, recordedHeaders }: Terms): void {
  const isLeftOut = [...recordedHeaders].every((name) => VISIBLE_IN_BROWSERS.test(name))
  for (const name of HEADERS) {
    const [ours, theirs] = [answer.headers.get(name), simulated.headers.get(name)]
    if (ours === theirs || (ours === undefined && isLeftOut)) continue
    if (ours === undefined) note('extra', `header ${name}`, undefined, theirs)
    else if (theirs === undefined) note('missing', `header ${name}`, ours, undefined)
    else if (name !== 'warning' && !areAlike(name, ours, theirs))
      note('header', `header ${name}`, ours, theirs)
  }
  const [type, other] = [answer.headers, simulated.headers].map((headers) =>
    mediaType(headers.get('content-type')),
  )
  if (type !== undefined && other !== undefined && type !== other)
    note('header', 'header content-type', type, other)
}

/** True for two whole numbers within the tolerance. */
const areAlike = (name: string, ours: string, theirs: string): boolean =>
  /^\d+$/.test(ours) && Math.abs(Number(ours) - Number(theirs)) <= (SLACK[name] ?? 0)

const mediaType = (text: string | undefined): string | undefined => text?.split(';')[0]?.trim().toLowerCase()

/** Compares errors by the members that they name. */
function compareErrors(recorded: unknown, simulated: unknown, { bindings, note }: Terms): void {
  const [ours, theirs] = [member(recorded, 'errors'), member(simulated, 'errors')]
  const comparison = { bindings, collection: '', note, shapeOnly: false, nullsAbsent: false }
  if (!isObject(ours) || !isObject(theirs)) {
    compareValues(comparison, recorded ?? null, simulated ?? null)
    return
  }
  const besides = ({ errors: _, ...rest }: Members): Members => rest
  if (isObject(recorded) && isObject(simulated))
    compareValues(comparison, besides(recorded), besides(simulated))
  const [names, others] = [Object.keys(ours).sort(), Object.keys(theirs).sort()]
  if (names.join() !== others.join()) {
    note('value', 'errors', ours, theirs)
    return
  }
  for (const name of names) {
    const [ourTexts, theirTexts] = [textsOf(ours[name]), textsOf(theirs[name])]
    const isAlike = (text: string, at: number): boolean => sameText(bindings, text, theirTexts[at] ?? '')
    if (ourTexts.length === theirTexts.length && ourTexts.every(isAlike)) continue
    // For `__all__` only the text says what is wrong.
    if (name === '__all__') note('value', 'errors', { [name]: ourTexts }, { [name]: theirTexts })
    else if (ourTexts.length !== theirTexts.length) note('count', `errors.${name}`, ourTexts, theirTexts)
    else note('value', `errors.${name}`, ourTexts, theirTexts)
  }
}

const textsOf = (value: unknown): string[] => (Array.isArray(value) ? value : [value]).map(String)

/** Facts about the records in a list, by their recorded identifiers. */
interface Knowledge {
  /** True if a call of the recording created it, so that both sides have it. */
  readonly isMade: (identifier: number | string) => boolean
  /** True if a stand-in was made from the details in the recording. */
  readonly isStoodIn: (identifier: number | string) => boolean
}

const LIMIT = 100

/** The records of a list, and whether they are all matches. */
function pageOf(json: unknown, limit: number, offset: number) {
  const items = Array.isArray(json) ? json : isObject(json) ? json.items : undefined
  if (!Array.isArray(items)) return undefined
  const records = items.filter(isObject)
  const count = isObject(json) && Number.isInteger(json.count) ? Number(json.count) : undefined
  const isComplete = count === undefined ? items.length < limit : count <= items.length
  return { records, isComplete: isComplete && offset === 0 }
}

/** Compares the records that both lists must contain. Other records are older, or only the simulator's. */
function compareLists(
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

/** True if a page has as many records as the total count requires. */
const fitsCount = (count: unknown, shown: number, limit: number, offset: number): boolean =>
  typeof count !== 'number' || shown === Math.min(limit, Math.max(0, count - offset))

const name = (id: unknown): string => `the record ${String(id)}`

const shapeOf = (json: unknown): string =>
  Array.isArray(json)
    ? 'a list'
    : isObject(json)
      ? `an object with ${Object.keys(json).slice(0, 5).join(', ')}`
      : typeof json

/** Compares only the members of two different records. Identifiers are not paired. */
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
