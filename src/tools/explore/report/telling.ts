import { kindOf } from '../plan/kinds'
import type { HitPlace, PlanOutcome, RequestEvent, TrialEvent } from '../run/events'
import { AgainstCalm } from './against-calm'
import { eventPlace, fileName, isAlike, nameIn, spanOf } from './places'
import { isDuplicate, keyHolder, madeBy, recordOf } from './results'

/** The plan of a story beside the calm run, and the events that its lines have told already. */
export class Telling {
  readonly against: AgainstCalm
  readonly #told = new Set<TrialEvent>()
  /** The requests whose record was made once more later. */
  readonly #doubled: ReadonlySet<TrialEvent>

  constructor(
    private readonly outcome: PlanOutcome,
    calm: PlanOutcome,
  ) {
    this.against = new AgainstCalm(outcome, calm)
    this.#doubled = new Set(
      outcome.events.flatMap((event) => (event.kind === 'request' ? (this.firstLike(event) ?? []) : [])),
    )
  }

  noteTold(event: TrialEvent): void {
    this.#told.add(event)
  }

  isTold(event: TrialEvent): boolean {
    return this.#told.has(event)
  }

  /** Tells whether it wrote a record that a complaint names. */
  isOfComplaint(event: RequestEvent): boolean {
    return isOfComplaint(event, this.outcome)
  }

  /** The first request like it, if both have created a record. */
  firstLike(event: RequestEvent): RequestEvent | undefined {
    if (event.reason?.verb !== 'create') return undefined
    for (const other of this.outcome.events) {
      if (other === event) return undefined
      if (other.kind === 'request' && isDuplicate(other, event) && isAlike(other, event)) return other
    }
    return undefined
  }

  isDoubled(event: RequestEvent): boolean {
    return this.#doubled.has(event)
  }

  /** Tells whether its sender had read, in the answer to the try before it, that it should wait for longer. */
  isTooSoon(again: RequestEvent): boolean {
    const { on, request, attempt, sentAt, apiKey, sender } = again
    const { events, arrivals } = this.outcome
    const at = events.findIndex(
      (one) =>
        one.kind === 'request' &&
        one.on === on &&
        one.request === request &&
        one.attempt === attempt - 1 &&
        one.apiKey === apiKey &&
        one.sender === sender,
    )
    const event = events[at]
    if (event?.kind !== 'request' || (event.retryAt ?? 0) <= sentAt) return false
    const known = arrivals.find(({ event: index, leg }) => index === at && leg === 'back')?.at ?? Infinity
    const isKnown = known <= sentAt && known <= (event.timeoutAt ?? Infinity)
    const between = events.slice(at, events.indexOf(again))
    return isKnown && !between.some((one) => one.kind === 'program' && one.did === 'died')
  }

  /** ', by POST /public/v1/invoices/ #1 (R-1)', if the key of a refused request was that one's. */
  keyHolder(event: RequestEvent): string {
    return keyHolder(event, this.outcome.events)
  }

  /** Tells whether it has written a record that somebody else has just changed, as if nobody had. */
  isBlindTo(hit: HitPlace): boolean {
    if (hit.kind !== 'request' || hit.interference === undefined) return false
    const { isNew, contrast } = this.against.of(hit)
    return hit.reason?.verb === 'update' && !isNew && contrast === ''
  }

  killsAt({ misfortune }: HitPlace): boolean {
    const kind = this.outcome.plan[misfortune ?? -1]?.do
    return kind !== undefined && kindOf(kind).processFault?.kills !== undefined
  }

  /** The files and deliveries that the program has just written and answered before the event. */
  before(hit: HitPlace, milliseconds: number): { readonly written: string[]; readonly heard: string[] } {
    const { events } = this.outcome
    const recent = events.slice(0, events.indexOf(hit)).filter(({ at }) => at >= hit.at - milliseconds)
    return {
      written: [...new Set(recent.flatMap((event) => (event.kind === 'write' ? [fileName(event.on)] : [])))],
      heard: recent.flatMap((event) =>
        event.kind === 'delivery' && event.status !== null && !event.isRefused
          ? [`${eventPlace(event)} with ${event.status}`]
          : [],
      ),
    }
  }

  /** 'DELIVERY core.invoice/created #1' for a request of the receiver. */
  originOf(hit: HitPlace): string | undefined {
    if (hit.kind === 'delivery') return undefined
    const cause = this.outcome.events[hit.after.at(-1) ?? -1]
    if (cause?.kind === 'request') return cause === hit ? undefined : this.originOf(cause)
    return cause?.kind === 'delivery'
      ? `${eventPlace(cause)}, which you answered with ${cause.status ?? 'nothing'}`
      : undefined
  }

  isInRoundOf(hit: HitPlace, event: TrialEvent): boolean {
    return this.against.roundOf(hit) === this.against.roundOf(event)
  }

  /** ', 1.5 s later', ', 1.5 s to 3 s later', ', 24 h later, in round 2' or ', 2 s before that' */
  since(hit: HitPlace, event: TrialEvent, last: TrialEvent = event): string {
    const [from, to] = [event, last].map(({ at }) => spanOf(Math.max(0, at - hit.at)))
    const round = this.isInRoundOf(hit, event) ? '' : `, in round ${this.against.roundOf(event)}`
    const span = from === to ? to : `${from} to ${to}`
    const [isEarlier, isAtOnce] = [last.at < hit.at, last.at === hit.at]
    if (isEarlier) return `, ${spanOf(hit.at - last.at)} before that`
    return isAtOnce ? '' : `, ${span} later${from === to ? round : ''}`
  }

  /** 'in the second run, ' */
  senderOf(event: TrialEvent): string {
    return event.kind === 'request' && event.sender ? `(${event.sender}) ` : ''
  }
}

/** Tells whether a request wrote a record that a complaint names. */
export function isOfComplaint(event: RequestEvent, { complaints }: Pick<PlanOutcome, 'complaints'>): boolean {
  if (madeBy(event) === undefined) return false
  const names = [nameIn(event.body), recordOf(event)].filter((name) => name !== undefined)
  return names.some((name) => complaints.some((complaint) => isWordIn(name, complaint)))
}

/** Whatever the case: 'Invoice 7' is in 'invoice 7 was not copied', but not in 'invoice 71'. */
function isWordIn(name: string, text: string): boolean {
  const [word, sentence] = [name.toLowerCase(), text.toLowerCase()]
  for (let at = sentence.indexOf(word); at >= 0; at = sentence.indexOf(word, at + 1)) {
    const [before = '', next = ''] = [sentence[at - 1], sentence[at + word.length]]
    if (!/[\w-]/.test(before) && !/[\w-]/.test(next)) return true
  }
  return false
}
