import type { Crossing, Held, PlanOutcome } from '../run/events'
import { eventPlace, namedPlace, spanOf } from './places'
import { resultOf } from './results'
import type { Telling } from './telling'

/** Crossings that are named of those that overtook a held one: the first and the last. */
const NAMED = 4

const HOLDS = { out: 'held on its way', back: 'its answer was held', in: 'held on its way' }

/** The order of the crossings around a held one, line by line, with the time since it was sent. */
export function sequenceOf(
  { events, points, plan }: PlanOutcome,
  struck: Crossing,
  held: Held,
  telling: Telling,
): string[] {
  const begin = struck.kind === 'request' ? struck.sentAt : struck.at
  const { leg, from, until, index, hasCome } = held
  const last = plan[index]?.until?.leg ?? (leg === 'out' ? 'out' : 'back')
  const isSeen = (other: string): boolean => other === last || (leg !== 'out' && other !== 'out')
  const overtaking = points.filter(({ event, leg: other, at }) => {
    const isMeanwhile = at >= from && at < until
    return isMeanwhile && events[event] !== struck && isSeen(other)
  })
  const lines = overtaking.map(({ event, leg: other, at }): [number, string] => {
    const crossing = events[event] as Crossing
    const result = other === 'out' ? '' : ` -> ${resultOf(crossing)}`
    if (other !== 'out') telling.noteTold(crossing)
    const name = crossing.kind === 'request' ? namedPlace(crossing) : eventPlace(crossing)
    return [at, `overtaken by ${name}${result}`]
  })
  const left = lines.length - NAMED
  const named = left > 1 ? [...lines.slice(0, NAMED - 1), moreOf(left, lines), ...lines.slice(-1)] : lines
  return [
    [begin, 'sent'] as [number, string],
    [from, HOLDS[leg]] as [number, string],
    ...named,
    [until, `${hasCome ? 'arrived' : 'held no longer, arrived'} -> ${resultOf(struck)}`] as [number, string],
  ].map(([at, text]) => `${spanOf(at - begin).padEnd(6)} ${text}`)
}

const moreOf = (count: number, lines: readonly [number, string][]): [number, string] => [
  lines[NAMED - 1]?.[0] ?? 0,
  `overtaken by ${count} more`,
]
