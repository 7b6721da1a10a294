import { recordType } from '../../engine/model/record-type'
import type { World } from '../../engine/model/world'
import { OptionError, wrongOption } from '../../option-error'
import type { Make } from '../record-types/make'
import type { Body } from './kit'
import { isMakeable, makeRecord } from './make-record'

interface MakeScope {
  readonly world: World
  organization(): string
}

const MOST = 100_000

/** The factories of one organisation: one for a record of each type, and one for many. */
export function makeOf(scope: MakeScope): Make {
  const { world } = scope
  const one = (resource: string, given: unknown = {}): unknown => {
    const organization = scope.organization()
    return makeRecord({ world, organization }, resource, membersOf('given', given), world.random.next())
  }
  const many = (resource: string, count: unknown, given: unknown = {}): unknown[] => {
    if (!Number.isSafeInteger(count) || (count as number) < 0 || (count as number) > MOST)
      throw wrongOption('count', `a whole number from 0 to ${MOST}`, count)
    const bodyOf = typeof given === 'function' ? (given as (index: number) => unknown) : () => given
    return world.store.history.atomically(() =>
      Array.from({ length: count as number }, (_, index) => one(resource, bodyOf(index))),
    )
  }
  const made: Record<string, unknown> = {}
  for (const definition of world.registry.definitions) {
    const { name } = definition
    if (!isMakeable(name)) continue
    made[singular(recordType(definition))] = (given?: unknown) => one(name, given)
    made[name] = (count: unknown, given?: unknown) => many(name, count, given)
  }
  return made as unknown as Make
}

/** `customer_payment` -> `customerPayment` */
const singular = (type: string): string =>
  type.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

function membersOf(option: string, given: unknown): Body {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw wrongOption(option, 'an object of members', given)
  for (const [name, value] of Object.entries(given))
    if (value === undefined)
      throw new OptionError(option, `${name} is undefined: leave it out to have it made up`)
  return given as Body
}
