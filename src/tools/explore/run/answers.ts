import type { TrafficEntry } from '../../../index'
import { parseJson } from '../../../kernel/decoded-text'
import { isObject } from '../../../kernel/is-object'
import { isRead } from '../../../kernel/operation-text'
import { endOfWait } from '../../end-of-wait'
import type { AnswerContent, TrialEvent } from './events'

/** People recognise a record by these members, also if the program writes the rest of it anew. */
export const NAMES = ['reference_number', 'unique_id', 'check_number', 'external_id']

/** The events of a plan whose story is told, with the answers that the program read. Other plans leave them out. */
export function withAnswers(events: readonly TrialEvent[], traffic: readonly TrafficEntry[]): TrialEvent[] {
  const entries = new Map(traffic.map((entry) => [entry.sequence, entry]))
  return events.map((event) => {
    const entry = event.kind === 'request' && event.sequence !== undefined && entries.get(event.sequence)
    if (event.kind !== 'request' || !entry || event.status === null) return event
    if (event.status >= 400) {
      const retryAt = endOfWait(entry)
      return retryAt === undefined ? event : { ...event, retryAt }
    }
    if (!isRead(event.on)) return event
    const answer = contentOf(entry.response?.body, event.on.endsWith('{}/'))
    return answer ? { ...event, answer } : event
  })
}

/** Some operations answer with a list of the one record. */
function contentOf(body: string | undefined, isOfOne: boolean): AnswerContent | undefined {
  const answered = dataOf(body)
  const [only] = isOfOne && Array.isArray(answered) ? (answered as unknown[]) : []
  const content = only ?? answered
  const list: unknown =
    !isOfOne && isObject(content) && Array.isArray(content.items) ? content.items : content
  if (Array.isArray(list)) {
    const count = isObject(content) ? content.count : undefined
    const records = list.filter(isObject).map(nameOfRecord)
    return typeof count === 'number' ? { records, count } : { records }
  }
  return isObject(content) ? { members: membersOf(content) } : undefined
}

/** The members as JSON, without instants and numbers of records: those differ if one record more or less was made. */
export const membersOf = (content: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(content)
      .filter(([name, value]) => !(typeof value === 'number' && /(id|number)$/.test(name)))
      .map(([name, value]) => [
        name,
        (JSON.stringify(value) ?? '').replace(INSTANT, 'some time').replace(IDENTIFIER, '"$1":some'),
      ]),
  )

/** ISO 8601, or milliseconds since 1970. */
const INSTANT = /\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:?\d\d)?|\b\d{13}\b/g

/** In a line, or in a record within a record. */
const IDENTIFIER = /"(\w*(?:id|number))":\d+/g

export const dataOf = (body: string | undefined): unknown => parseJson(body ?? '')

function nameOfRecord(record: Readonly<Record<string, unknown>>): string {
  const name = NAMES.map((member) => record[member]).find(
    (value) => typeof value === 'string' && value !== '',
  )
  return String(name ?? record.number ?? record.id ?? record.uuid ?? record.name)
}
