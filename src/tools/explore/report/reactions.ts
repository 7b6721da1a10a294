import { isRead } from '../../../kernel/operation-text'
import type { DeliveryEvent, HitPlace, ProgramEvent, RequestEvent, TrialEvent } from '../run/events'
import { bodyChange, namesText } from './contrast'
import { eventPlace, fileName, isAlike, nameIn, requestPlace, requestSubject } from './places'
import { Reaction } from './reaction-line'
import { KEPT, madeBy, recordOf, resultOf } from './results'
import type { Telling } from './telling'

/** Lines after each misfortune. */
const LINES = 7

/** A part of the story: a misfortune, and what followed up to the next one. */
export interface Episode {
  readonly hit: HitPlace
  /** The misfortunes before it, the latest first. */
  readonly earlier: readonly HitPlace[]
  readonly following: readonly TrialEvent[]
  /** The next misfortune. It says itself what came of its try. */
  readonly next: HitPlace | undefined
  /** Everything that followed until the end. */
  readonly rest: readonly TrialEvent[]
}

/** The reactions: to the same request, and whatever the calm run does not have or has otherwise. */
export function reactionsTo({ hit, earlier, following, next, rest }: Episode, telling: Telling): string[] {
  const reactions: Reaction[] = []
  const causes = [hit, ...earlier]
  const texts = before(hit, telling)
  for (const event of following) {
    const reaction = reactionOf(event, causes, telling)
    const last = reaction && reactions.filter((one) => one.isOfSeries(reaction)).at(-1)
    if (reaction && !last?.goesOnWith(reaction)) reactions.push(reaction)
  }
  const lines = weightiest(reactions)
  texts.push(...lines.map((reaction) => reaction.textSince(hit, telling)))
  if (next?.kind === 'request' && next !== hit && isRelated(hit, next))
    texts.push(
      `${eventPlace(next)}${telling.since(hit, next)}${inBrackets(requestSubject(next), changesIn(next, hit))}`,
    )
  if (hit.kind !== 'request') return texts
  const isOpen = (hit.status ?? 500) >= 400
  if (isOpen && !rest.some((event) => event.kind === 'request' && mayBeAgain(hit, event)))
    return [...texts, `did not send ${requestPlace(hit)} again`]
  const isSilent = !next && !rest.some(({ kind }) => kind === 'request')
  return isSilent ? [...texts, 'sent nothing afterwards'] : texts
}

/** For so long before a crash something counts as done just before it: milliseconds. */
const JUST = 2000

/** The last things that the program had done when it was killed, and the delivery because of which it asked. */
function before(hit: HitPlace, telling: Telling): string[] {
  const kills = telling.killsAt(hit)
  const { written, heard } = telling.before(hit, JUST)
  const origin = telling.originOf(hit)
  return [
    ...(kills && written.length > 0 ? [`had just written ${namesText(written)}`] : []),
    ...(kills && heard.length > 0 ? [`had just answered ${namesText(heard)}`] : []),
    ...(origin === undefined || kills ? [] : [`sent it because of ${origin}`]),
  ]
}

/** The reactions that weigh most, in their order. */
function weightiest(reactions: readonly Reaction[]): readonly Reaction[] {
  const heaviest = Math.max(...reactions.map(({ weight }) => weight))
  const worth = reactions.filter(({ weight }) => heaviest < WEIGHTS.damage || weight > WEIGHTS.late)
  const kept = new Set(worth.sort((one, other) => other.weight - one.weight).slice(0, LINES))
  return reactions.filter((reaction) => kept.has(reaction))
}

/** The misfortune itself says that the program died. */
const HAPPENED: Readonly<Record<ProgramEvent['did'], string | undefined>> = {
  died: undefined,
  'started again': 'was started again',
  'gave up': 'gave up',
  hangs: 'does not come to an end',
  'heard nothing more': 'heard nothing more',
}

/** If not all reactions fit, the heavier ones are told. */
const WEIGHTS = { damage: 5, made: 4, program: 4, again: 3, refused: 3, other: 2, file: 2, late: 1 }

/** Undefined for what belongs to no misfortune, and for what the calm run has, too. */
function reactionOf(event: TrialEvent, causes: readonly HitPlace[], telling: Telling): Reaction | undefined {
  if (event.kind === 'program') {
    const before = HAPPENED[event.did]
    const result = event.why && `: ${event.why}`
    return before === undefined ? undefined : new Reaction(event, { before, result, weight: WEIGHTS.program })
  }
  if (telling.isTold(event) || (event.kind === 'delivery' && event.isRefused)) return undefined
  if (event.kind === 'write') {
    if (telling.against.has(event.on)) return undefined
    const name = `wrote ${fileName(event.on)}`
    return new Reaction(event, {
      before: `${name} #${event.write}`,
      weight: WEIGHTS.file,
      series: { name, number: event.write },
    })
  }
  return event.kind === 'delivery' ? received(event, causes, telling) : sent(event, causes, telling)
}

