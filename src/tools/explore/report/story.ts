import { kindOf } from '../plan/kinds'
import type { Misfortune } from '../plan/plan'
import { type Held, isCrossing, type PlanOutcome, type Struck, type TrialEvent } from '../run/events'
import { reactionsTo } from './reactions'
import { madeBy, resultOf } from './results'
import { sequenceOf } from './sequence'

/** Refused requests in the story of a run without misfortunes. */
const REFUSALS = 3

/** What happened and what the program did about it, line by line. */
export function storyOf(outcome: PlanOutcome): string {
  const { plan, events, complaints } = outcome
  const lines: string[] = []
  const strikes = strikesOf(events)
  for (const [position, { at, struck, index, held }] of strikes.entries()) {
    const misfortune = plan[index] as Misfortune
    lines.push(`  ${position + 1}. ${placeText(misfortune)}: ${descriptionOf(misfortune, struck, outcome)}`)
    if (held && isCrossing(struck))
      lines.push(...sequenceOf(outcome, struck, held).map((text) => `     ${text}`))
    const next = strikes[position + 1]
    const episode = {
      struck,
      earlier: strikes
        .slice(0, position)
        .map((one) => one.struck)
        .reverse(),
      following: events.slice(at + 1, next?.at),
      next: next?.struck,
      rest: events.slice(at + 1),
    }
    lines.push(...reactionsTo(episode).map((text) => `     You: ${text}`))
  }
  if (plan.length === 0) lines.push(...calmLines(outcome))
  else if (lines.length === 0)
    lines.push(
      '  None of the misfortunes happened: the program did not send these requests, or they could not happen there.',
    )
  return [...complaints.map((complaint) => `x ${complaint}`), ...lines].join('\n')
}

/** Without a misfortune there is only the program, and what the service thinks of it. */
function calmLines({ events }: PlanOutcome): string[] {
  return [
    '  No misfortune is needed: the program fails by itself.',
    ...refusalsIn(events).map((text) => `     You: ${text}`),
  ]
}

/** What the service refused, each refusal of an operation once. */
export function refusalsIn(events: readonly TrialEvent[]): string[] {
  const known = new Set<string>()
  const lines = events.flatMap((event) => {
    if (event.kind !== 'request' || (event.status ?? 0) < 400) return []
    const result = resultOf(event)
    if (known.has(event.on + result)) return []
    known.add(event.on + result)
    return [`${event.on} #${event.request}, try ${event.attempt} -> ${result}`]
  })
  return lines.slice(0, REFUSALS)
}

export interface StruckEvent {
  readonly at: number
  readonly struck: Struck
  /** The place of the misfortune in the plan. */
  readonly index: number
  readonly held?: Held
}

/** The misfortunes in the order in which they happened. */
export const strikesOf = (events: readonly TrialEvent[]): StruckEvent[] =>
  events.flatMap((event, at): StruckEvent[] => {
    if (event.kind === 'program') return []
    const holds = event.held ?? []
    return [
      ...(event.misfortune === undefined ? [] : [{ at, struck: event, index: event.misfortune }]),
      ...holds.map((held) => ({ at, struck: event, index: held.index, held })),
    ]
  })

/** 'POST /public/v1/invoices/ #1, try 2' */
export const placeText = ({ on, request, attempt = 1, delivery, write, last }: Misfortune): string =>
  request === undefined
    ? `${on} #${delivery ?? write}`
    : `${on} #${request}, try ${attempt}${last ? ', which arrived after those sent with it' : ''}`

export function descriptionOf(
  misfortune: Misfortune,
  event: Struck,
  { isReal }: Pick<PlanOutcome, 'isReal'>,
): string {
  const { answers, isCarriedOut, briefDescription, ...kind } = kindOf(misfortune.do)
  const description = (isReal && briefDescription) || kind.description
  if (event.kind !== 'request' || misfortune.until) return description
  const { interference } = event
  const before = interference === undefined ? description : `just before, somebody else ${interference}`
  // The misfortune is not the answer, so the service has given one of its own.
  if (answers === false) return event.status === null ? before : `${before} -> ${resultOf(event)}`
  const made = madeBy(event)
  if (isCarriedOut) return `carried out${made === undefined ? '' : ` (${made})`}, ${description}`
  return made === undefined ? before : `${description}; ${made}`
}
