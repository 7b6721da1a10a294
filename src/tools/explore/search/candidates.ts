import { type KindName, kindOf } from '../plan/kinds'
import type { Misfortune, Plan } from '../plan/plan'
import { canMeet, misfortuneAt, numbersFor, type Operation, positionsOf } from './operations'
import { inTurn } from './second-misfortunes'
import type { SeededNumbers } from './seeded-numbers'

/**
 * Each misfortune alone, at the first request of each operation. Where a list had several pages, those of pages come
 * first, and edits of somebody else between a read and its write. What others meet, too, happens in both orders if
 * requests were sent together.
 */
export function* atFirstRequest(
  operations: readonly Operation[],
  kinds: readonly KindName[],
): Iterable<Plan> {
  const isAimed = (operation: Operation, kind: KindName): boolean => {
    const { fault, othersAct } = kindOf(kind)
    if (operation.isReadBefore && othersAct === 'edits') return true
    return operation.paged.length > 0 && fault !== undefined && 'pageDrift' in fault
  }
  for (const isFirst of [true, false])
    for (const kind of kinds)
      for (const operation of operations)
        if (canMeet(operation, kind) && isAimed(operation, kind) === isFirst)
          yield [misfortuneAt(operation, numbersFor(operation, kind)[0] ?? 1, kind)]
  for (const kind of kinds)
    for (const operation of operations)
      if (operation.together !== undefined && canMeet(operation, kind) && kindOf(kind).hitsLaterOnes)
        yield [{ ...misfortuneAt(operation, operation.together, kind), last: true }]
}

/** Misfortunes that leave the client in doubt or kill it at each further request, others at a middle and the last. */
export function* atEachRequest(operations: readonly Operation[], kinds: readonly KindName[]): Iterable<Plan> {
  const most = Math.max(0, ...operations.map(({ count }) => count))
  for (let number = 2; number <= most; number += 1)
    for (const operation of operations)
      if (number <= operation.count)
        for (const kind of kinds)
          if (isGrave(kind) && canMeet(operation, kind)) yield [misfortuneAt(operation, number, kind)]
  for (const kind of kinds)
    for (const operation of operations) {
      if (isGrave(kind) || !canMeet(operation, kind)) continue
      const numbers = numbersFor(operation, kind)
      for (const position of positionsOf(numbers.length))
        if (position > 1) yield [misfortuneAt(operation, numbers[position - 1] as number, kind)]
    }
}

/** Misfortunes at needless repeats, such as a list read each night: grave ones at each, others at the last. */
export function* furtherTries(operations: readonly Operation[], kinds: readonly KindName[]): Iterable<Plan> {
  const most = Math.max(0, ...operations.flatMap(({ tries }) => tries))
  for (let attempt = 2; attempt <= most; attempt += 1)
    for (const operation of operations)
      for (const [position, tries] of operation.tries.entries())
        if (attempt <= tries)
          for (const kind of kinds)
            if (
              (isGrave(kind) || attempt === tries) &&
              canMeet(operation, kind) &&
              numbersFor(operation, kind).includes(position + 1)
            )
              yield [misfortuneAt(operation, position + 1, kind, attempt)]
}

const REFUSALS_AT_MOST = 24

/** At each further request and try a misfortune that is not carried out: the program may do more than at the first. */
export function refusals(
  operations: readonly Operation[],
  unlike: ReadonlyMap<string, ReadonlySet<KindName>>,
): Plan[] {
  const plans = operations.map((operation): Plan[] => {
    const kind = [...(unlike.get(operation.on) ?? [])].find(isRefusal)
    if (kind === undefined) return []
    const places = operation.tries.flatMap((tries, position) =>
      Array.from({ length: tries }, (_, before) => [position + 1, before + 1] as const),
    )
    return places.slice(1).map(([number, attempt]) => [misfortuneAt(operation, number, kind, attempt)])
  })
  return [...inTurn(plans)].slice(0, REFUSALS_AT_MOST)
}

function isRefusal(name: KindName): boolean {
  const { to, fault, during, isCarriedOut, isAnsweredAsUsual } = kindOf(name)
  return to === 'request' && fault !== undefined && !during && !isCarriedOut && !isAnsweredAsUsual
}

function isGrave(name: KindName): boolean {
  const { isAmbiguous, processFault, reception } = kindOf(name)
  return isAmbiguous === true || reception !== undefined || processFault?.kills !== undefined
}

const MOST_MISFORTUNES = 4
const MOST_TRIES = 3

/** Some misfortunes at random, without end; one in four is another order, if there are any. */
export function* randomPlans(
  operations: readonly Operation[],
  kinds: readonly KindName[],
  orders: readonly Misfortune[],
  numbers: SeededNumbers,
): Iterable<Plan> {
  const choices = operations
    .map((operation) => {
      // Requests count otherwise after a misfortune, so one of pages might come at a look-up.
      const isAnywhere = (kind: KindName): boolean => numbersFor(operation, kind).length === operation.count
      return { operation, kinds: kinds.filter((kind) => canMeet(operation, kind) && isAnywhere(kind)) }
    })
    .filter((choice) => choice.kinds.length > 0)
  if (choices.length + orders.length === 0) return
  for (;;) {
    const size = 2 + numbers.below(MOST_MISFORTUNES - 1)
    yield Array.from({ length: size }, () => {
      if (orders.length > 0 && (choices.length === 0 || numbers.below(4) === 0)) return numbers.pick(orders)
      const choice = numbers.pick(choices)
      // A little beyond what the calm run needed: after a misfortune there may be more requests.
      const number = 1 + numbers.below(choice.operation.count + 1)
      const attempt = numbers.below(3) === 0 ? 1 + numbers.below(MOST_TRIES) : 1
      return misfortuneAt(choice.operation, number, numbers.pick(choice.kinds), attempt)
    })
  }
}
