import { OptionError } from '../../../errors/option-error'
import * as read from '../../../errors/reader'
import { acceptsNoSlash, type Route } from '../routes/route'
import {
  checkDeliveryPattern,
  checkPattern,
  type KnownOperations,
  PATTERNS,
  reachedBy,
} from './check-pattern'
import { namesDeliveries } from './delivery-pattern'
import type { FaultSide, FaultWorld } from './fault-kind'
import { FAULT_KINDS, type FaultEffect } from './fault-kinds'
import type { FaultOptions } from './fault-options'
import { readPattern } from './fault-pattern'
import { faultKindOf, readEffect } from './read-effect'

export type { FaultWorld } from './fault-kind'

/** The options besides `then`. */
const readersIn = (world: FaultWorld, reach: KnownOperations) => ({
  on: read.orUndefined(patternIn(world, reach)),
  when: read.orUndefined(conditionIn(world)),
  skip: read.orUndefined(read.whole(0)),
  request: read.orUndefined(read.whole(1)),
  attempt: read.orUndefined(read.whole(1)),
  times: read.orUndefined(read.endlessCount),
  probability: read.orUndefined(
    read.form<number>(
      'a number from 0 to 1',
      (given) => typeof given === 'number' && given >= 0 && given <= 1,
    ),
  ),
  after: read.orUndefined(read.endAfter(world.clock.now)),
  during: read.unchecked,
  then: read.unchecked,
})

/**
 * Validates the options of `faults.inject` and returns what the fault acts on. Mistakes are reported here,
 * because a misspelt fault would never hit. @throws OptionError
 */
export function checkFault(
  world: FaultWorld,
  reach: KnownOperations,
  options: unknown,
  option = '',
): FaultSide {
  const example = 'an object such as { then: { status: 503 } }'
  const { on, after, during, then, ...counts } = read.members(readersIn(world, reach), example)(
    options,
    option,
  )
  const at = (name: string): string => read.below(option, name)
  read.orUndefined(read.endAfter(after ?? world.clock.now))(during, at('during'))
  const kind = readEffect(world, then, at('then'))
  const { requests } = FAULT_KINDS[kind]
  const sides = sidesOf(then as FaultEffect)
  const side = namesDeliveries(on) || !sides.includes('requests') ? 'deliveries' : 'requests'
  const refuseIf = (isWrong: boolean, name: string, why: string): void => {
    if (isWrong) throw new OptionError(at(name), why)
  }
  const named = `then.${kind}${kind === 'evolve' ? ` '${(then as { evolve: string }).evolve}'` : ''}`
  refuseIf(!sides.includes(side), 'then', `${named} acts on requests, and on names deliveries`)
  if (typeof on === 'string') {
    const isOther = side === 'deliveries' && !namesDeliveries(on)
    refuseIf(isOther, 'on', `${named} acts on deliveries, such as \`DELIVERY *\``)
    const isOtherVerb = requests?.getOnly === true && !/^(GET|\*) /i.test(on)
    refuseIf(isOtherVerb, 'on', `then.${kind} acts on GET, such as \`GET /public/v1/invoices/\``)
  }
  const pattern = typeof on === 'string' && side === 'requests' ? readPattern(on) : undefined
  const canReach = requests?.canReach as ((route: Route, effect: unknown) => boolean) | undefined
  if (pattern && canReach) {
    const reached = reachedBy(reach.routes, pattern, acceptsNoSlash(world))
    const isReached = reached.some((route) => canReach(route, then))
    refuseIf(!isReached, 'on', `on: ${named} acts on ${requests?.actsOn}`)
  }
  for (const name of ['request', 'attempt'] as const)
    refuseIf(
      counts[name] !== undefined && side === 'deliveries',
      name,
      `${name} counts requests, and this fault acts on deliveries`,
    )
  return side
}

function sidesOf(effect: FaultEffect): readonly FaultSide[] {
  const kind = faultKindOf(effect)
  return kind.sides?.(effect) ?? (['requests', 'deliveries'] as const).filter((side) => kind[side])
}

const patternIn =
  ({ assumptions }: FaultWorld, reach: KnownOperations): read.Reader<FaultOptions['on']> =>
  (given, option) => {
    const on = read.form<NonNullable<FaultOptions['on']>>(
      PATTERNS,
      (one) => typeof one === 'function' || typeof one === 'string',
    )(given, option)
    if (typeof on === 'function') return on
    if (namesDeliveries(on)) checkDeliveryPattern(reach, on, option)
    else checkPattern(reach, on, assumptions.peek('trailing-slash') === 'accept', option)
    return on
  }

const conditionIn =
  ({ registry }: FaultWorld): read.Reader<unknown> =>
  (given, option) => {
    if (typeof given === 'function') return given
    const names = registry.definitions.map(({ name }) => name)
    const { atLeast = 0, atMost = atLeast } = read.members(
      {
        records: read.oneOfNames(names),
        atLeast: read.orUndefined(read.whole(0)),
        atMost: read.orUndefined(read.whole(0)),
      },
      "an object such as { records: 'invoices', atLeast: 3 }, or a function",
    )(given, option)
    if (atLeast > atMost)
      throw new OptionError(`${option}.atMost`, `${option}.atMost must be no less than ${option}.atLeast`)
    return given
  }
