import type { PlanOutcome, RequestEvent, Struck } from '../run/events'
import type { AgainstCalm } from './against-calm'
import { namesText } from './contrast'
import { fileName, namedPlace, requestPlace, requestSubject } from './places'
import { resultOf } from './results'

/** Says what the program sent in the calm run, and did not send here: writes, or else its first read, or its files. */
export function missingLines(against: AgainstCalm, outcome: PlanOutcome, calm: PlanOutcome): string[] {
  const requests = against.missing.filter((event) => event.kind === 'request')
  const writes = requests.filter(({ on }) => !on.startsWith('GET '))
  const [read] = requests
  if (writes.length > 0) return [...byOperation(writes)].map(sentText)
  if (read) return [`Only in the calm run: ${namedPlace(read)} -> ${resultOf(read)}`]
  const files = Object.keys(calm.writes).flatMap((on) => {
    const [count = 0, here = 0] = [calm.writes[on], outcome.writes[on]]
    return count === here ? [] : [`${fileName(on)} ${timesOf(count)}, here ${timesOf(here)}`]
  })
  if (files.length > 0) return [`In the calm run you wrote ${files.join('; ')}.`]
  // The story of a hold has the order.
  const isHeld = outcome.plan.some(({ until }) => until !== undefined)
  const [one, other] = (isHeld ? [] : (against.swapped ?? [])).map(endText)
  return other === undefined ? [] : [`In the calm run ${one} came before ${other}; here it came after it.`]
}

/** 'the answer of GET /public/v1/invoices/ #1 (R-1)' or 'the write of the file done A' */
const endText = (event: Struck): string =>
  event.kind === 'request' ? `the answer of ${requestPlace(event)}` : `the write of ${fileName(event.on)}`

const timesOf = (count: number): string => (count === 1 ? 'once' : count === 0 ? 'never' : `${count} times`)

function byOperation(events: readonly RequestEvent[]): Map<string, RequestEvent[]> {
  const known = new Map<string, RequestEvent[]>()
  for (const event of events) known.set(event.on, [...(known.get(event.on) ?? []), event])
  return known
}

function sentText([on, events]: [string, RequestEvent[]]): string {
  const [only] = events as [RequestEvent]
  if (events.length === 1) return `Only in the calm run: ${namedPlace(only)} -> ${resultOf(only)}`
  const subjects = [...new Set(events.map((event) => requestSubject(event) ?? `#${event.request}`))]
  return `Only in the calm run: ${on} ${events.length} times more (${namesText(subjects)})`
}
