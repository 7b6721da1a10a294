import { didYouMean } from '../../../kernel/nearest-name'
import { COMPARED_NOTHING } from '../oracles/oracle'
import type { Misfortune } from '../plan/plan'
import { isExchange, type PlanOutcome, type TrialEvent } from '../run/events'
import { refusalsIn } from './calm-story'
import { placeText } from './story'

/**
 * Tells whether a survival shows nothing: none of the misfortunes of the plan happened, or nothing crossed without a
 * misfortune that was accepted.
 */
export const isIdle = ({ plan, met, events }: PlanOutcome): boolean =>
  plan.length > 0
    ? met.length === 0
    : !events.some(
        (event) => isExchange(event) && event.status !== null && (event.status < 400 || isUsual(event)),
      )

/** A search that finds nothing, and a pause that the service asks for, are part of a good program. */
const isUsual = (event: TrialEvent): boolean =>
  event.kind === 'request' &&
  (event.status === 429 || (event.status === 404 && /^GET .*\{\}\/$/.test(event.on)))

export const UNMET = 'no misfortune happened'

/** It may be meant: a check that asserts needs no list. */
const UNLISTED =
  'check gave no list of complaints back, so that only what it throws counts; a function with braces needs a return'

export const OUTSIDE =
  'check looked at the world that explore was given, to which no plan happens, and at no member of its argument: ' +
  'take simulator from that'

/** A program that does nothing, or nothing that the service accepts, survives everything. */
export function warningsOf(calm: PlanOutcome): string[] {
  if (calm.plan.length > 0) return isIdle(calm) ? unmetIn(calm) : []
  if (!calm.events.some(isExchange))
    return [
      'the program neither sent a request nor received a delivery, so nothing could happen to it; ' +
        `does it use ${calm.isReal ? 'the address in ACCOUNTING_URL' : 'the baseUrl of the stage'}?`,
    ]
  const nothing =
    'without any misfortune, the program made nothing that a check could look at: no record was changed, no file ' +
    'was written, and run gave nothing back; does the check compare nothing with nothing?'
  const refusals = refusalsIn(calm.events.filter((event) => !isUsual(event)))
  if (calm.isEmpty && refusals.length === 0) return [nothing, ...leftIn(calm)]
  return [
    ...refusals.map((text) => `without any misfortune: ${text}`),
    ...leftIn(calm),
    ...(calm.isUnlisted ? [UNLISTED] : []),
    ...(calm.isOutside ? [OUTSIDE] : []),
  ]
}

/** Requests that were under way when their run ended. Of several tries at once, one answer is enough. */
function leftIn({ events }: PlanOutcome): string[] {
  const requests = events.filter((event) => event.kind === 'request')
  const left = requests.filter(
    ({ isLeft, on, request }) =>
      isLeft && requests.every((one) => one.isLeft || one.on !== on || one.request !== request),
  )
  const names = [...new Set(left.map(({ on }) => on))].slice(0, NAMED).join(' and ')
  return names === '' ? [] : [`run ended while ${names} was under way: does it return its promise?`]
}

const NAMED = 2

/** Each misfortune of a plan that nothing met, with the name that is near. */
function unmetIn({ plan, events }: PlanOutcome): string[] {
  const known = [...new Set(events.flatMap((event) => (event.kind === 'program' ? [] : [event.on])))]
  return plan.map((misfortune) => {
    const { on, do: kind } = misfortune
    if (!known.includes(on)) return `${on} did not come${didYouMean(on, known)}`
    return events.some((event) => isAt(misfortune, event))
      ? `${kind} could not happen to ${placeText(misfortune)}`
      : `${placeText(misfortune)} did not come`
  })
}

/** The program may have changed since the plan was found; then it shows nothing any more. */
export const warningsOfKept = (outcome: PlanOutcome): string[] =>
  outcome.plan.length === 0 ? [] : [`a kept plan changes nothing: ${unmetIn(outcome).join(', ')}`]

const isAt = ({ on, request, attempt = 1, delivery, write }: Misfortune, event: TrialEvent): boolean => {
  if (event.kind === 'program' || event.on !== on) return false
  if (event.kind === 'write') return event.write === write
  return (
    (event.kind === 'request' ? event.request === request : event.delivery === delivery) &&
    event.attempt === attempt
  )
}

/** The texts on what was there for nothing in each plan up to the last one. */
export const idleThroughout = (idle: Iterable<readonly [string, number | null]>, last = Infinity): string[] =>
  [...idle].filter(([, first]) => first === null || first > last).map(([text]) => text)

/** Tells whether the check compared nothing at all, so that it could not complain. */
export const comparedNothing = (idle: readonly string[]): boolean => idle.includes(COMPARED_NOTHING)
