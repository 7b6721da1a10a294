import { messages } from '../../engine/model/refusals'
import { isWhole } from '../../kernel/is-whole'
import { matchMessage } from '../../worlds/options/message-templates'
import { type Call, isSuccess } from './call'
import { COLLECTIONS } from './collections'
import { type Members, member } from './read-exchange'
import { answeredRecords, collectionOf, identifiersIn } from './references'

/** A record that is older than the recording. */
export interface EarlierRecord {
  readonly collection: string
  readonly identifier: number
  /** The members that the recording shows; empty if the record is only referred to. */
  readonly details: Members
  /** True if an answer contains the record itself. */
  readonly isShown: boolean
  /** True if answers only deny it, although its identifier is lower than those of new records. */
  readonly isDenied?: true
}

interface Found extends Pick<EarlierRecord, 'collection' | 'identifier'> {
  details: Record<string, unknown>
  isShown: boolean
  isReal: boolean
  /** True if an answer said that the record is missing. */
  isDenied: boolean
}

export const recordKey = (collection: string, identifier: number | string): string =>
  `${collection}|${identifier}`

/**
 * Finds the records that the recording shows or refers to and that no call created. If an answer says that an
 * identifier does not exist, the record is left out.
 */
export function earlierRecords(calls: readonly Call[]): EarlierRecord[] {
  const made = new Set<string>()
  /** The highest identifier that a call created, by collection. */
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
        // The earliest answer is closest to the record's state before the recording.
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

/** The service's messages for a missing record. */
const DENIALS = new Set([messages.unknown('<Model>', '<id>').text, messages.noMatch('<Model>').text])

/** True if the message means a missing record. Other messages are about existing ones, such as a draft. */
function isAboutNone(text: string): boolean {
  const message = matchMessage(text)
  return message === undefined || DENIALS.has(message.template)
}

/** True if a message about the member names the identifier. Line numbers in messages do not count. */
export const isComplaint = (answer: Call['answer'], identifier: number | string, top: string): boolean =>
  complaintsAbout(answer, identifier, top).length > 0

/** True if an answer says that the record does not exist. */
export const isDenial = (answer: Call['answer'], identifier: number | string, top: string): boolean =>
  complaintsAbout(answer, identifier, top).some(isAboutNone)

function complaintsAbout(
  { status, json }: Call['answer'],
  identifier: number | string,
  top: string,
): readonly string[] {
  // Other refusals are about the request, not about references in its body.
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

/** Finds the records that an answer refers to, with details: `customer_name` beside `customer_id`. */
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

/** An entry `{ id, name, line_id, line_name }` shows a classification and one of its lines. */
function classificationOf({ name, line_id, line_name }: Members): Members {
  if (!Number.isInteger(line_id)) return {}
  return {
    ...(typeof name === 'string' && { name }),
    selections: [{ id: line_id, name: typeof line_name === 'string' ? line_name : `Line ${line_id}` }],
  }
}

/** Merges details. Known details win, and the lines of a classification are combined. */
function together(facts: Members, known: Members): Record<string, unknown> {
  const [more, lines] = [facts.selections, known.selections]
  if (!Array.isArray(more) || !Array.isArray(lines)) return { ...facts, ...known }
  const added = more.filter((one) => !lines.some((line) => line?.id === one.id))
  return { ...facts, ...known, selections: [...lines, ...added] }
}
