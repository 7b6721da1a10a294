import { isObject } from '../../../kernel/is-object'
import { dataOf, NAMES } from '../run/answers'
import type { HitPlace, RequestEvent } from '../run/events'

/** 'POST /public/v1/invoices/ #1, try 2', with the numbers of a plan. */
export function eventPlace(event: HitPlace): string {
  if (event.kind === 'request') return `${event.on} #${event.request}, try ${event.attempt}`
  return event.kind === 'write' ? `${event.on} #${event.write}` : `${event.on} #${event.delivery}`
}

/** 'POST /public/v1/invoices/ #1, try 2 (R-1)' */
export function namedPlace(event: RequestEvent): string {
  const subject = requestSubject(event)
  return `${eventPlace(event)}${subject === undefined ? '' : ` (${subject})`}`
}

/** 'POST /public/v1/invoices/ #1 (R-1)': the request, whatever the try. */
export const requestPlace = (event: RequestEvent): string => {
  const subject = requestSubject(event)
  return `${event.on} #${event.request}${subject === undefined ? '' : ` (${subject})`}`
}

/** 'the file done' for 'WRITE done' */
export const fileName = (on: string): string => `the file ${on.slice('WRITE '.length)}`

/** The most characters of a name or a query that are told. The size of pages says little. */
const SUBJECT_AT_MOST = 120

/** The thing that a request is about: 'R-1', 'id 7' or 'search=R-1'. */
export function requestSubject({ on, path, body }: RequestEvent): string | undefined {
  const [, id] = on.includes('{}') ? (/\/(\d+)\/(?:[^/?]*\/?)?(?:\?|$)/.exec(path) ?? []) : []
  if (id !== undefined) return `id ${id}`
  const name = nameIn(body) ?? memberIn(body, 'name') ?? memberIn(body, 'memo')
  if (name !== undefined) return shortened(name, SUBJECT_AT_MOST)
  const query = new URLSearchParams(path.split('?')[1])
  const said = [...query].filter(([key, value]) => key !== 'limit' && (key !== 'offset' || value !== '0'))
  const text = said.map(([key, value]) => `${key}=${value}`).join('&')
  return text === '' ? undefined : shortened(text, SUBJECT_AT_MOST)
}

export const shortened = (text: string, atMost: number): string =>
  text.length > atMost ? `${text.slice(0, atMost)}...` : text

/** 'R-1': the name of the record that a body is about. */
export const nameIn = (body: string): string | undefined => {
  if (!NAMES.some((name) => body.includes(name))) return undefined
  return NAMES.map((name) => memberIn(body, name)).find((name) => name !== undefined)
}

function memberIn(body: string, name: string): string | undefined {
  const data = dataOf(body)
  const value = isObject(data) ? data[name] : undefined
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** ', 1.5 s later' */
export const after = (milliseconds: number): string =>
  milliseconds <= 0 ? '' : `, ${spanOf(milliseconds)} later`

export function spanOf(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 100) / 10
  if (seconds < 120) return `${seconds} s`
  const minutes = Math.round(seconds / 60)
  return minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`
}

/** Tells whether two requests are meant to do the same. */
export const isAlike = (one: RequestEvent, other: RequestEvent): boolean =>
  one.body !== '' &&
  (one.body === other.body ||
    (one.idempotencyKey !== null && one.idempotencyKey === other.idempotencyKey) ||
    isSame(nameIn(one.body), nameIn(other.body)))

const isSame = (one: unknown, other: unknown): boolean => one !== undefined && one === other
