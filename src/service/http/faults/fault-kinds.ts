import type { World } from '../../../engine/model/world'
import { OptionError, wrongOption } from '../../../errors/option-error'
import * as read from '../../../errors/reader'
import { perhaps } from '../../../kernel/nearest-name'
import { maintenanceReaders } from '../checks/maintenance'
import { readPermission } from '../checks/permissions'
import { subscriptionGroups } from '../checks/subscription'
import { isBodiless } from '../responses/bodiless'
import type { FaultEffect, StatusEffect } from './fault-options'

/** The traffic that a fault acts on. */
export type FaultSide = 'requests' | 'deliveries'

/** The part of a world that faults are checked against. */
export type FaultWorld = Pick<World, 'registry' | 'assumptions'> & {
  readonly clock: Pick<World['clock'], 'now'>
}

type KeyOf<Effect> = Effect extends unknown ? keyof Effect : never
/** Members that only complement a status. */
type Beside = Exclude<keyof StatusEffect, 'status'>

export type FaultKind = Exclude<KeyOf<FaultEffect>, Beside>

/** A kind of effect: a row of the table. */
interface Kind {
  readonly acts: readonly FaultSide[]
  /** It hits GET requests only. */
  readonly getOnly?: true
  /** Members that may stand beside it. */
  readonly beside?: Readonly<Record<string, read.Reader<unknown>>>
  /** Reads its value. */
  readonly read: (world: FaultWorld) => read.Reader<unknown>
}

const BOTH = ['requests', 'deliveries'] as const
const REQUESTS = ['requests'] as const
const DELIVERIES = ['deliveries'] as const

const areHeaders = (given: unknown): boolean => {
  if (!read.isObject(given) || !Object.values(given).every((value) => typeof value === 'string')) return false
  try {
    new Headers(given as Record<string, string>)
    return true
  } catch {
    return false
  }
}

const isJson = (given: unknown): boolean => {
  try {
    return JSON.stringify(given) !== undefined
  } catch {
    return false
  }
}

const onOff = (acts: readonly FaultSide[]): Kind => ({ acts, read: () => read.isTrue })

const trueOrNames =
  (name: read.Reader<unknown>): read.Reader<unknown> =>
  (given, option) =>
    given === true || read.namesOf(name, 'true or an array of names', 1)(given, option)

const drift = read.form('{ create: n } or { remove: n }, n a whole number above 0', (given) => {
  const [[name, count] = [], ...more] = read.isObject(given) ? Object.entries(given) : []
  return (
    more.length === 0 &&
    (name === 'create' || name === 'remove') &&
    Number.isSafeInteger(count) &&
    (count as number) > 0
  )
})
const maintenanceFor = ({ clock }: FaultWorld): read.Reader<unknown> =>
  read.members(
    { ...maintenanceReaders(clock.now), for: read.endAfter(clock.now) },
    "true or an object such as { for: '10 minutes' }",
  )

/** All kinds of effects. A new kind is a row here, its type in fault-options.ts and what it does. */
const KINDS: Readonly<Record<FaultKind, Kind>> = {
  status: {
    acts: BOTH,
    beside: {
      headers: read.optional(read.form('an object of header texts', areHeaders)),
      body: read.optional(read.form('a text or what JSON can say', isJson)),
      retryAfter: read.optional(read.whole(0, undefined, 'seconds')),
    },
    read: () => read.whole(200, 599),
  },
  networkError: onOff(BOTH),
  loseResponse: onOff(BOTH),
  delay: { acts: BOTH, read: ({ clock }) => read.endAfter(clock.now) },
  truncateBody: { acts: BOTH, read: () => read.whole(0, undefined, 'characters') },
  malformedJson: onOff(BOTH),
  contentType: {
    acts: BOTH,
    read: () =>
      read.form(
        "a content type such as 'text/html'",
        (given) => isFilled(given) && areHeaders({ 'content-type': given }),
      ),
  },
  staleRead: { ...onOff(REQUESTS), getOnly: true },
  pageDrift: {
    acts: REQUESTS,
    getOnly: true,
    read: () => drift,
  },
  revokeKey: onOff(REQUESTS),
  losePermission: { acts: REQUESTS, read: () => trueOrNames(readPermission) },
  lapseSubscription: {
    acts: REQUESTS,
    read: (world) => trueOrNames(read.choice(subscriptionGroups(world))),
  },
  maintenance: {
    acts: REQUESTS,
    read: (world) => (given, option) => given === true || maintenanceFor(world)(given, option),
  },
  timeout: onOff(DELIVERIES),
  duplicate: onOff(DELIVERIES),
}

const isFilled = (given: unknown): boolean => typeof given === 'string' && given.trim() !== ''

const NAMES = Object.keys(KINDS) as readonly FaultKind[]
const KNOWN = Object.values(KINDS).flatMap(({ beside = {} }) => Object.keys(beside))

/** Whether effects of the kind act on that side. */
export const actsOn = (kind: FaultKind, side: FaultSide): boolean => KINDS[kind].acts.includes(side)

export const isGetOnly = (kind: FaultKind): boolean => KINDS[kind].getOnly === true

/** Checks an effect, which has exactly one kind, and returns the kind. @throws OptionError */
export function readEffect(world: FaultWorld, then: unknown, option = 'then'): FaultKind {
  if (!read.isObject(then)) throw wrongOption(option, 'an object such as { status: 503 }', then)
  const [kind, ...more] = NAMES.filter((name) => Object.hasOwn(then, name))
  if (kind === undefined || more.length > 0) throw noSingleKind(then, option)
  const { read: readerIn, beside = {} } = KINDS[kind]
  read.members({ [kind]: readerIn(world), ...beside })(then, option)
  if (then.body !== undefined && isBodiless(then.status as number))
    throw new OptionError(
      `${option}.body`,
      `${option}.body must be absent, because a response with status ${then.status} has no body`,
    )
  return kind
}

function noSingleKind(then: object, option: string): OptionError {
  const others = Object.keys(then).filter((name) => ![...NAMES, ...KNOWN].includes(name))
  const meant = others[0] === undefined ? '' : `, not ${others.join(', ')}${perhaps(others[0], NAMES)}`
  return new OptionError(option, `${option} must have exactly one of ${NAMES.join(', ')}${meant}`)
}
