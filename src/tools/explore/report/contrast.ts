import { isObject } from '../../../kernel/is-object'
import { mapValues } from '../../../kernel/map-values'
import { dataOf, membersOf } from '../run/answers'
import type { HitPlace, RequestEvent } from '../run/events'
import { shortened } from './places'
import { isDuplicate, resultOf } from './results'

/** The most members and records that are named, and the characters of a value. */
const NAMED = 3
const VALUE_AT_MOST = 40
const CALM = 'in the calm run'

/** The difference from the event of the calm run: 'in the calm run 200, created Invoice 1'. */
export function contrastOf(event: HitPlace, calm: HitPlace): string {
  if (event.kind === 'delivery' && calm.kind === 'delivery')
    return event.status === calm.status ? '' : `in the calm run ${calm.status ?? 'no answer'}`
  if (event.kind !== 'request' || calm.kind !== 'request') return ''
  const isOther =
    event.status !== calm.status ||
    event.reason?.verb !== calm.reason?.verb ||
    (event.isReplayed === true) !== (calm.isReplayed === true)
  const sent = bodyContrast(event, calm)
  // Refusals that are alike become one line.
  if ((event.status ?? 0) >= 400)
    return isOther
      ? [`in the calm run ${calm.status ?? 'no answer'}`, ...(sent ? [sent] : [])].join('; ')
      : ''
  if (isOther) return `in the calm run ${resultOf(calm)}`
  return sent || answerContrast(event, calm)
}

/** The difference of two tries: 'date 2026-01-16, before 2026-01-15'. Empty if one of them is no object of JSON. */
export function bodyChange(body: string, first: string): string {
  const [ours, theirs] = [dataOf(body), dataOf(first)]
  return isObject(ours) && isObject(theirs) ? membersContrast(textsOf(ours), textsOf(theirs), 'before') : ''
}

const textsOf = (content: Readonly<Record<string, unknown>>): Record<string, string> =>
  mapValues(content, (value) => JSON.stringify(value) ?? '')

function bodyContrast(event: RequestEvent, calm: RequestEvent): string {
  if (event.body === calm.body || isDuplicate(event, calm)) return ''
  const [ours, theirs] = [dataOf(event.body), dataOf(calm.body)]
  if (!isObject(ours) || !isObject(theirs)) return 'in the calm run with another body'
  const text = membersContrast(membersOf(ours), membersOf(theirs), CALM)
  return text && `sent ${text}`
}

function answerContrast({ answer: ours }: RequestEvent, { answer: theirs }: RequestEvent): string {
  if (ours?.members && theirs?.members) return membersContrast(ours.members, theirs.members, CALM)
  if (!ours?.records || !theirs?.records) return ''
  const [less, more] = [without(theirs.records, ours.records), without(ours.records, theirs.records)]
  const texts = [
    ...(less.length > 0 ? [`in the calm run also ${namesText(less)}`] : []),
    ...(more.length > 0 ? [`${less.length > 0 ? '' : 'in the calm run '}not ${namesText(more)}`] : []),
  ]
  return texts.join(', and ')
}

function membersContrast(
  ours: Readonly<Record<string, string>>,
  theirs: Readonly<Record<string, string>>,
  where: string,
): string {
  const names = [...new Set([...Object.keys(ours), ...Object.keys(theirs)])]
  const other = names.filter((name) => ours[name] !== theirs[name])
  const told = other
    .slice(0, NAMED)
    .map((name) => `${name} ${shownValue(ours[name])}, ${where} ${shownValue(theirs[name])}`)
  return told.join('; ')
}

const shownValue = (value: string | undefined): string =>
  value === undefined ? 'not there' : shortened(value, VALUE_AT_MOST)

/** The names of the one list that the other one lacks; equal names count as often as they are there. */
function without(list: readonly string[], other: readonly string[]): string[] {
  const rest = [...other]
  return list.filter((name) => {
    const at = rest.indexOf(name)
    if (at >= 0) rest.splice(at, 1)
    return at < 0
  })
}

/** 'R-1, R-2 and R-3' or 'R-1, R-2, R-3 and 9 more' */
export function namesText(names: readonly string[]): string {
  const rest = names.length - NAMED
  if (rest > 0) return `${names.slice(0, NAMED).join(', ')} and ${rest} more`
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : (names[0] ?? '')
}
