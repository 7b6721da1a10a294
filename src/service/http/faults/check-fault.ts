import type { World } from '../../../engine/model/world'
import { perhaps } from '../../../kernel/nearest-name'
import { subscriptionGroups } from '../checks/subscription'
import { checkFaultEffect } from './check-fault-effect'
import { checkDeliveryPattern, checkPattern, PATTERNS, type Reach } from './check-pattern'
import { namesDeliveries } from './delivery-pattern'
import { demand, isCount } from './demand'
import { endOf } from './end-of'
import { actsOn, type FaultKind, type FaultSide } from './fault-kinds'
import type { FaultEffect, FaultOptions, RecordCondition } from './fault-options'

const OPTIONS = [
  'on',
  'when',
  'skip',
  'request',
  'attempt',
  'times',
  'probability',
  'after',
  'during',
  'then',
]
/** Effects on GET requests only. */
const READS: readonly FaultKind[] = ['staleRead', 'pageDrift']

/** The part of a world that faults are checked against. */
export type FaultWorld = Pick<World, 'registry' | 'assumptions'> & {
  readonly clock: Pick<World['clock'], 'now'>
}

/**
 * Validates the options of `faults.inject` and returns what the fault acts on. Mistakes are reported here,
 * because a misspelt fault would never hit. @throws OptionError
 */
export function checkFault(world: FaultWorld, reach: Reach, options: FaultOptions): FaultSide {
  const { now } = world.clock
  demand(
    typeof options === 'object' && options !== null,
    'then',
    'a fault is an object such as { then: { status: 503 } }',
  )
  for (const name of Object.keys(options)) {
    demand(
      OPTIONS.includes(name),
      name,
      `a fault has no option ${name}${perhaps(name, OPTIONS)}; it has ${OPTIONS.join(', ')}`,
    )
  }
  const { on, when, after, during, then } = options
  checkOn(world, reach, on)
  checkCounts(options)
  if (when !== undefined && typeof when !== 'function') checkCondition(world, when)
  const from = after === undefined ? now : endOf('after', after, now)
  if (during !== undefined) endOf('during', during, from)
  const kind = checkFaultEffect(then, now)
  const side = namesDeliveries(on) || !actsOn(kind, 'requests') ? 'deliveries' : 'requests'
  checkGroups(world, then)
  demand(actsOn(kind, side), 'then', `then.${kind} acts on requests, and on names deliveries`)
  demand(
    side === 'requests' || typeof on !== 'string' || namesDeliveries(on),
    'on',
    `then.${kind} acts on deliveries, such as \`DELIVERY *\``,
  )
  demand(
    !READS.includes(kind) || typeof on !== 'string' || /^(GET|\*) /i.test(on),
    'on',
    `then.${kind} acts on GET, such as \`GET /public/v1/invoices/\``,
  )
  for (const option of ['request', 'attempt'] as const)
    demand(
      options[option] === undefined || side === 'requests',
      option,
      `${option} counts requests, and this fault acts on deliveries`,
    )
  return side
}

function checkOn({ assumptions }: FaultWorld, reach: Reach, on: unknown): void {
  if (on === undefined || typeof on === 'function') return
  demand(typeof on === 'string', 'on', PATTERNS)
  if (namesDeliveries(on)) checkDeliveryPattern(reach, on)
  else checkPattern(reach, on, assumptions.peek('trailing-slash') === 'accept')
}

function checkCounts({ skip, request, attempt, times, probability }: FaultOptions): void {
  for (const [option, value] of Object.entries({ request, attempt }))
    demand(
      value === undefined || (isCount(value) && value > 0),
      option,
      `${option} is a whole number above 0`,
    )
  demand(skip === undefined || isCount(skip), 'skip', 'skip is a whole number, 0 or more')
  demand(
    times === undefined || times === Number.POSITIVE_INFINITY || (isCount(times) && times > 0),
    'times',
    'times is a whole number above 0, or Infinity',
  )
  demand(
    probability === undefined || (typeof probability === 'number' && probability >= 0 && probability <= 1),
    'probability',
    'probability is from 0 to 1',
  )
}

function checkCondition({ registry }: FaultWorld, when: RecordCondition): void {
  demand(
    typeof when === 'object' && when !== null,
    'when',
    "when is an object such as { records: 'invoices', atLeast: 3 }, or a function",
  )
  for (const name of Object.keys(when)) {
    demand(
      ['records', 'atLeast', 'atMost'].includes(name),
      `when.${name}`,
      `when has no ${name}; it has records, atLeast and atMost`,
    )
  }
  const names = registry.definitions.map(({ name }) => name)
  demand(
    names.includes(when.records),
    'when.records',
    `when.records names no record type${perhaps(String(when.records), names)}; there are ${names.join(', ')}`,
  )
  for (const bound of ['atLeast', 'atMost'] as const)
    demand(
      when[bound] === undefined || isCount(when[bound]),
      `when.${bound}`,
      `when.${bound} is a whole number, 0 or more`,
    )
  const { atLeast = 0, atMost = atLeast } = when
  demand(atLeast <= atMost, 'when.atMost', 'when.atMost is no less than when.atLeast')
}

function checkGroups(world: FaultWorld, then: FaultEffect): void {
  if (!('lapseSubscription' in then) || then.lapseSubscription === true) return
  const groups = subscriptionGroups(world)
  demand(
    then.lapseSubscription.every((group) => groups.includes(group)),
    'then.lapseSubscription',
    `then.lapseSubscription names groups: ${groups.join(', ')}`,
  )
}
