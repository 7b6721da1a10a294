import { kindOf } from '../plan/kinds'
import type { Misfortune } from '../plan/plan'
import { type Held, isCrossing, type PlanOutcome, type Struck, type TrialEvent } from '../run/events'
import { calmLines } from './calm-story'
import { missingLines } from './missing'
import { requestSubject, spanOf } from './places'
import { inBrackets, reactionsTo } from './reactions'
import { madeBy, resultOf } from './results'
import { sequenceOf } from './sequence'
import { Telling } from './telling'

/** The misfortunes and what the program did then, line by line, beside the calm run. */
export function storyOf(outcome: PlanOutcome, calm: PlanOutcome): string {
  const { plan, events, complaints } = outcome
  const telling = new Telling(outcome, calm)
  const lines: string[] = []
  const strikes = strikesOf(events)
  for (const { struck } of strikes) telling.noteTold(struck)
  for (const [position, { at, struck, index, held }] of strikes.entries()) {
    const misfortune = plan[index] as Misfortune
    const place = `${placeText(misfortune)}${struck.kind === 'request' ? inBrackets(requestSubject(struck)) : ''}`
    const same = telling.isBlindTo(struck) ? ', with the body of the calm run, as if nothing had changed' : ''
    lines.push(`  ${position + 1}. ${place}: ${descriptionOf(misfortune, struck, outcome)}${same}`)
    if (held && isCrossing(struck))
      lines.push(...sequenceOf(outcome, struck, held, telling).map((text) => `     ${text}`))
    const next = strikes[position + 1]
    const episode = {
      struck,
      earlier: strikes
        .slice(0, position)
        .map((one) => one.struck)
        .reverse(),
      // Requests that were under way already may have ended otherwise.
      following: events.slice(position === 0 ? 0 : at + 1, next?.at),
      next: next?.struck,
      rest: events.slice(at + 1),
    }
    lines.push(...reactionsTo(episode, telling).map((text) => `     You: ${text}`))
  }
  if (plan.length === 0) lines.push(...calmLines(outcome, telling))
  else if (lines.length === 0)
    lines.push(
      '  None of the misfortunes happened: the program did not send these requests, or they could not happen there.',
    )
  else lines.push(...missingLines(telling.against, outcome, calm).map((text) => `  ${text}`))
  return [...complaints.map((complaint) => `x ${complaint}`), ...lines].join('\n')
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
  { isReal, events }: Pick<PlanOutcome, 'isReal' | 'events'>,
): string {
  const { isAnsweredByService, isCarriedOut, briefDescription, waits, ...kind } = kindOf(misfortune.do)
  const usual = (isReal && briefDescription) || kind.description
  const description =
    lateIn(misfortune, event, events) ??
    (waits && event.kind === 'request'
      ? `${usual} of ${spanOf((event.timeoutAt ?? 0) - event.sentAt)}`
      : usual)
  if (event.kind !== 'request' || misfortune.until) return description
  const { interference } = event
  const before = interference === undefined ? description : `just before, somebody else ${interference}`
  // The misfortune is not the answer, so the service has given one of its own.
  if (isAnsweredByService === false) return event.status === null ? before : `${before} -> ${resultOf(event)}`
  const made = madeBy(event)
  if (isCarriedOut) return `carried out${made === undefined ? '' : ` (${made})`}, ${description}`
  return made === undefined ? before : `${description}; ${made}`
}

/** Seven minutes, as the kind is described, and what its way takes. */
const AS_SAID = 8 * 60_000

/** Says how late a delivery came, since the service decides when it tries again. Undefined if the kind says it. */
function lateIn({ do: kind }: Misfortune, event: Struck, events: readonly TrialEvent[]): string | undefined {
  if (kind !== 'delivery-late' || event.kind !== 'delivery') return undefined
  const came = events.find(
    (one) =>
      one.kind === 'delivery' && one.on === event.on && one.delivery === event.delivery && !one.isRefused,
  )
  const late = came === undefined ? 0 : came.at - event.at
  return late < AS_SAID ? undefined : `came ${spanOf(late)} late, after newer ones`
}
