import { CURRENCIES } from '../../engine/model/currencies'
import type { ShownField, ShownFields } from '../../engine/read/describe'
import type { Field } from '../../engine/schema/fields'
import { OptionError, wrongOption } from '../../errors/option-error'
import { below, date, flag, number, oneOfNames, type Reader, text } from '../../errors/reader'
import { synchronous } from '../../errors/synchronous'
import { isPlainObject } from '../../kernel/is-object'
import { readDecimalText } from '../../kernel/money'
import { didYouMean } from '../../kernel/nearest-name'
import type { Scalar } from '../../kernel/row'

/** True if the shown value of a member is a wanted one. */
export type Test = (value: unknown) => boolean

/** A condition on a member of a record. */
export interface MemberTest {
  readonly member: string
  readonly test: Test
  /** True if the row stores the member in the form in which the record shows it. */
  readonly isStored: boolean
  /** The wanted values, if the condition is equality with one of them. */
  readonly values?: readonly Scalar[]
}

/** @throws OptionError for an unknown member and for a value that the member cannot have */
export function memberTests(path: string, where: object, shapes: ShownFields): MemberTest[] {
  return Object.entries(where).map(([member, condition]) => {
    const shape = shapes.get(member)
    const at = below(path, member)
    if (!shape) throw new OptionError(at, `no member "${at}"${didYouMean(member, shapes.keys())}`)
    if (condition === undefined)
      throw new OptionError(at, `${at} is undefined: leave it out to ask nothing, or ask for null`)
    return memberTest(at, member, condition, shape)
  })
}

function memberTest(at: string, member: string, condition: unknown, shape: ShownField): MemberTest {
  if (typeof condition === 'function')
    return {
      member,
      test: synchronous(at, condition as (value: unknown) => unknown),
      isStored: isStored(shape),
    }
  if (typeof condition !== 'object' || condition === null)
    return valueTest(member, [wantedValue(at, condition, shape)], shape)
  const wanted = Array.isArray(condition) ? condition : [condition]
  if (wanted.some((one) => typeof one === 'object' && one !== null)) {
    const parts = wanted.map((one) => nestedTests(at, one, shape))
    const isAny: Test = (value) => parts.some((tests) => fitsAny(value, tests))
    return {
      member,
      test: isAny,
      isStored: isPlain(shape) && parts.every((tests) => tests?.every((one) => one.isStored) ?? true),
    }
  }
  const values = wanted.map((one) => wantedValue(at, one, shape))
  return valueTest(member, values, shape)
}

/** Tests a value against a list of wanted ones. A member that shows a list must contain one of them. */
function valueTest(member: string, values: readonly Scalar[], shape: ShownField): MemberTest {
  const [only = null] = values
  const isOne: Test =
    values.length === 1 ? (value) => value === only : (value) => values.includes(value as Scalar)
  const test: Test = (value) => (Array.isArray(value) ? value.some(isOne) : isOne(value ?? null))
  return { member, test, values, isStored: isStored(shape) }
}

/** True if the row stores the member in the form in which the record shows it. */
const isStored = (shape: ShownField): boolean =>
  isPlain(shape) && shape.within === undefined && shape.source.kind !== 'instant'

/** Lines and taxes are stored as they are shown. The other special members are completed when shown. */
const STORED: readonly Field['special'][] = [undefined, 'lines', 'tax']

const isPlain = ({ field }: ShownField): boolean =>
  field.derived === undefined && STORED.includes(field.special)

/** The conditions on the members of an object or of a list's entries; null if the condition is null. */
function nestedTests(at: string, condition: unknown, { within }: ShownField): readonly MemberTest[] | null {
  if (condition === null) return null
  if (!within)
    throw new OptionError(at, `${at} has no members: ask for a value, a list of values, or by a function`)
  if (!isPlainObject(condition))
    throw new OptionError(at, `${at} holds members: ask for them as an object, or by a function`)
  return memberTests(at, condition, within)
}

/** True if the object, or one entry of the list, fits. Uses loops for speed: it runs for every line. */
function fitsAny(value: unknown, tests: readonly MemberTest[] | null): boolean {
  if (tests === null || typeof value !== 'object' || value === null)
    return tests === null && (value ?? null) === null
  if (!Array.isArray(value)) return fits(value as Members, tests)
  for (let index = 0; index < value.length; index += 1) if (fits(value[index] as Members, tests)) return true
  return false
}

type Members = Readonly<Record<string, unknown>>

function fits(one: Members, tests: readonly MemberTest[]): boolean {
  for (let index = 0; index < tests.length; index += 1) {
    const { member, test } = tests[index] as MemberTest
    if (!test(one[member])) return false
  }
  return true
}

/** The wanted value in its shown form. @throws OptionError for a value that no record can show */
function wantedValue(at: string, wanted: unknown, { source, within }: ShownField): Scalar {
  if (wanted === null) return null
  if (within) throw new OptionError(at, `${at} holds members: ask for them as an object, or by a function`)
  const { kind, places, values = [], ownValues = [] } = source.element ?? source
  if (kind === 'decimal') {
    const read = readDecimalText(wanted, places ?? 2)
    if ('text' in read) return read.text
    throw wrongOption(at, "an amount such as '100.00'", wanted)
  }
  TYPES[kind]?.(wanted, at)
  if (kind === 'currency' && wanted !== '' && !CURRENCIES.includes(String(wanted)))
    throw wrongOption(at, 'the code of a currency', wanted, didYouMean(String(wanted), CURRENCIES))
  const known = kind === 'choice' ? [...values, ...ownValues] : []
  return known.length > 0 ? oneOfNames(known)(wanted, at) : (wanted as Scalar)
}

const TYPES: Readonly<Record<string, Reader<unknown>>> = {
  integer: number,
  number,
  flag,
  text,
  date,
  instant: text,
  choice: text,
  currency: text,
}
