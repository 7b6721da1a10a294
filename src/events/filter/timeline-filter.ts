import { OptionError } from '../../errors/option-error'
import { escapeRegExp } from '../../kernel/escape-reg-exp'
import { singular } from '../../kernel/name-words'
import { didYouMean } from '../../kernel/nearest-name'
import { type FilterComparison, ordered, timeTest } from './comparisons'
import { RULE_NAMES, TOPIC_STEMS, TOPICS } from './known-names'
import { RECORD_TYPES } from './record-type-names'

interface SentMessage {
  readonly body: string | null
}

interface NamedRecord {
  readonly type: string
  readonly id: number
}

/** The members of an entry that a filter reads. The controls give entries in the same form. */
export interface Filterable {
  readonly sequence: number
  readonly at: string
  readonly kind: string
  readonly request?: SentMessage & { readonly method?: string; readonly url: string }
  readonly response?: (SentMessage & { readonly status: number }) | null
  readonly unseen?: SentMessage
  readonly route?: string | null
  readonly key?: string | null
  readonly idempotencyKey?: string | null
  readonly fault?: number | null
  readonly reason?: { readonly rule?: string; readonly record?: NamedRecord }
  readonly outcome?: string
  readonly status?: number | null
  readonly topic?: string
  readonly url?: string
  readonly record?: NamedRecord
  readonly records?: readonly NamedRecord[]
  readonly skipped?: boolean
  readonly change?: string
}

type EntryTest = (entry: Filterable) => boolean
/** Undefined for a value that the field cannot have. `at>-1h` counts back from `latest`. */
type Field = (
  comparison: FilterComparison,
  value: string,
  name: string,
  latest: string,
) => EntryTest | undefined

const KINDS = ['request', 'delivery', 'clock', 'step', 'write', 'work', 'webhook']
const OUTCOMES = [
  ...['answered', 'held', 'aborted', 'lost', 'delivered', 'retry', 'stop', 'done', 'refused', 'unmet'],
  ...['skipped', 'disabled', 'reactivated'],
]

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
/** Members of events, besides `path` and the reason, in which a word is searched. */
const TEXTS = [
  'call',
  'topic',
  'text',
  'scenario',
  'action',
  'work',
  'answer',
  'arguments',
  'result',
] as const

const FIELDS: Readonly<Record<string, Field>> = {
  status: (comparison, value) => {
    const among = statusesOf(value)
    return among && ordered(({ response, status }) => response?.status ?? status, comparison, among)
  },
  method: exactly(({ request }) => request?.method, METHODS),
  path: holding(pathOf),
  route: holding(({ route }) => route),
  key: holding(({ key }) => key),
  idempotency: holding(({ idempotencyKey }) => idempotencyKey),
  kind: exactly(({ kind }) => kind, KINDS),
  outcome: exactly(outcomeOf, OUTCOMES),
  topic: (comparison, value, name) => {
    if (!TOPICS.some((topic) => topic.includes(value.toLowerCase())))
      throw wrongFilter(`${name} cannot be '${value}'${didYouMean(value, [...TOPICS, ...TOPIC_STEMS])}`)
    return holding(({ topic }) => topic)(comparison, value, name, '')
  },
  record: (_, value) => {
    const [, type, id] = /^([a-z_ -]+)(?:\/(\d+))?$/i.exec(value) ?? []
    if (type === undefined) return undefined
    const wanted = typeMeant(type)
    if (!RECORD_TYPES.some((known) => typeMeant(known) === wanted))
      throw unknown('record', type, RECORD_TYPES)
    return ({ reason, record, records = [] }) =>
      [reason?.record, record, ...records].some(
        (one) => one && typeMeant(one.type) === wanted && (id === undefined || one.id === Number(id)),
      )
  },
  fault: (_, value) => {
    if (value === 'any') return ({ fault }) => fault !== null && fault !== undefined
    return /^\d+$/.test(value) ? ({ fault }) => fault === Number(value) : undefined
  },
  rule: (comparison, value, name, latest) => {
    const rule = value.toLowerCase()
    if (!RULE_NAMES.some((known) => known.includes(rule))) throw unknown(name, value, RULE_NAMES)
    return holding(({ reason }) => reason?.rule)(comparison, value, name, latest)
  },
  at: (comparison, value, _, latest) => timeTest(comparison, value, latest),
}

