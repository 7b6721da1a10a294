import { type KindName, kindOf } from '../plan/kinds'
import type { Plan } from '../plan/plan'
import type { Outcome } from '../run/events'
import type { SeededNumbers } from './seeded-numbers'
import { canMeet, misfortuneAt, type Operation, positionsOf } from './surface'

/** Each misfortune alone, at the first request of each operation. */
export function* firsts(surface: readonly Operation[], kinds: readonly KindName[]): Iterable<Plan> {
  for (const kind of kinds)
    for (const operation of surface) if (canMeet(operation, kind)) yield [misfortuneAt(operation, 1, kind)]
}

/**
 * What leaves the client in doubt, or kills it, at each further request; other misfortunes at the last and the middle
 * one.
 */
export function* everywhere(surface: readonly Operation[], kinds: readonly KindName[]): Iterable<Plan> {
  const most = Math.max(0, ...surface.map(({ count }) => count))
  for (let number = 2; number <= most; number += 1)
    for (const operation of surface)
      if (number <= operation.count)
        for (const kind of kinds)
          if (isGrave(kind) && canMeet(operation, kind)) yield [misfortuneAt(operation, number, kind)]
  for (const kind of kinds)
    for (const operation of surface)
      for (const number of positionsOf(operation.count))
        if (!isGrave(kind) && number > 1 && canMeet(operation, kind))
          yield [misfortuneAt(operation, number, kind)]
}

/**
 * What a program sends more than once without need, such as a list that it reads each night: what is grave at each
 * further try, other misfortunes at the last one.
 */
export function* furtherTries(surface: readonly Operation[], kinds: readonly KindName[]): Iterable<Plan> {
  const most = Math.max(0, ...surface.flatMap(({ tries }) => tries))
  for (let attempt = 2; attempt <= most; attempt += 1)
    for (const operation of surface)
      for (const [position, tries] of operation.tries.entries())
        if (attempt <= tries)
          for (const kind of kinds)
            if ((isGrave(kind) || attempt === tries) && canMeet(operation, kind))
              yield [misfortuneAt(operation, position + 1, kind, attempt)]
}

function isGrave(name: KindName): boolean {
  const { isAmbiguous, blow, reception } = kindOf(name)
  return isAmbiguous === true || reception !== undefined || (blow !== undefined && 'kills' in blow)
}

/** A misfortune on the first try of a request that led to another try. */
export interface Opening {
  readonly operation: Operation
  readonly number: number
  readonly kind: KindName
}

/** The singles after which the request was tried more often than in the calm run. */
export function openingsOf(
  surface: readonly Operation[],
  calm: Outcome,
  played: readonly Outcome[],
): Opening[] {
  return played.flatMap(({ plan, met, requests }) => {
    const [misfortune] = plan
    const operation = surface.find(({ on }) => on === misfortune?.on)
    if (!misfortune?.request || !operation || met.length === 0) return []
    const { on, request } = misfortune
    const triesOf = (outcome: Pick<Outcome, 'requests'>): number => outcome.requests[on]?.[request - 1] ?? 0
    if (triesOf({ requests }) <= triesOf(calm)) return []
    return [{ operation, number: request, kind: misfortune.do }]
  })
}

/** What happens to two tries of one request, the openings that leave the client in doubt first. */
export function* chains(openings: readonly Opening[], kinds: readonly KindName[]): Iterable<Plan> {
  const isWrite = ({ operation }: Opening): boolean => operation.targets.has('write')
  const rankOf = (opening: Opening): number => (isWrite(opening) ? 0 : 2) + (isGrave(opening.kind) ? 0 : 1)
  const seconds = kinds.filter(isBrief)
  for (let rank = 0; rank < 4; rank += 1)
    for (const second of seconds)
      for (const opening of openings) {
        const { operation, number, kind } = opening
        if (rankOf(opening) !== rank || number > 1 || !canMeet(operation, second)) continue
        yield [misfortuneAt(operation, number, kind), misfortuneAt(operation, number, second, 2)]
      }
}

/** It concerns a single try. */
function isBrief(name: KindName): boolean {
  const { during, blow, fault } = kindOf(name)
  return during === undefined && (fault !== undefined || (blow !== undefined && 'kills' in blow))
}

/** One of each in turn, until both are over. */
export function* inTurn(one: Iterable<Plan>, other: Iterable<Plan>): Iterable<Plan> {
  const sources = [one[Symbol.iterator](), other[Symbol.iterator]()]
  for (let over = 0; over < sources.length; ) {
    over = 0
    for (const source of sources) {
      const { done, value } = source.next()
      if (done) over += 1
      else yield value
    }
  }
}

const MOST_MISFORTUNES = 4
const MOST_TRIES = 3

/** Some misfortunes at random, without end. */
export function* randomPlans(
  surface: readonly Operation[],
  kinds: readonly KindName[],
  numbers: SeededNumbers,
): Iterable<Plan> {
  const choices = surface
    .map((operation) => ({ operation, kinds: kinds.filter((kind) => canMeet(operation, kind)) }))
    .filter((choice) => choice.kinds.length > 0)
  if (choices.length === 0) return
  for (;;) {
    const size = 2 + numbers.below(MOST_MISFORTUNES - 1)
    yield Array.from({ length: size }, () => {
      const choice = numbers.pick(choices)
      // A little beyond what the calm run needed: after a misfortune there may be more requests.
      const number = 1 + numbers.below(choice.operation.count + 1)
      const attempt = numbers.below(3) === 0 ? 1 + numbers.below(MOST_TRIES) : 1
      return misfortuneAt(choice.operation, number, numbers.pick(choice.kinds), attempt)
    })
  }
}