function received(event: DeliveryEvent, causes: readonly HitPlace[], telling: Telling): Reaction | undefined {
  const { on, delivery, attempt, isCopy, status } = event
  const isAgain = attempt > 1 || isCopy === true
  const again = isAgain ? ' again' : ''
  const { isNew, contrast } = telling.against.of(event)
  const result = `: ${status ?? 'no answer'}${contrast && ` (${contrast})`}`
  const isHit = (hit: HitPlace): boolean =>
    hit.kind === 'delivery' && hit.on === on && hit.delivery === delivery
  const cause = isAgain ? causes.find(isHit) : undefined
  if (cause?.kind === 'delivery')
    return new Reaction(event, {
      before: cause.isRefused ? 'heard it' : 'heard it again',
      result,
      weight: WEIGHTS.made,
    })
  if (!isNew && !contrast && !isAgain) return undefined
  return new Reaction(event, {
    before: `heard ${on} #${delivery}${again}`,
    result,
    series: { name: `heard ${on}`, number: delivery, again },
    weight: isAgain && status !== null && status < 400 ? WEIGHTS.again : WEIGHTS.other,
  })
}

function sent(event: RequestEvent, causes: readonly HitPlace[], telling: Telling): Reaction | undefined {
  const { on, request, attempt, status } = event
  const cause = causes.find((hit) => isRelated(hit, event))
  const { isNew, contrast, isMoved } = telling.against.of(event)
  const isOther = isNew || contrast !== ''
  const isRetry = cause?.kind === 'request' && event.at > cause.at && telling.isInRoundOf(cause, event)
  const isNamed = telling.isOfComplaint(event)
  const isDoubled = telling.isDoubled(event)
  if (!isOther && !isRetry && !isNamed && !isDoubled && !(isMoved && cause)) return undefined
  const isDone = status !== null && status < 400
  const isMade = madeBy(event) !== undefined
  const first = telling.firstLike(event)
  const duplicate = first ? duplicateOf(first, event) : ''
  const alike = cause ?? first
  const tooSoon = telling.isTooSoon(event) ? 'sooner than Retry-After said' : undefined
  const weight = () => {
    if (first || isDoubled || (isNamed && (isOther || isMoved))) return WEIGHTS.damage
    if (!isOther && !isRetry && !isMoved) return WEIGHTS.late
    if (isMade && isOther) return WEIGHTS.made
    // A list of a later round shows the damage, and does none.
    if (isDone && !isMade && !isNew && !telling.isInRoundOf(causes[0] ?? event, event)) return WEIGHTS.late
    if (cause) return WEIGHTS.again
    return isDone ? WEIGHTS.other : WEIGHTS.refused
  }
  return new Reaction(event, {
    before: eventPlace(event),
    changes: inBrackets(requestSubject(event), changesIn(event, alike), tooSoon),
    result: ` -> ${resultOf(event)}${alike ? '' : telling.keyHolder(event)}${duplicate}`,
    contrast: inBrackets(contrast),
    // Each answer that made something is worth a line; what all requests meet alike is one.
    series: isMade ? undefined : { name: on, number: request, attempt, isOfMany: !isDone && !cause },
    weight: weight(),
  })
}

/** ', a duplicate of Invoice 1'; after a success and with another key it may be meant as one more. */
function duplicateOf(first: RequestEvent, event: RequestEvent): string {
  const [key, other] = [first.idempotencyKey, event.idempotencyKey]
  const isRetried =
    (first.status ?? 500) >= 400 ||
    key === null ||
    other === null ||
    key === other ||
    nameIn(event.body) !== undefined
  const isForgotten = key !== null && key === other && event.at - first.at >= KEPT
  const why = isForgotten ? '; the service forgets an Idempotency-Key after 48 hours (§10)' : ''
  return `, ${isRetried ? 'a duplicate of' : 'like'} ${recordOf(first)}${why}`
}

/** Another try, or a request like it. */
const isRelated = (hit: HitPlace, event: RequestEvent): boolean =>
  hit.kind === 'request'
    ? event.on === hit.on && (event.request === hit.request || isAlike(hit, event))
    : false

/** Also in the place of the request: a later read, or what nobody can tell from it by a name. */
const mayBeAgain = (hit: RequestEvent, event: RequestEvent): boolean =>
  isAlike(hit, event) || (event.on === hit.on && nameIn(hit.body) === undefined)

/** The difference from the request that the misfortune hit. */
export function changesIn(event: RequestEvent, hit: HitPlace | undefined): string {
  if (hit?.kind !== 'request' || isRead(event.on)) return ''
  const changes = [
    event.apiKey === hit.apiKey ? '' : 'new API key',
    event.idempotencyKey === hit.idempotencyKey
      ? event.idempotencyKey === null
        ? 'no Idempotency-Key'
        : 'same Idempotency-Key'
      : 'another Idempotency-Key',
    event.body === hit.body ? 'same body' : bodyText(event.body, hit.body),
  ].filter((text) => text !== '')
  return changes.join(', ')
}

/** 'another body: date 2026-01-16, before 2026-01-15' */
function bodyText(body: string, first: string): string {
  if (body === '') return 'no body'
  const change = bodyChange(body, first)
  return change === '' ? 'another body' : `another body: ${change}`
}

/** ' (R-1, same body)' */
export function inBrackets(...parts: readonly (string | undefined)[]): string {
  const said = parts.filter((part) => part !== undefined && part !== '')
  return said.length > 0 ? ` (${said.join(', ')})` : ''
}
