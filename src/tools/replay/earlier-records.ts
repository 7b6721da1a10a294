import { messages } from '../../engine/model/refusals'
import { isWhole } from '../../kernel/is-whole'
import { matchMessage } from '../../worlds/options/message-templates'
import { type Call, isSuccess } from './call'
import { COLLECTIONS } from './collections'
import { type Members, member } from './read-exchange'
import { answeredRecords, collectionOf, identifiersIn } from './references'

/** A record that began before the recording. */
export interface EarlierRecord {
  readonly collection: string
  readonly identifier: number
  /** Members that the recording shows of it; empty if it is only named. */
  readonly details: Members
  /** True if an answer shows it as a record of its own. */
  readonly isShown: boolean
  /** True if answers only complain about it, though it is older than others. */
  readonly isDenied?: true
}

interface Found extends Pick<EarlierRecord, 'collection' | 'identifier'> {
  details: Record<string, unknown>
  isShown: boolean
  isReal: boolean
  /** True if an answer complained that there is none. */
  isDenied: boolean
}

export const recordKey = (collection: string, identifier: number | string): string =>
  `${collection}|${identifier}`

/**
 * Everything that the recording takes for granted: records that it names or shows and that none of its calls made.
 * A record of which an answer complains by its identifier does not exist.
 */
export function earlierRecords(calls: readonly Call[]): EarlierRecord[] {
  const made = new Set<string>()
  /** The highest identifier that a call has made. */
  const newest = new Map<string, number>()
  const found = new Map<string, Found>()
  const note = (collection: string, identifier: number, isReal: boolean): Found | undefined => {
    const key = recordKey(collection, identifier)
    if (made.has(key)) return undefined
    const known = found.get(key) ?? {
      collection,
      identifier,
      details: {},
      isShown: false,
      isReal: false,
      isDenied: false,
    }
    known.isReal ||= isReal
    found.set(key, known)
    return known
  }
  for (const call of calls) {
    if (call.isDelivery) continue
    noteRequest(call, note)
    const creates = call.method === 'POST' && call.identifier === undefined && isSuccess(call.answer.status)
    const own = COLLECTIONS.get(call.bodyCollection)
    const { records } = answeredRecords(isSuccess(call.answer.status) ? call.answer.json : undefined)
    for (const record of records) {
      const identifier = own && record[own.identifier]
      if (isWhole(identifier)) {
        if (creates) {
          made.add(recordKey(call.collection, identifier))
          newest.set(call.collection, Math.max(newest.get(call.collection) ?? 0, identifier))
        }
        const shown = note(call.collection, identifier, true)
        // The first sight is the nearest to what it was before.
        if (shown) Object.assign(shown, { details: { ...record, ...shown.details }, isShown: true })
      }
      noteNamed(call.bodyCollection, record, note)
    }
  }
  return [...found.values()].flatMap(({ isReal, isDenied, ...record }): EarlierRecord[] => {
    if (isReal && (record.isShown || !isDenied)) return [record]
    const isOld = record.identifier > 0 && record.identifier < (newest.get(record.collection) ?? 0)
    return isDenied && isOld ? [{ ...record, isDenied: true as const }] : []
  })
}

/** The service's texts for a record that is not there. */
const DENIALS = new Set([messages.unknown('<Model>', '<id>').text, messages.noMatch('<Model>').text])

/** Other messages are about records that there are, such as one that is not posted. */
function isAboutNone(text: string): boolean {
  const message = matchMessage(text)
  return message === undefined || DENIALS.has(message.template)
}

/** Tells whether a message names the identifier below the member that holds it; numbers of lines do not count. */
export const isComplaint = (answer: Call['answer'], identifier: number | string, top: string): boolean =>
  complaintsAbout(answer, identifier, top).length > 0

/** Tells whether an answer complains that there is no such record. */
export const isDenial = (answer: Call['answer'], identifier: number | string, top: string): boolean =>
  complaintsAbout(answer, identifier, top).some(isAboutNone)

function complaintsAbout(
  { status, json }: Call['answer'],
  identifier: number | string,
  top: string,
): readonly string[] {
  // Other refusals are about the request, not about what its body names.
  if (status !== 422) return []
  const texts = [member(member(json, 'errors'), top), member(member(json, 'errors'), '__all__')].flat()
  const pattern = new RegExp(`(?<![\\w-])${identifier}\\b`)
  return texts.flatMap((text) => {
    const recorded = typeof text === 'string' ? text.replace(/^Line \d+: /, '') : ''
    return pattern.test(recorded) ? [recorded] : []
  })
}

type FindEarlier = (collection: string, identifier: number, isReal: boolean) => Found | undefined

function noteRequest(call: Call, note: FindEarlier): void {
  const { answer, collection, bodyCollection, identifier } = call
  const isReal = (value: number): boolean =>
    (answer.isHeld || isSuccess(answer.status)) &&
    answer.status >= 200 &&
    answer.status < 500 &&
    answer.status !== 404 &&
    !isDenial(answer, value, '')
  if (identifier !== undefined && COLLECTIONS.get(collection)?.identifier !== 'uuid')
    note(
      collection,
      Number(identifier),
      isSuccess(answer.status) || (call.isWrite && isReal(Number(identifier))),
    )
  for (const { kind, value, top } of identifiersIn(bodyCollection, call.json)) {
    const named = collectionOf(kind)
    if (named === undefined || !isWhole(value)) continue
    const isDenied = isDenial(answer, value, top)
    const noted = note(named, value, !isDenied && isReal(value))
    if (noted && isDenied) noted.isDenied = true
  }
}

/** The records that an answer names, with what stands beside them: `customer_name` beside `customer_id`. */
function noteNamed(collection: string, record: Members, note: FindEarlier): void {
  for (const { kind, value, name, beside } of identifiersIn(collection, record)) {
    const named = collectionOf(kind)
    if (named === undefined || named === collection || !isWhole(value)) continue
    const noted = note(named, value, true)
    if (noted) noted.details = together(besides(name, beside, named), noted.details)
  }
}

function besides(name: string, beside: Members, collection: string): Members {
  const word = name.replace(/_(id|number)$/, '')
  const facts: Record<string, unknown> = {}
  if (typeof beside[`${word}_name`] === 'string') facts.name = beside[`${word}_name`]
  if (collection === 'companies' && typeof beside.company_currency === 'string')
    facts.currency_iso_4217_code = beside.company_currency
  if (collection === 'classifications') Object.assign(facts, classificationOf(beside))
  return facts
}

/** An entry `{ id, name, line_id, line_name }` tells of a classification and one of its lines. */
function classificationOf({ name, line_id, line_name }: Members): Members {
  if (!Number.isInteger(line_id)) return {}
  return {
    ...(typeof name === 'string' && { name }),
    selections: [{ id: line_id, name: typeof line_name === 'string' ? line_name : `Line ${line_id}` }],
  }
}

/** Known facts already count; the lines of a classification add up. */
function together(facts: Members, known: Members): Record<string, unknown> {
  const [more, lines] = [facts.selections, known.selections]
  if (!Array.isArray(more) || !Array.isArray(lines)) return { ...facts, ...known }
  const added = more.filter((one) => !lines.some((line) => line?.id === one.id))
  return { ...facts, ...known, selections: [...lines, ...added] }
}