/** Descriptions of accepted values, for fields that do not accept every value. */
const ACCEPTED: Readonly<Record<string, string>> = {
  status: 'a status such as 503 or 4xx',
  method: METHODS.join(', '),
  kind: KINDS.join(', '),
  outcome: OUTCOMES.join(', '),
  record: 'a record such as invoice/7',
  fault: "the number of a fault, or 'any'",
  at: 'a time such as 09:05, 2026-01-15, 2026-01-15T09:05, or with > or < such as -1h, an hour ago',
}
const ORDERED = ['status', 'at']

export const FILTER_FIELDS: readonly string[] = Object.keys(FIELDS)

/**
 * Reads a filter of the timeline (docs/timeline.md). The result is true for the entries that match.
 * @param latest the instant from which `at>-1h` counts back
 * @throws OptionError for an unknown field or a wrong value
 */
export function timelineFilter(filter: string, latest: string): EntryTest {
  if (typeof filter !== 'string') throw new OptionError('filter', 'filter must be a text or a function')
  const [first, ...further] = termsIn(filter, latest)
  if (!first) return () => true
  return further.length === 0 ? first : (entry) => first(entry) && further.every((term) => term(entry))
}

const NAME = /([a-z_]+)(:|>=|<=|>|<)/iy
const VALUE = /"((?:[^"\\]|\\.)*)"?|([^\s|]*)/y
const EITHER = /\s*\|\s*/y

function* termsIn(text: string, latest: string): Iterable<EntryTest> {
  let at = 0
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at
    const found = pattern.exec(text)
    at += found?.[0].length ?? 0
    return found
  }
  for (take(/\s*/y); at < text.length; take(/\s*/y)) {
    const isNot = take(/-/y) !== null
    const either: EntryTest[] = []
    let field: readonly [string, FilterComparison] | undefined
    do {
      const [, name, comparison] = take(NAME) ?? []
      const [, quoted, bare = ''] = take(VALUE) ?? []
      const value = quoted?.replace(/\\(.)/g, '$1') ?? bare
      if (name !== undefined) field = [name.toLowerCase(), comparison as FilterComparison]
      const test = field && testOf(...field, value, name === undefined, latest)
      if (test ?? value) either.push(test ?? (quoted === undefined ? bareWord(value) : wordTest(value)))
    } while (take(EITHER))
    const [first, ...further] = either
    if (first && further.length === 0) yield isNot ? (entry) => !first(entry) : first
    else if (first) yield (entry) => either.some((test) => test(entry)) !== isNot
  }
}

/** @param isFurther true after a `|`, where a value that the field cannot have is a word */
function testOf(
  name: string,
  comparison: FilterComparison,
  value: string,
  isFurther: boolean,
  latest: string,
): EntryTest | undefined {
  const field = Object.hasOwn(FIELDS, name) ? FIELDS[name] : undefined
  if (!field) {
    const fields = Object.keys(FIELDS)
    const known = `fields: ${fields.join(', ')}; a text with ${comparison} stands in quotes`
    throw wrongFilter(`${name} is not a field${didYouMean(name, fields)}; ${known}`)
  }
  if (comparison !== ':' && !ORDERED.includes(name))
    throw wrongFilter(`${name} cannot be compared by ${comparison}; only ${ORDERED.join(' and ')} can`)
  const test = value === '' ? undefined : field(comparison, value, name, latest)
  if (test || isFurther) return test
  const accepted = ACCEPTED[name] ?? 'a text'
  throw wrongFilter(`${name} must be ${accepted}, not '${value}'`)
}

const wrongFilter = (why: string): OptionError => new OptionError('filter', `filter: ${why}`)
const unknown = (name: string, value: string, known: readonly string[]): OptionError =>
  wrongFilter(`${name} cannot be '${value}'${didYouMean(value, known)}; it is one of ${known.join(', ')}`)

