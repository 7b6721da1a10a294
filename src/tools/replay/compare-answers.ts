import type { Bindings } from './bindings'
import { type Call, isSuccess } from './call'
import { compareLists, type Knowledge } from './compare-lists'
import { compareValues, sameText } from './compare-values'
import type { Note } from './difference'
import { isMembers, member } from './read-exchange'

/** An answer of the simulator. */
export interface Simulated {
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  readonly body: string
  readonly json: unknown
}

/** Headers that the service's rules are about; all others belong to whatever stands between. */
const HEADERS = ['allow', 'idempotent-replayed', 'warning', 'x-ratelimit-limit'] as const

/** Headers of which many recordings have none, since a browser or a recorder left them out. */
const OFTEN_LEFT_OUT = /^(x-ratelimit-|retry-after|allow|warning)/

export interface Terms {
  readonly bindings: Bindings
  readonly note: Note
  readonly knowledge: Knowledge
  /** The answer is about a record that began before the recording. */
  readonly shapeOnly: boolean
  /** The names of headers that occur anywhere in the recording. */
  readonly recordedHeaders: ReadonlySet<string>
}

/** Compares the answers to one call. A body is compared only if the statuses agree. */
export function compareAnswers(call: Call, simulated: Simulated, terms: Terms): void {
  const { answer } = call
  if (answer.status !== simulated.status) {
    terms.note('status', 'status', answer.status, simulated.status)
    return
  }
  compareHeaders(call, simulated, terms)
  if (answer.status === 204 || call.method === 'HEAD') return
  if (!isSuccess(answer.status)) compareErrors(answer.json, simulated.json, terms)
  else if (answer.json === undefined || simulated.json === undefined) {
    if (answer.body !== simulated.body)
      terms.note('value', 'body', excerpt(answer.body), excerpt(simulated.body))
  } else compareBodies(call, simulated, terms)
}

const excerpt = (text: string): string => (text.length > 80 ? `${text.slice(0, 80)}…` : text)

function compareBodies(
  call: Call,
  { json }: Simulated,
  { bindings, note, shapeOnly, knowledge }: Terms,
): void {
  const { answer, collection, identifier, method, query } = call
  const comparison = { bindings, collection, note, shapeOnly }
  const isList = method === 'GET' && identifier === undefined && (isListBody(answer.json) || isListBody(json))
  if (isList) compareLists(comparison, answer.json, json, query, knowledge)
  else compareValues(comparison, answer.json, json)
}

const isListBody = (json: unknown): boolean =>
  Array.isArray(json) || (Array.isArray(member(json, 'items')) && member(json, 'count') !== undefined)

function compareHeaders({ answer }: Call, simulated: Simulated, { note, recordedHeaders }: Terms): void {
  for (const name of HEADERS) {
    const [ours, theirs] = [answer.headers.get(name), simulated.headers.get(name)]
    if (ours === theirs) continue
    if (ours === undefined && OFTEN_LEFT_OUT.test(name) && !recordedHeaders.has(name)) continue
    if (ours === undefined) note('extra', `header ${name}`, undefined, theirs)
    else if (theirs === undefined) note('missing', `header ${name}`, ours, undefined)
    else if (name !== 'warning') note('header', `header ${name}`, ours, theirs)
  }
  const [wait, told] = [answer.headers, simulated.headers].map((headers) => headers.get('retry-after'))
  if (wait !== undefined && told !== undefined && Math.abs(Number(wait) - Number(told)) > 1)
    note('header', 'header retry-after', wait, told)
  const [type, other] = [answer.headers, simulated.headers].map((headers) =>
    mediaType(headers.get('content-type')),
  )
  if (type !== undefined && other !== undefined && type !== other)
    note('header', 'header content-type', type, other)
}

const mediaType = (text: string | undefined): string | undefined => text?.split(';')[0]?.trim().toLowerCase()

/** Errors are about the same thing if they stand under the same members. */
function compareErrors(recorded: unknown, simulated: unknown, { bindings, note }: Terms): void {
  const [ours, theirs] = [member(recorded, 'errors'), member(simulated, 'errors')]
  if (!isMembers(ours) || !isMembers(theirs)) {
    compareValues({ bindings, collection: '', note, shapeOnly: false }, recorded ?? null, simulated ?? null)
    return
  }
  const [names, others] = [Object.keys(ours).sort(), Object.keys(theirs).sort()]
  if (names.join() !== others.join()) {
    note('value', 'errors', ours, theirs)
    return
  }
  for (const name of names) {
    const [texts, told] = [textsOf(ours[name]), textsOf(theirs[name])]
    const isAlike = (text: string, at: number): boolean => sameText(bindings, text, told[at] ?? '')
    if (texts.length === told.length && texts.every(isAlike)) continue
    // Without a member only the text says what is wrong.
    if (name === '__all__') note('value', 'errors', { [name]: texts }, { [name]: told })
    else if (texts.length !== told.length) note('count', `errors.${name}`, texts, told)
    else note('value', `errors.${name}`, texts, told)
  }
}

const textsOf = (value: unknown): string[] => (Array.isArray(value) ? value : [value]).map(String)
