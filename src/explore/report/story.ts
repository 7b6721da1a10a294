import { kindOf } from '../plan/kinds'
import type { Misfortune } from '../plan/plan'
import type { DeliveryEvent, Event, Outcome, ProgramEvent, RequestEvent } from '../run/events'

/** Reactions of the program that are told after each misfortune. */
const REACTIONS = 3

const CALM = '  No misfortune is needed: it fails when run is simply called once in each round.'

/** What happened and what the program did about it, line by line. */
export function storyOf({ plan, events, complaints }: Outcome): string {
  const lines: string[] = []
  for (const [position, index] of strikesOf(events).entries()) {
    const at = events.findIndex((event) => misfortuneIn(event) === index)
    const event = events[at] as RequestEvent | DeliveryEvent
    lines.push(
      `  ${position + 1}. ${placeOf(plan[index] as Misfortune)}: ${toldOf(plan[index] as Misfortune, event)}`,
    )
    lines.push(...reactionsTo(events, at).map((text) => `     ${text}`))
  }
  if (lines.length === 0) lines.push(plan.length === 0 ? CALM : '  None of it came to pass.')
  return [...complaints.map((complaint) => `x ${complaint}`), ...lines].join('\n')
}

/** The misfortunes in the order in which they happened. */
function strikesOf(events: readonly Event[]): number[] {
  return [...new Set(events.flatMap((event) => misfortuneIn(event) ?? []))]
}

const misfortuneIn = (event: Event): number | undefined =>
  event.kind === 'program' ? undefined : event.misfortune

/** 'POST /public/v1/invoices/ #1, try 2' */
export const placeOf = ({ on, request, attempt = 1, delivery }: Misfortune): string =>
  delivery === undefined ? `${on} #${request}, try ${attempt}` : `${on} #${delivery}`

function toldOf(misfortune: Misfortune, event: RequestEvent | DeliveryEvent): string {
  const { told } = kindOf(misfortune.do)
  const made =
    event.kind === 'request'
      ? /\b(?:created|updated|archived|removed|deleted) [A-Z]\w* \d+/.exec(event.why)?.[0]
      : undefined
  if (made === undefined) return told
  return told.startsWith('carried out')
    ? told.replace('carried out', `carried out (${made})`)
    : `${told}; ${made}`
}

/** What came of it: the program's next steps with the same request, or those that it had never made before. */
function reactionsTo(events: readonly Event[], at: number): string[] {
  const struck = events[at] as RequestEvent | DeliveryEvent
  const told: string[] = []
  for (const event of events.slice(at + 1)) {
    if (told.length >= REACTIONS || misfortuneIn(event) !== undefined) break
    if (event.kind === 'program' && event.text !== 'was killed')
      told.push(`You: ${programText(event, struck.at)}`)
    else if (event.kind === 'request' && isRelated(struck, event))
      told.push(`You: ${requestText(event, struck)}`)
    else if (event.kind === 'delivery' && event.on === struck.on && sameDelivery(struck, event))
      told.push(`You: heard it again${after(event.at - struck.at)}: ${event.status ?? 'no answer'}`)
  }
  const isOpen = struck.kind === 'request' && (struck.status ?? 500) >= 400
  return told.length === 0 && isOpen ? ['You: did not send it again'] : told
}

const programText = ({ text, at }: ProgramEvent, since: number): string => `${text}${after(at - since)}`

const sameDelivery = (struck: RequestEvent | DeliveryEvent, { delivery }: DeliveryEvent): boolean =>
  struck.kind === 'delivery' && struck.delivery === delivery

/** Another try, or a request like it. */
const isRelated = (struck: RequestEvent | DeliveryEvent, event: RequestEvent): boolean =>
  struck.kind === 'request'
    ? event.on === struck.on && (event.request === struck.request || isAlike(struck, event))
    : !event.on.startsWith('GET ')

const isAlike = (one: RequestEvent, other: RequestEvent): boolean =>
  one.body !== '' &&
  (one.body === other.body || (one.idempotencyKey !== null && one.idempotencyKey === other.idempotencyKey))

function requestText(event: RequestEvent, struck: RequestEvent | DeliveryEvent): string {
  const { on, request, attempt, status, why } = event
  const did = /\b(?:created|updated|archived|removed|deleted) [A-Z]\w* \d+/.exec(why)?.[0]
  const result = [status ?? 'no answer', ...(did === undefined ? [] : [did])].join(', ')
  return `${on} #${request}, try ${attempt}${after(event.at - struck.at)}${changesIn(event, struck)} -> ${result}`
}

/** What distinguishes it from the request that the misfortune hit. */
function changesIn(event: RequestEvent, struck: RequestEvent | DeliveryEvent): string {
  if (struck.kind === 'delivery' || event.on.startsWith('GET ')) return ''
  const changes = [
    event.apiKey === struck.apiKey ? '' : 'new API key',
    event.idempotencyKey === struck.idempotencyKey
      ? event.idempotencyKey === null
        ? 'no Idempotency-Key'
        : 'same Idempotency-Key'
      : 'another Idempotency-Key',
    event.body === struck.body ? 'same body' : 'another body',
  ].filter((text) => text !== '')
  return ` (${changes.join(', ')})`
}

/** ', 1.5 s later' */
function after(milliseconds: number): string {
  if (milliseconds <= 0) return ''
  const seconds = Math.round(milliseconds / 100) / 10
  if (seconds < 120) return `, ${seconds} s later`
  const minutes = Math.round(seconds / 60)
  return minutes < 120 ? `, ${minutes} min later` : `, ${Math.round(minutes / 60)} h later`
}
