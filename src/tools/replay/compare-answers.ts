import { isObject } from '../../kernel/is-object'
import type { Bindings } from './bindings'
import { type Call, isSuccess } from './call'
import { compareLists, type Knowledge } from './compare-lists'
import { compareValues, sameText } from './compare-values'
import type { ReportDifference } from './difference'
import { type Members, member } from './read-exchange'

/** An answer of the simulator. */
export interface Simulated {
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  readonly body: string
  readonly json: unknown
}

/** Headers that the service's rules are about; all others belong to whatever stands between. */
const HEADERS = [
  'allow',
  'idempotent-replayed',
  'warning',
  'retry-after',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
] as const

/** All that a program in a browser sees of an answer. Where nothing else is recorded, headers were left out. */
const VISIBLE_IN_BROWSERS = /^(cache-control|content-(language|length|type)|expires|last-modified|pragma)$/

/** By how much numbers in headers may differ; the state of a bucket is compared elsewhere. */
const SLACK: Readonly<Record<string, number>> = {
  'retry-after': 1,
  'x-ratelimit-remaining': Number.POSITIVE_INFINITY,
  'x-ratelimit-reset': 86_400,
}

export interface Terms {
  readonly bindings: Bindings
  readonly note: ReportDifference
  readonly knowledge: Knowledge
  /** The answer is about a record that began before the recording. */
  readonly shapeOnly: boolean
  /** True if the option leaves out members that are null. */
  readonly nullsAbsent: boolean
  /** The names of headers that occur anywhere in the recording. */
  readonly recordedHeaders: ReadonlySet<string>
}

/**
 * Compares the answers to one call. A body is compared only if both are successes, or if the statuses agree, and if the
 * recording holds it.
 */
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
      terms.note('value', 'body', excerpt(answer.body), excerpt(simulated.body))
  } else compareBodies(call, simulated, terms)
}

const excerpt = (text: string): string => (text.length > 80 ? `${text.slice(0, 80)}…` : text)

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

/** Numbers of one form and size. */
const areAlike = (name: string, ours: string, theirs: string): boolean =>
  /^\d+$/.test(ours) && Math.abs(Number(ours) - Number(theirs)) <= (SLACK[name] ?? 0)

const mediaType = (text: string | undefined): string | undefined => text?.split(';')[0]?.trim().toLowerCase()

/** Errors are about the same thing if they stand under the same members. */
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
    // Without a member only the text says what is wrong.
    if (name === '__all__') note('value', 'errors', { [name]: ourTexts }, { [name]: theirTexts })
    else if (ourTexts.length !== theirTexts.length) note('count', `errors.${name}`, ourTexts, theirTexts)
    else note('value', `errors.${name}`, ourTexts, theirTexts)
  }
}

const textsOf = (value: unknown): string[] => (Array.isArray(value) ? value : [value]).map(String)
