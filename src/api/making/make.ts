import { taking } from '../../errors/at-caller'
import { OptionError, wrongOption } from '../../errors/option-error'
import { byName } from '../../kernel/by-name'
import { isPlainObject } from '../../kernel/is-object'
import { isWhole } from '../../kernel/is-whole'
import { singular } from '../../kernel/name-words'
import type { Row } from '../../kernel/store'
import type { Make } from '../record-types/make'
import type { RecordScope } from '../records'
import type { Body } from './factory-context'
import { type Made, makeRecord } from './make-record'

const MOST = 100_000

/** The timeline's entry of a call refers to this many of its records at most. */
const NOTED = 1000

/** The factories of one organisation: for each type, one that makes a record and one that makes many. */
export function makeOf(scope: RecordScope): Make {
  const { world } = scope
  const one = (resource: string, given: unknown = {}): Made => {
    const organization = scope.ensureOrganization()
    return makeRecord({ world, organization }, resource, membersOf('given', given), world.random.next())
  }
  const many = (resource: string, count: unknown, given: unknown = {}): Made[] => {
    if (!isWhole(count, 0, MOST)) throw wrongOption('count', `a whole number from 0 to ${MOST}`, count)
    const bodyOf = typeof given === 'function' ? (given as (index: number) => unknown) : () => given
    return world.store.history.atomically(() =>
      Array.from({ length: count }, (_, index) => one(resource, bodyOf(index))),
    )
  }
  const noted = (
    call: string,
    type: string,
    given: readonly unknown[],
    work: () => readonly Made[],
  ): Row[] => {
    const write = { organization: scope.ensureOrganization(), call: `make.${call}`, given }
    const about = (made: readonly Made[]) => made.slice(0, NOTED).map(({ id }) => ({ type, id }))
    return scope.log.write(write, work, summaryOf, about).map(({ record }) => record)
  }
  const made: Record<string, unknown> = {}
  for (const { name, model } of world.registry.definitions) {
    const single = singular(name)
    made[single] = taking(
      1,
      (...given: [unknown?]) => noted(single, name, given, () => [one(name, ...given)])[0],
    )
    made[name] = taking(2, (...given: [unknown, unknown?]) =>
      noted(name, name, given, () => many(name, ...given)),
    )
    // Deprecated: names that come from the model, such as `make.workflow`.
    const older = model.charAt(0).toLowerCase() + model.slice(1)
    if (older !== single) Object.defineProperty(made, older, { value: made[single] })
  }
  return made as unknown as Make
}

export const factoryOf = (make: Make, name: string): ((...given: unknown[]) => unknown) | undefined =>
  byName<(...given: unknown[]) => unknown>(make)[name]

function summaryOf([first, ...others]: readonly Made[]): string {
  if (first === undefined) return 'done'
  return others.length === 0 ? first.summary : `${first.summary} and ${others.length} more`
}

function membersOf(option: string, given: unknown): Body {
  if (!isPlainObject(given)) throw wrongOption(option, 'an object of members', given)
  for (const [name, value] of Object.entries(given))
    if (value === undefined)
      throw new OptionError(option, `${name} is undefined: leave it out to get a made-up value`)
  return given
}
