import { getOrCreateList } from '../../../kernel/get-or-create-list'
import { isRead } from '../../../kernel/operation-text'
import type { HitPlace, PlanOutcome, RequestEvent, TrialEvent } from '../run/events'
import { contrastOf } from './contrast'
import { nameIn } from './places'

/** An event beside the calm run. */
export interface Likeness {
  /** The calm run has nothing like it. */
  readonly isNew: boolean
  /** Its counterpart of the calm run went otherwise: for people, empty if it did not. */
  readonly contrast: string
  /** It came in another round than its counterpart. */
  readonly isMoved: boolean
}

type Fit = (one: HitPlace, other: HitPlace) => boolean

/** The events of a plan beside those of the calm run: the same program, without the misfortunes. */
export class AgainstCalm {
  /** Events of the calm run without a counterpart, in their order. */
  readonly missing: readonly HitPlace[]
  readonly #pairs = new Map<HitPlace, HitPlace>()

  constructor(
    private readonly outcome: PlanOutcome,
    private readonly calm: PlanOutcome,
  ) {
    const ours = outcome.events.filter(isTold)
    const theirs = calm.events.filter(isTold)
    const taken = new Set<HitPlace>()
    for (const [keyOf, fits] of this.#passes()) {
      const open = new Map<string | undefined, HitPlace[]>()
      for (const event of theirs) if (!taken.has(event)) getOrCreateList(open, keyOf(event, calm)).push(event)
      for (const event of ours) {
        const key = this.#pairs.has(event) ? undefined : keyOf(event, outcome)
        const candidates = key === undefined ? undefined : open.get(key)
        const at = candidates?.findIndex((one) => fits(event, one)) ?? -1
        const [other] = at < 0 ? [] : (candidates?.splice(at, 1) ?? [])
        if (!other) continue
        this.#pairs.set(event, other)
        taken.add(other)
      }
    }
    const last = outcome.rounds.length
    const hangs = outcome.events.some((event) => event.kind === 'program' && event.did === 'hangs')
    this.missing = theirs.filter(
      (event) => !taken.has(event) && roundOf(event, calm) <= last - (hangs ? 1 : 0),
    )
  }

  of(event: HitPlace): Likeness {
    const other = this.#pairs.get(event)
    const isMoved = other !== undefined && this.roundOf(event) !== roundOf(other, this.calm)
    return {
      isNew: other === undefined,
      contrast: other === undefined || isMoved ? '' : contrastOf(event, other),
      isMoved,
    }
  }

  /** The first two answers, or writes to the disk, that came in the other order than in the calm run. */
  get swapped(): readonly [HitPlace, HitPlace] | undefined {
    const theirs = endsOf(this.calm)
    const ours = endsOf(this.outcome)
    for (const kind of ['request', 'write'] as const) {
      const order = [...this.#pairs]
        .filter(([event, other]) => event.kind === kind && ours.has(event) && theirs.has(other))
        .sort(([, one], [, other]) => (theirs.get(one) ?? 0) - (theirs.get(other) ?? 0))
        .map(([event]) => event)
      for (const [position, event] of order.entries()) {
        const before = order[position - 1]
        if (before && (ours.get(event) ?? 0) < (ours.get(before) ?? 0)) return [before, event]
      }
    }
    return undefined
  }

  /** Tells whether the calm run has anything of that operation, topic or file. */
  has(on: string): boolean {
    return this.calm.events.some((event) => event.kind !== 'program' && event.on === on)
  }

  /** Counts from 1. */
  roundOf(event: TrialEvent): number {
    return roundOf(event, this.outcome)
  }

  /** From what is equal in everything to what is equal in its operation. */
  #passes(): [keyOf: (event: HitPlace, of: PlanOutcome) => string | undefined, fits: Fit][] {
    const inRound =
      (keyOf: (event: HitPlace) => string | undefined) =>
      (event: HitPlace, of: PlanOutcome): string | undefined => {
        const key = keyOf(event)
        return key === undefined || event.kind === 'delivery' ? key : `${roundOf(event, of)} ${key}`
      }
    const any: Fit = () => true
    const isEqual: Fit = (one, other) => hasSameEnd(one, other) && contrastOf(one, other) === ''
    return [
      [inRound(wholeKey), isEqual],
      [inRound(wholeKey), hasSameEnd],
      [inRound(wholeKey), any],
      [inRound(nameKey), hasSameEnd],
      [inRound(nameKey), any],
      [wholeKey, hasSameEnd],
      [inRound(writeKey), hasSameEnd],
    ]
  }
}

/** A delivery that did not reach the program is no event of its own: it comes again. */
const isTold = (event: TrialEvent): event is HitPlace =>
  event.kind !== 'program' && !(event.kind === 'delivery' && event.isRefused)

/** The end of each of them: an answer was there, or a file was written. */
function endsOf({ events, arrivals }: PlanOutcome): Map<HitPlace, number> {
  const ends = new Map<HitPlace, number>()
  for (const { event, leg, at } of arrivals) if (leg === 'back') ends.set(events[event] as HitPlace, at)
  for (const event of events) if (event.kind === 'write') ends.set(event, event.at)
  return ends
}

/** Counted from 1. Each is one run of the program. */
export const roundOf = (event: TrialEvent, { rounds }: Pick<PlanOutcome, 'rounds'>): number => {
  const at = event.kind === 'request' ? event.sentAt : event.at
  return rounds.filter((begin) => begin <= at).length
}

function wholeKey(event: HitPlace): string {
  if (event.kind === 'write') return event.on
  if (event.kind === 'delivery') return `${event.on} ${event.delivery}`
  return `${event.on} ${event.path} ${event.body}`
}

function nameKey(event: HitPlace): string | undefined {
  const name = event.kind === 'request' ? nameIn(event.body) : undefined
  return name && `${event.on} ${name}`
}

const writeKey = (event: HitPlace): string | undefined =>
  event.kind === 'request' && !isRead(event.on) ? event.on : undefined

const hasSameEnd: Fit = (one, other) =>
  one.kind !== 'request' || other.kind !== 'request' || endKey(one) === endKey(other)

const endKey = ({ status, reason }: RequestEvent): string =>
  `${status ?? 'none'} ${status !== null && status < 400 ? (reason?.verb ?? '') : ''}`
