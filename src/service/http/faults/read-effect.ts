import { OptionError, wrongOption } from '../../../errors/option-error'
import * as read from '../../../errors/reader'
import { invariant } from '../../../kernel/invariant'
import { isPlainObject } from '../../../kernel/is-object'
import { memberNames } from '../../../kernel/member-names'
import { didYouMean } from '../../../kernel/nearest-name'
import { isBodiless } from '../responses/bodiless'
import type { FaultWorld, Kind } from './fault-kind'
import { FAULT_KINDS, type FaultEffect, type FaultKind } from './fault-kinds'

const NAMES = memberNames(FAULT_KINDS)
const KNOWN = Object.values(FAULT_KINDS).flatMap(({ alsoTakes = {} }) => Object.keys(alsoTakes))

export function faultKindOf(effect: FaultEffect): Kind<FaultEffect> {
  const name = NAMES.find((one) => Object.hasOwn(effect, one))
  invariant(name, 'an effect has a kind')
  return FAULT_KINDS[name]
}

/** Checks an effect, which has exactly one kind, and returns the kind. @throws OptionError */
export function readEffect(world: FaultWorld, then: unknown, option = 'then'): FaultKind {
  if (!isPlainObject(then)) throw wrongOption(option, 'an object such as { status: 503 }', then)
  const [kind, ...more] = NAMES.filter((name) => Object.hasOwn(then, name))
  if (kind === undefined || more.length > 0) throw noSingleKind(then, option)
  const { read: readerIn, alsoTakes = {} } = FAULT_KINDS[kind]
  read.members({ [kind]: readerIn(world), ...alsoTakes })(then, option)
  if (then.body !== undefined && isBodiless(then.status as number))
    throw new OptionError(
      `${option}.body`,
      `${option}.body must be absent, because a response with status ${then.status} has no body`,
    )
  return kind
}

function noSingleKind(then: object, option: string): OptionError {
  const others = Object.keys(then).filter((name) => ![...NAMES, ...KNOWN].includes(name))
  const meant = others[0] === undefined ? '' : `, not ${others.join(', ')}${didYouMean(others[0], NAMES)}`
  return new OptionError(option, `${option} must have exactly one of ${NAMES.join(', ')}${meant}`)
}
