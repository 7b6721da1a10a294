import { isRead } from '../../../kernel/operation-text'
import { isExchange, type PlanOutcome, type RequestEvent, type TrialEvent } from '../run/events'
import { roundOf } from './against-calm'
import { after, eventPlace, isAlike, namedPlace, requestSubject, spanOf } from './places'
import { changesIn, inBrackets } from './reactions'
import { isDuplicate, KEPT, keyHolder, recordOf, resultOf } from './results'
import { isOfComplaint, type Telling } from './telling'

/** Refused requests in the story of a run without misfortunes, and writes. */
const LINES = 3
/** Without a misfortune there is only the program, and what the service thinks of it. */
export function calmLines(
  outcome: Pick<PlanOutcome, 'events' | 'isReal' | 'rounds' | 'complaints'>,
  telling: Telling,
): string[] {
  const { events, isReal } = outcome
  const again = duplicatesIn(outcome)
  const run = laterRunIn(outcome)
  const lines = [
    run === undefined
      ? '  No misfortune is needed: the program fails by itself.'
      : '  No misfortune is needed: each plan runs the program more than once, and a later run fails.',
  ]
  if (!events.some(isExchange)) return [...lines, isReal ? UNREACHED : BYPASSED]
  const sent = events.filter((event) => event.kind === 'request')
  const refused = refusalsIn(events)
  const gaveUp = events.flatMap((event) =>
    event.kind === 'program' && event.why ? [`${event.did}: ${event.why}`] : [],
  )
  const told = [...again.flatMap(({ texts }) => texts), ...refused, ...gaveUp.slice(0, 1)]
  const writes = sent.filter(({ on }) => !isRead(on))
  const named = writes.filter((event) => telling.isOfComplaint(event))
  const last = (named.length > 0 ? named : writes).slice(-LINES)
  const shown = told.length > 0 ? told : last.map((event) => `${namedPlace(event)} -> ${resultOf(event)}`)
  return [
    ...lines,
    ...again.flatMap(({ note }) => (note === undefined ? [] : [`  ${note}`])).slice(0, 1),
    ...shown.map((text) => `     You: ${text}`),
  ]
}

const BYPASSED =
  '  No request reached the service. If the program sends some, its client bypasses the simulator: give it the fetch ' +
  "of the stage (axios: { adapter: 'fetch' }), or let msw answer: setupServer(...handlers(world)).listen()"

const UNREACHED =
  '  No request reached the service. It is at the address in ACCOUNTING_URL, another one in each run: ' +
  'does the program read that?'

/** The refusals of the service, each refusal of an operation once. */
export function refusalsIn(events: readonly TrialEvent[]): string[] {
  const known = new Set<string>()
  const lines = events.flatMap((event) => {
    if (event.kind !== 'request' || (event.status ?? 0) < 400) return []
    const result = resultOf(event)
    if (known.has(event.on + result)) return []
    known.add(event.on + result)
    return [`${namedPlace(event)} -> ${result}${keyHolder(event, events)}`]
  })
  return lines.slice(0, LINES)
}

type Played = Pick<PlanOutcome, 'events' | 'rounds' | 'complaints'>

interface Repeated {
  readonly note: string | undefined
  readonly laterRun: number | undefined
  /** A complaint names one of the two records. Others may be meant, such as one more each night. */
  readonly isOfComplaint: boolean
  readonly texts: readonly string[]
}

/** The run that made again what an earlier one had made, if a complaint names that; undefined if it was one run. */
export function laterRunIn(outcome: Played): number | undefined {
  const [first] = duplicatesIn(outcome)
  return first?.isOfComplaint ? first.laterRun : undefined
}

/** Records that were made once more by a request like an earlier one, those that a complaint names first. */
function duplicatesIn(outcome: Played): Repeated[] {
  const made = outcome.events.flatMap((event) =>
    event.kind === 'request' && event.reason?.verb === 'create' ? [event] : [],
  )
  const all = made.flatMap((event, at): Repeated[] => {
    const first = made.slice(0, at).find((one) => isAlike(one, event) && isDuplicate(one, event))
    if (!first) return []
    const apart = event.at - first.at
    const [before, now] = [roundOf(first, outcome), roundOf(event, outcome)]
    const run = now > before ? now : undefined
    const how = inBrackets(requestSubject(event), changesIn(event, first))
    const later = `${eventPlace(event)}${after(apart)}${how} -> ${resultOf(event)}`
    return [
      {
        note: run === undefined ? undefined : noteOn(first, event, apart),
        laterRun: run,
        isOfComplaint: isOfComplaint(first, outcome) || isOfComplaint(event, outcome),
        texts: [`${namedPlace(first)} -> ${resultOf(first)}`, `${later}, a duplicate of ${recordOf(first)}`],
      },
    ]
  })
  return all.sort((one, other) => Number(other.isOfComplaint) - Number(one.isOfComplaint)).slice(0, LINES)
}

function noteOn(first: RequestEvent, event: RequestEvent, apart: number): string {
  const isSameKey = first.idempotencyKey !== null && first.idempotencyKey === event.idempotencyKey
  const again = `made ${recordOf(first)} again as ${recordOf(event)}.`
  return isSameKey && apart >= KEPT
    ? `The service forgets an Idempotency-Key after 48 hours (§10); the same key, ${spanOf(apart)} later, ${again}`
    : `It ran again with the same data ${spanOf(apart)} later, as after a restart; the later run ${again}`
}
