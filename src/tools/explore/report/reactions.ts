import type { DeliveryEvent, ProgramEvent, RequestEvent, Struck, TrialEvent } from '../run/events'
import { isDuplicate, madeBy, recordOf, resultOf } from './results'

/** Lines of reactions after each misfortune, and of what came of it in the end. */
const FIRST = 3
const FURTHER = 3

/** A part of the story: a misfortune, and what followed up to the next one. */
export interface Episode {
  readonly struck: Struck
  /** The misfortunes before it, the latest first. */
  readonly earlier: readonly Struck[]
  readonly following: readonly TrialEvent[]
  /** The next misfortune. It says itself what came of its try. */
  readonly next: Struck | undefined
  /** Everything that followed until the end. */
  readonly rest: readonly TrialEvent[]
}

/**
 * Lists the reactions: the program's next steps with the same request, what it received and answered, and what the
 * service refused.
 */
export function reactionsTo({ struck, earlier, following, next, rest }: Episode): string[] {
  const reactions: Reaction[] = []
  const causes = [struck, ...earlier]
  for (const event of following) {
    const reaction = reactionOf(event, causes)
    const last = reaction && reactions.filter((one) => one.isOfSeries(reaction)).at(-1)
    if (reaction && !last?.goesOnWith(reaction)) reactions.push(reaction)
  }
  const lines = [
    ...reactions.slice(0, FIRST),
    ...reactions
      .slice(FIRST)
      .filter(({ isImportant }) => isImportant)
      .slice(-FURTHER),
  ]
  const texts = lines.map((reaction) => reaction.textSince(struck))
  if (next?.kind === 'request' && next !== struck && isRelated(struck, next))
    texts.push(`${requestPlace(next)}${after(next.at - struck.at)}${changesIn(next, struck)}`)
  if (struck.kind !== 'request') return texts
  const isOpen = (struck.status ?? 500) >= 400
  if (isOpen && !rest.some((event) => event.kind === 'request' && mayBeAgain(struck, event)))
    return [...texts, 'did not send it again']
  const isSilent = !next && !rest.some(({ kind }) => kind === 'request')
  return isSilent ? [...texts, 'sent nothing afterwards'] : texts
}

/** The misfortune itself says that the program died. */
const HAPPENED: Readonly<Record<ProgramEvent['did'], string | undefined>> = {
  died: undefined,
  'started again': 'was started again',
  'gave up': 'gave up',
  hangs: 'does not come to an end',
  'heard nothing more': 'heard nothing more',
}

/** Undefined for what belongs to no misfortune. */
function reactionOf(event: TrialEvent, causes: readonly Struck[]): Reaction | undefined {
  if (event.kind === 'write' || (event.kind === 'delivery' && event.isRefused)) return undefined
  if (event.kind === 'program') {
    const before = HAPPENED[event.did]
    const result = event.why && `: ${event.why}`
    return before === undefined ? undefined : new Reaction(event.at, { before, result, isImportant: true })
  }
  return event.kind === 'delivery' ? received(event, causes) : sent(event, causes)
}

function received(event: DeliveryEvent, causes: readonly Struck[]): Reaction {
  const { at, on, delivery, attempt, isCopy, status } = event
  const isAgain = attempt > 1 || isCopy === true
  const again = isAgain ? ' again' : ''
  const result = `: ${status ?? 'no answer'}`
  const isStruck = (struck: Struck): boolean =>
    struck.kind === 'delivery' && struck.on === on && struck.delivery === delivery
  const cause = isAgain ? causes.find(isStruck) : undefined
  if (cause?.kind === 'delivery')
    return new Reaction(at, {
      before: cause.isRefused ? 'heard it' : 'heard it again',
      result,
      isImportant: true,
    })
  return new Reaction(at, {
    before: `heard ${on} #${delivery}${again}`,
    result,
    series: { name: `heard ${on}`, numbers: ' #', to: ' to #', number: delivery, again },
    isImportant: isAgain && status !== null && status < 400,
  })
}

function sent(event: RequestEvent, causes: readonly Struck[]): Reaction | undefined {
  const { at, on, request, attempt: number, status } = event
  const cause = causes.find((struck) => isRelated(struck, event))
  if (!cause && (status ?? 0) < 400) return undefined
  const isDone = status !== null && status < 400
  return new Reaction(at, {
    before: requestPlace(event),
    changes: cause && changesIn(event, cause),
    result: ` -> ${resultOf(event)}${duplicateOf(causes, event)}`,
    // Each answer that made something is worth a line.
    series: isDone
      ? undefined
      : { name: `${on} #${request}`, numbers: ', tries ', to: ' to ', number, again: '' },
    isImportant: cause !== undefined && madeBy(event) !== undefined,
  })
}