function bareWord(word: string): EntryTest {
  const meant = meantBy(word)
  if (meant !== undefined)
    throw wrongFilter(`'${word}' is not a term, perhaps ${meant}; a text like it stands in quotes`)
  if (!/^#\d+$/.test(word)) return wordTest(word)
  const wanted = Number(word.slice(1))
  return ({ sequence }) => sequence === wanted
}

/** Operators of other languages, with the equivalent of this one. */
const FOREIGN: Readonly<Record<string, string>> = {
  ...{ AND: 'a space', OR: '|', NOT: '-', '&&': 'a space' },
  ...{ '=': ':', '==': ':', '!=': ':', '<>': ':', '=>': '>=', '=<': '<=' },
}

function meantBy(word: string): string | undefined {
  if (Object.hasOwn(FOREIGN, word)) return FOREIGN[word]
  const [, before = '', name = '', sign = '', value = ''] =
    /^(\W*)([a-z_]+)(!=|<>|=[<>=]?|[<>]=?|:)(.*?)\)*$/i.exec(word) ?? []
  if (!Object.hasOwn(FIELDS, name.toLowerCase())) return undefined
  const isNot = /[-!]/.test(before) || sign === '!=' || sign === '<>'
  return `${isNot ? '-' : ''}${name}${FOREIGN[sign] ?? sign}${value}`
}

/** Searches the cheapest texts first, because the reason of a request may be computed when it is read. */
function wordTest(word: string): EntryTest {
  const isIn = containing(word)
  return (entry) => {
    const { kind, idempotencyKey, request, response, unseen, reason } = entry
    // Most words are in no URL at all, and cutting out the path takes time.
    if ((isIn(request?.url ?? entry.url) && isIn(pathOf(entry))) || isIn(idempotencyKey)) return true
    if (isIn(request?.body)) return true
    if (isIn(response?.body) || isIn(unseen?.body) || isIn(reason?.rule)) return true
    const event = entry as Filterable & Readonly<Record<string, unknown>>
    return isIn(event.why) || (kind !== 'request' && TEXTS.some((name) => isInside(event[name], isIn)))
  }
}

function isInside(value: unknown, isIn: (text: string) => boolean): boolean {
  if (typeof value === 'object' && value !== null)
    return Object.values(value).some((one) => isInside(one, isIn))
  return value !== undefined && isIn(String(value))
}

/** A pattern is faster than lower case, which makes a copy. */
export function containing(text: string): (found: unknown) => boolean {
  const pattern = new RegExp(escapeRegExp(text), 'i')
  return (found) => typeof found === 'string' && pattern.test(found)
}

function holding(of: (entry: Filterable) => string | null | undefined): Field {
  return (_, value) => {
    const isIn = containing(value)
    return (entry) => isIn(of(entry))
  }
}

function exactly(of: (entry: Filterable) => string | undefined, known: readonly string[]): Field {
  return (_, value, name) => {
    const wanted = value.toLowerCase()
    if (known.some((one) => one.toLowerCase() === wanted))
      return (entry) => of(entry)?.toLowerCase() === wanted
    if (didYouMean(value, known) !== '') throw unknown(name, value, known)
    return undefined
  }
}

function statusesOf(value: string): readonly [number, number] | undefined {
  if (/^[1-5]\d\d$/.test(value)) return [Number(value), Number(value)]
  const [, hundreds] = /^([1-5])xx$/i.exec(value) ?? []
  return hundreds === undefined ? undefined : [Number(hundreds) * 100, Number(hundreds) * 100 + 99]
}

function outcomeOf({ kind, outcome, change, skipped }: Filterable): string | undefined {
  return kind === 'work' ? (skipped ? 'skipped' : 'done') : (outcome ?? change)
}

/** The path of a request with its parameters; for other entries the whole URL. */
function pathOf({ request, url }: Filterable): string {
  if (!request) return url ?? ''
  return request.url.slice(request.url.indexOf('/', request.url.indexOf('://') + 3))
}

/** Treats `invoice`, `invoices` and `Invoice` as equal, and `cash-sale` and `cashSales`. */
const typeMeant = (type: string): string => singular(type.toLowerCase().replace(/[^a-z]/g, ''))
