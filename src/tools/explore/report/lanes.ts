import type { PlanOutcome, TrialEvent } from '../run/events'
import { eventPlace } from './places'
import { resultOf } from './results'
import { descriptionOf, type HitEvent, hitsOf } from './story'

/** Something that happened while a plan failed, in the lane of whoever did it. */
export interface LaneEvent {
  /** Milliseconds since the first of them, in virtual time; absent for a program that ran in real time. */
  readonly after?: number
  /** The actor. */
  readonly lane: 'program' | 'service' | 'deliveries'
  /** The event in words. */
  readonly text: string
  /** The number of the misfortune in the story that happened here. */
  readonly misfortune?: number
  /** So many marks between this one and the next are left out. */
  readonly leftOut?: number
}

/** Events that are shown before the first misfortune. */
const BEFORE = 2
/** Marks that are shown of the beginning, and as many of the end. Those of misfortunes are always shown. */
const HALF = 30

type Timed = Omit<LaneEvent, 'after'> & { readonly at: number }

/** The acts of the program, the service and its deliveries, in order, from just before the first misfortune on. */
export function lanesOf(outcome: PlanOutcome): LaneEvent[] {
  const { events } = outcome
  const hits = hitsOf(events)
  const from = Math.max(0, (hits[0]?.at ?? 0) - BEFORE)
  const marks = shortened(
    events
      .slice(from)
      .flatMap((event) => marksOf(event, outcome, hits))
      .sort((one, other) => one.at - other.at),
  )
  const begin = marks[0]?.at ?? 0
  return marks.map(({ at, ...mark }) => (outcome.isReal ? mark : { after: at - begin, ...mark }))
}

function shortened(marks: readonly Timed[]): Timed[] {
  const shown: Timed[] = []
  for (const [at, mark] of marks.entries()) {
    const last = shown.at(-1)
    const isShown = at < HALF || at >= marks.length - HALF || mark.misfortune !== undefined
    if (isShown || !last) shown.push(mark)
    else shown[shown.length - 1] = { ...last, leftOut: (last.leftOut ?? 0) + 1 }
  }
  return shown
}

function marksOf(event: TrialEvent, outcome: PlanOutcome, hits: readonly HitEvent[]): Timed[] {
  const { at } = event
  if (event.kind === 'program') {
    const why = event.why === undefined ? '' : `: ${event.why}`
    return [{ at, lane: 'program', text: `${event.did}${why}` }]
  }
  const own = hits.flatMap((hit, position) =>
    hit.hit === event ? [{ ...hit, misfortune: position + 1 }] : [],
  )
  const [hit] = own.filter(({ held }) => held === undefined)
  const misfortune = outcome.plan[hit?.index ?? -1]
  const description = misfortune && descriptionOf(misfortune, event, outcome)
  const number = hit && { misfortune: hit.misfortune }
  const name = eventPlace(event)
  if (event.kind === 'write')
    return [
      {
        at,
        lane: 'program',
        text: `${name}${description === undefined ? '' : `: ${description}`}`,
        ...number,
      },
    ]
  const lane = event.kind === 'request' ? 'service' : 'deliveries'
  const held = own.flatMap(({ held: hold, misfortune: of }): Timed[] => {
    if (!hold) return []
    const what = hold.leg === 'back' ? `the answer of ${name}` : name
    return [
      { at: hold.from, lane, text: `${what} is held`, misfortune: of },
      { at: hold.until, lane, text: `${what} goes on` },
    ]
  })
  if (event.kind === 'request')
    return [
      { at: event.sentAt, lane: 'program', text: `sends ${name}` },
      { at, lane, text: `${name}: ${description ?? resultOf(event)}`, ...number },
      ...held,
    ]
  return [{ at, lane, text: `${name}: ${description ?? resultOf(event)}`, ...number }, ...held]
}