/** ', a duplicate of Invoice 1'; after a success and with another key it may be meant as one more. */
function duplicateOf(causes: readonly Struck[], event: RequestEvent): string {
  const first = causes.find(
    (cause) => cause.kind === 'request' && isRelated(cause, event) && isDuplicate(cause, event),
  )
  if (first?.kind !== 'request') return ''
  const [key, other] = [first.idempotencyKey, event.idempotencyKey]
  const isRetried = (first.status ?? 500) >= 400 || key === null || other === null || key === other
  return `, ${isRetried ? 'a duplicate of' : 'like'} ${recordOf(first)}`
}

/** Equal events are one line: `POST /x/ #1, tries 2 to 5`. */
interface Series {
  readonly name: string
  readonly numbers: string
  readonly to: string
  readonly number: number
  readonly again: string
}

/** The parts of a line. */
interface Parts {
  readonly before: string
  readonly changes?: string | undefined
  readonly result?: string | undefined
  readonly series?: Series | undefined
  /** It is a line even after many others. */
  readonly isImportant: boolean
}

/** A line of the story. */
class Reaction {
  readonly #at: number
  readonly #parts: Parts
  #until: number
  readonly #numbers: number[]

  constructor(at: number, parts: Parts) {
    this.#at = at
    this.#until = at
    this.#parts = parts
    this.#numbers = parts.series ? [parts.series.number] : []
  }

  get isImportant(): boolean {
    return this.#parts.isImportant
  }

  isOfSeries(other: Reaction): boolean {
    const { series } = other.#parts
    return series !== undefined && series.name === this.#parts.series?.name
  }

  /** Takes the other one in, if it says the same. */
  goesOnWith(other: Reaction): boolean {
    const next = other.#parts
    const { changes, result, series } = this.#parts
    if (changes !== next.changes || result !== next.result || series?.again !== next.series?.again)
      return false
    this.#until = other.#at
    if (next.series) this.#numbers.push(next.series.number)
    return true
  }

  textSince({ at }: Struck): string {
    const { before, changes = '', result = '', series } = this.#parts
    const [from, to] = [Math.min(...this.#numbers), Math.max(...this.#numbers)]
    const place =
      series && from < to ? `${series.name}${series.numbers}${from}${series.to}${to}${series.again}` : before
    return `${place}${between(this.#at - at, this.#until - at)}${changes}${result}`
  }
}

export const requestPlace = ({ on, request, attempt }: RequestEvent): string =>
  `${on} #${request}, try ${attempt}`

/** Another try, or a request like it. */
const isRelated = (struck: Struck, event: RequestEvent): boolean =>
  struck.kind === 'request'
    ? event.on === struck.on && (event.request === struck.request || isAlike(struck, event))
    : !event.on.startsWith('GET ')

/** Also in the place of the request: a later read, or what nobody can tell from it by a name. */
const mayBeAgain = (struck: RequestEvent, event: RequestEvent): boolean =>
  isAlike(struck, event) ||
  (event.on === struck.on && !NAMES.some((name) => nameIn(struck.body, name) !== undefined))

export const isAlike = (one: RequestEvent, other: RequestEvent): boolean =>
  one.body !== '' &&
  (one.body === other.body ||
    (one.idempotencyKey !== null && one.idempotencyKey === other.idempotencyKey) ||
    NAMES.some((name) => isSame(nameIn(one.body, name), nameIn(other.body, name))))

/** By these people know a record again, also if the program writes the rest of it anew. */
const NAMES = ['reference_number', 'unique_id', 'check_number', 'external_id']

const isSame = (one: unknown, other: unknown): boolean =>
  typeof one === 'string' && one !== '' && one === other

function nameIn(body: string, name: string): unknown {
  try {
    return (JSON.parse(body) as Readonly<Record<string, unknown>> | null)?.[name]
  } catch {
    return undefined
  }
}

/** The difference from the request that the misfortune hit. */
export function changesIn(event: RequestEvent, struck: Struck): string {
  if (struck.kind !== 'request' || event.on.startsWith('GET ')) return ''
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
export const after = (milliseconds: number): string =>
  milliseconds <= 0 ? '' : `, ${spanOf(milliseconds)} later`

/** ', 1.5 s to 3 s later' */
function between(first: number, last: number): string {
  const [from, to] = [spanOf(Math.max(0, first)), spanOf(last)]
  return from === to ? after(last) : `, ${from} to ${to} later`
}

export function spanOf(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 100) / 10
  if (seconds < 120) return `${seconds} s`
  const minutes = Math.round(seconds / 60)
  return minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`
}
