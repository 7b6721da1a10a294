import type { DeliveryEvent, Event, ProgramEvent, RequestEvent } from '../run/events'
import { resultOf } from './results'

/** Reactions of the program that are told after each misfortune. */
const REACTIONS = 3

type Struck = RequestEvent | DeliveryEvent

/**
 * What came of it: the program's next steps with the same request, those that it had never made before, and what the
 * service refused afterwards.
 */
export function reactionsTo(events: readonly Event[], at: number, isLast: boolean): string[] {
  const struck = events[at] as Struck
  const told: Telling[] = []
  let wasSentAgain = false
  for (const event of events.slice(at + 1)) {
    const isStruck = event.kind !== 'program' && event.misfortune !== undefined
    const isAgain = event.kind === 'request' && isRelated(struck, event)
    wasSentAgain ||= isAgain
    if (isStruck) {
      // The next misfortune says what came of this try.
      if (isAgain && told.length < REACTIONS)
        told.push(new Telling(`${placed(event)}${since(event, struck)}`))
      break
    }
    tell(event, struck, isAgain, told)
    if (told.length > REACTIONS) break
  }
  const lines = told.slice(0, REACTIONS).map(String)
  const isOpen = struck.kind === 'request' && (struck.status ?? 500) >= 400
  if (isOpen && !wasSentAgain) return [...lines, 'did not send it again']
  const isSilent = isLast && struck.kind === 'request' && !hasRequest(events.slice(at + 1))
  return isSilent ? [...lines, 'sent nothing afterwards'] : lines
}

function tell(event: Event, struck: Struck, isAgain: boolean, told: Telling[]): void {
  if (event.kind === 'program') {
    if (event.text !== 'was killed') told.push(new Telling(programText(event, struck.at)))
  } else if (event.kind === 'delivery') {
    if (struck.kind === 'delivery' && event.on === struck.on && struck.delivery === event.delivery)
      told.push(new Telling(`heard it again${after(event.at - struck.at)}: ${event.status ?? 'no answer'}`))
  } else if (isAgain || (event.status ?? 0) >= 400) {
    const last = told.at(-1)
    const changes = isAgain ? changesIn(event, struck) : ''
    if (!last?.goesOnWith(event, changes)) told.push(new Telling('', { first: event, struck, changes }))
  }
}

const hasRequest = (events: readonly Event[]): boolean => events.some(({ kind }) => kind === 'request')

interface Tries {
  readonly first: RequestEvent
  readonly struck: Struck
  readonly changes: string
}

/** A line of the story. Tries of one request with the same result are one line. */
class Telling {
  readonly #text: string
  readonly #tries: Tries | undefined
  #last: RequestEvent | undefined

  constructor(text: string, tries?: Tries) {
    this.#text = text
    this.#tries = tries
  }

  goesOnWith(event: RequestEvent, changes: string): boolean {
    const first = this.#tries?.first
    if (first?.on !== event.on || first.request !== event.request || this.#tries?.changes !== changes)
      return false
    // Each answer that made something is worth a line.
    if (event.status !== null && event.status < 400) return false
    if (resultOf(first) !== resultOf(event)) return false
    this.#last = event
    return true
  }

  toString(): string {
    if (!this.#tries) return this.#text
    const { first, struck, changes } = this.#tries
    const result = resultOf(first)
    if (!this.#last) return `${placed(first)}${since(first, struck, changes)} -> ${result}`
    const { on, request, attempt } = first
    const until = after(this.#last.at - struck.at).replace(', ', '')
    const tries = `${on} #${request}, tries ${attempt} to ${this.#last.attempt}`
    return `${tries}${after(first.at - struck.at).replace(/ later$/, '')} to ${until}${changes} -> ${result}`
  }
}

const placed = ({ on, request, attempt }: RequestEvent): string => `${on} #${request}, try ${attempt}`

const since = (event: RequestEvent, struck: Struck, changes = changesIn(event, struck)): string =>
  `${after(event.at - struck.at)}${changes}`

const programText = ({ text, at }: ProgramEvent, from: number): string => `${text}${after(at - from)}`

/** Another try, or a request like it. */
const isRelated = (struck: Struck, event: RequestEvent): boolean =>
  struck.kind === 'request'
    ? event.on === struck.on && (event.request === struck.request || isAlike(struck, event))
    : !event.on.startsWith('GET ')

const isAlike = (one: RequestEvent, other: RequestEvent): boolean =>
  one.body !== '' &&
  (one.body === other.body || (one.idempotencyKey !== null && one.idempotencyKey === other.idempotencyKey))

/** What distinguishes it from the request that the misfortune hit. */
function changesIn(event: RequestEvent, struck: Struck): string {
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
